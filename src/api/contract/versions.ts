/** Versions of the contracts, not of the product. */
export const API_VERSION = '1.0.0';
export const MCP_VERSION = '0.1.0';
