/** How far the reading of a file is, 0..1. */
export type OnProgress = (done: number) => void;
