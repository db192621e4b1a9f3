/**
 * A file that is not accepted. The message is a sentence for the person that says what is wrong with the file.
 */
export class Refused extends Error {}
