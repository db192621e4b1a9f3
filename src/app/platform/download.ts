/** ms that a browser is given to begin with the file. */
const KEEP = 60_000;

/** Gives the person a file, as if a link to it had been followed. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP);
}
