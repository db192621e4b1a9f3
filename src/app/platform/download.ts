/** ms before the URL is revoked. The browser must have begun the download by then. */
const REVOKE_MS = 60_000;

/** Downloads a file under a name. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS);
}
