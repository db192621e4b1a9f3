/** What the commands say of themselves, wherever they are called: `npm run backup -- FILE`, `pleinair backup FILE`. */

export interface CommandHelp {
  /** What stands after the name: `FILE`, or nothing. */
  readonly args: '' | 'FILE';
  /** For the list of all commands. */
  readonly summary: string;
  /** Lines of at most 80 characters. */
  readonly text: string;
}

export const HELP = {
  serve: {
    args: '',
    summary: 'serves the app and its API',
    text: `Serves the app, its API and MCP for the air until Ctrl-C or SIGTERM. It writes a line
for each request to stdout, without anything that was drawn.

Exit status: 0 it was ended, and finished what it was doing; 1 it was not, or it
cannot start, and says why.`,
  },
  token: {
    args: '',
    summary: 'makes a strong token, and says where to put it',
    text: `Prints a new token (256 bits, from the system's random numbers) on stdout, and where
it belongs on stderr. It is stored nowhere, and changes nothing: a server asks for
the token that it was started with.`,
  },
  backup: {
    args: 'FILE',
    summary: 'copies the database to FILE, as it is at one moment',
    text: `Copies the database, as it is at one moment, to FILE. The server may go on running.
An existing file is not overwritten.

Exit status: 0 the copy is complete; 1 there is none, and it says why.`,
  },
  restore: {
    args: 'FILE',
    summary: "puts a backup in the database's place",
    text: `Puts a backup in the database's place, after checking it. End the server first, and
assistants that use the database. What was there is kept beside it, and named.
Devices notice, and merge with what the backup has.

Exit status: 0 the backup is in place; 1 nothing was changed, and it says why.`,
  },
  export: {
    args: 'FILE',
    summary: 'writes every drawing and the profile into one zip file',
    text: `Writes every drawing, those in the trash too, and the profile into one zip file.
The server may go on running. Each drawing is written as it is at that moment.
An existing file is not overwritten.

Exit status: 0 everything is in the file; 1 something is not, and says what.`,
  },
  import: {
    args: 'FILE',
    summary: 'takes in what an export has; changes nothing that is there',
    text: `Takes in what an export has, of this server, of another one or of the app.
The server may go on running; it and all its clients see what comes in.
Nothing that is here is changed: a drawing that is here with the same title and
strokes is left alone, and one that differs is kept beside it as a copy. Importing
a file again changes nothing. Where there are no drawings yet, a database is made.

Exit status: 0 everything is here now; 1 something is not, and says what.`,
  },
  'catalogue check': {
    args: 'FILE',
    summary: 'names every fault of a catalogue of masks and purifiers',
    text: `Names every fault of the catalogue FILE (a path or an http(s) address) by line and
column. docs/catalogue.md has the format.

Exit status: 0 it is in order; 1 it is not, or cannot be read.`,
  },
  'catalogue schema': {
    args: '',
    summary: "prints the catalogue's format as a JSON Schema",
    text: 'Prints the format of a catalogue as a JSON Schema. docs/catalogue.md explains it.',
  },
  mcp: {
    args: '',
    summary: 'lets an assistant here see and file drawings (MCP)',
    text: `Speaks the Model Context Protocol over stdin and stdout; an assistant starts it.
Its log goes to stderr. It is on the database of this machine, also while the server
runs, or, where PLEINAIR_URL names one, on a server elsewhere, with its token in
DRAW_TOKEN. docs/mcp.md says how to add it to an assistant. It ends when stdin does.

Exit status: 0 it was ended; 1 it cannot start, and says why.`,
  },
} as const satisfies Readonly<Record<string, CommandHelp>>;

export type CommandName = keyof typeof HELP;
