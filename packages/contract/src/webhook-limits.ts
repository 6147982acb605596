// The limits and times of webhook deliveries. Does not import zod.

/** The limits of webhook endpoints and their deliveries. */
export const webhookLimits = {
  /** Maximum number of endpoints per tenant. */
  endpoints: 20,
  /** Maximum number of deliveries in flight to one endpoint, over all processes. */
  concurrency: 4,
  /** Maximum time of an attempt in milliseconds, from the DNS lookup to the last byte of the response. */
  timeoutMs: 15_000,
  /** Maximum size of an event in bytes. Texts and lists of a larger event are cut. */
  bodyBytes: 262_144,
  /** Maximum number of bytes that are read of a response. */
  responseBytes: 16_384,
  /** Maximum number of bytes of a response that are stored and shown. */
  snippetBytes: 1_024,
  /** Maximum number of old secrets that sign in addition to the current one. */
  oldSecrets: 3,
  overlapHours: { default: 24, max: 168 },
  /**
   * An endpoint is disabled after this many hours without a success, provided that a delivery has used all
   * its attempts or the circuit breaker is open.
   */
  failingHours: 120,
  /** How many days events, deliveries and attempts are kept. */
  retentionDays: 30,
  headers: 10,
  /**
   * Maximum number of events that a replay counts before it answers: the newest in its range. One statement reads them.
   */
  replayCounted: 2_000,
} as const;

/**
 * The seconds from one attempt to the next; the first attempt is immediate. After the last attempt the delivery is
 * `exhausted`.
 */
export const webhookSchedule = [
  0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
] as const;
