/** Largest headers, largest headers together with the path and the query, and most parameters of a query. */
export const requestLimits = {
  headerBytes: 16_384,
  headBytes: 65_536,
  queryParameters: 1_000,
} as const;

/** Headers of every response. */
export const securityHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;
