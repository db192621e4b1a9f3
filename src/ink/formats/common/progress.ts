/** Reports how much of a file has been read, 0..1. */
export type OnProgress = (done: number) => void;
