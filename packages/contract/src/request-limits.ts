/**
 * Limits of a request: bytes of all headers together, bytes of the path, query and headers together, and parameters of
 * a query. `linger…`: how many bytes and milliseconds the server still reads after an early response that closes the
 * connection. A client that is still sending would get a reset before it reads the response.
 */
export const requestLimits = {
  headerBytes: 16_384,
  headBytes: 65_536,
  queryParameters: 1_000,
  lingerBytes: 4_194_304,
  lingerMs: 1_000,
} as const;

/** Headers of every response. */
export const securityHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;
