/** True if an address leads other computers to themselves instead of the server (RFC 6761, 6.3; RFC 4291, 2.5.3). */
export function isLoopback(address: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
}
