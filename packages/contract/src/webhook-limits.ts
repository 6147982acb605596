// How webhooks are delivered, in figures. No zod here.

/** Bounds of webhook endpoints and their deliveries. */
export const webhookLimits = {
  /** Maximum number of endpoints per tenant. */
  endpoints: 20,
  /** Deliveries in flight to one endpoint, over all processes. */
  concurrency: 4,
  /** From the DNS lookup to the last byte of the response. */
  timeoutMs: 15_000,
  /** Larger events are shortened. */
  bodyBytes: 262_144,
  /** Bytes read of a response; the rest is not read. */
  responseBytes: 16_384,
  /** Bytes of a response that are stored and shown. */
  snippetBytes: 1_024,
  /** Old secrets that sign beside the current one. */
  oldSecrets: 3,
  overlapHours: { default: 24, max: 168 },
  /** Hours without a success after which an endpoint is disabled, if a delivery is exhausted or the breaker is open. */
  failingHours: 120,
  /** How long events, deliveries and attempts are kept. */
  retentionDays: 30,
  headers: 10,
  /** Maximum number of events that a replay looks at before it answers: the newest of its range. One statement reads them. */
  replayCounted: 2_000,
} as const;

/** Seconds from one attempt to the next; the first is at once. After the last the delivery is exhausted. */
export const webhookSchedule = [
  0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
] as const;
