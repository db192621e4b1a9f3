/** What only the server has: a device passes these requests on, and has no answer without a network. */
const PATHS = ['/mcp', '/air.atom', '/api/v1/alerts', '/api/v1/archive'];

/** True for the address of something that only the server has: its MCP endpoint, alerts, and the past. */
export function isOfServer(path: string): boolean {
  return PATHS.some((one) => path === one || path.startsWith(`${one}/`));
}
