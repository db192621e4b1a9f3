/** A file that is not taken in. The message is a sentence for the person: what is wrong with the file. */
export class Refused extends Error {}
