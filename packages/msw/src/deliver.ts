import { inTime } from '@parley/domain';
import type { OfEndpoint, WebhookEvent } from './event-types.ts';
import { checkCount, checkMs, checkNames, MockError, show } from './problems.ts';
import { startRealTimer } from './real-timer.ts';
import { type Forgery, type SignedEvent, type Signing, signEvent } from './signed-event.ts';

/** Event to deliver, or an event that is already signed or forged. */
export type Deliverable = WebhookEvent | SignedEvent;

/** Receiver of webhooks: a function, or the URL of a server. */
export type Receiver = ((request: Request) => Response | Promise<Response>) | string | URL;

export interface DeliverOptions {
  /** True: delivers every event twice, as Parley does when it loses the receiver's response. Default: false. */
  duplicate?: boolean | undefined;
  /** Maximum number of further attempts when the receiver fails; Infinity = until it succeeds. Default: 0. */
  retries?: number | undefined;
  /** True: delivers the events in random order, because receivers must not rely on the order. Default: false. */
  shuffle?: boolean | undefined;
  /** Milliseconds after which an attempt without a response fails. Default: 15,000. */
  timeoutMs?: number | undefined;
  /** Endpoint whose secrets sign the events and whose headers are sent. Default: `webhooks.secret` and no headers. */
  endpoint?: OfEndpoint | undefined;
}

/** One attempt to deliver an event. It has its own time and signature; the `webhook-id` is that of the event. */
export interface DeliveryAttempt {
  /** The delivered event. */
  readonly event: WebhookEvent;
  /** Number of the attempt for this event, from 1. */
  readonly attempt: number;
  /** Time in the header `webhook-timestamp`, in seconds since 1970. */
  readonly timestampSeconds: number;
  /** Whether the receiver answered 2xx within the time limit. */
  readonly accepted: boolean;
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  /** Error that the receiver threw, or the reason why there was no response. */
  readonly error: unknown;
}

export interface DeliveryReport {
  /** Every attempt, in order. */
  readonly attempts: readonly DeliveryAttempt[];
  /** Events that no attempt delivered. */
  readonly undelivered: readonly WebhookEvent[];
}

export interface Sender {
  signing: Signing;
  /** Returns a random number from 0 to 1. */
  random: () => number;
}

interface Item {
  event: WebhookEvent;
  forgery: Forgery | undefined;
}

const optionNames: Readonly<Record<keyof DeliverOptions, true>> = {
  duplicate: true,
  retries: true,
  shuffle: true,
  timeoutMs: true,
  endpoint: true,
};

/** Throws a MockError that names an option of `deliver` that is unknown or has a value without meaning. */
export function checkDeliverOptions(options: DeliverOptions): void {
  const where = 'webhooks.deliver';
  checkNames(where, Object.keys(optionNames), options);
  const { retries = 0, timeoutMs } = options;
  checkCount(where, 'retries', retries, 0);
  if (timeoutMs !== undefined) checkMs(where, 'timeoutMs', timeoutMs, 1);
}

const gone = 410;

/** Delivers events to a receiver: repeats a failed attempt up to `retries` times, and stops after 410. */
export async function deliver(
  deliverables: readonly Deliverable[],
  receiver: Receiver,
  { duplicate = false, retries = 0, shuffle = false, timeoutMs = 15_000 }: DeliverOptions,
  sender: Sender,
): Promise<DeliveryReport> {
  const items = deliverables.map(itemOf);
  const events = items.map(({ event }) => event);
  const attempts: DeliveryAttempt[] = [];
  const isHome = ({ event }: Item) =>
    attempts.some((attempt) => attempt.accepted && attempt.event.id === event.id);
  const planned = duplicate ? [...items, ...items] : items;
  let round = shuffle ? shuffled(planned, sender.random) : planned;
  for (let left = retries; round.length > 0; left -= 1) {
    for (const item of round) {
      const made = await attemptOne(item, receiver, { attempts, timeoutMs, sender });
      attempts.push(made);
      if (made.status === gone) return reportOf(attempts, events);
    }
    round = left > 0 ? items.filter((item) => !isHome(item)) : [];
  }
  return reportOf(attempts, events);
}

interface Attempting {
  attempts: readonly DeliveryAttempt[];
  timeoutMs: number;
  sender: Sender;
}

async function attemptOne(
  { event, forgery }: Item,
  receiver: Receiver,
  { attempts, timeoutMs, sender: { signing } }: Attempting,
): Promise<DeliveryAttempt> {
  const before = attempts.filter((made) => made.event.id === event.id).length;
  // Attempts are seconds apart, so that no two have the same signature; the clock of the mock does not move.
  const timestampSeconds = signing.timestampSeconds + before;
  const url = typeof receiver === 'function' ? {} : { url: receiver };
  const signed = await signEvent(event, { ...signing, timestampSeconds, forgery, ...url });
  const made = { event, attempt: before + 1, timestampSeconds };
  let response: Response;
  try {
    response = await answerOf(signed.request, receiver, timeoutMs);
  } catch (error) {
    return { ...made, accepted: false, status: undefined, error };
  }
  const mistake = mistakeOf('the receiver', response);
  if (mistake !== undefined) throw new MockError(`webhooks.deliver: ${mistake}`);
  return { ...made, accepted: response.ok, status: response.status, error: undefined };
}

async function answerOf(
  request: Request,
  receiver: Receiver,
  timeoutMs: number,
): Promise<Response> {
  const abort = new AbortController();
  const pending =
    typeof receiver === 'function'
      ? receiver(request)
      : fetch(request, { redirect: 'manual', signal: abort.signal });
  const late = (): never => {
    throw new Error(`the receiver did not answer within ${timeoutMs} ms`);
  };
  try {
    return await inTime(Promise.resolve(pending), timeoutMs, late, startRealTimer);
  } finally {
    abort.abort();
  }
}

/** Returns what is wrong with a value that a receiver answered instead of a `Response`; undefined for a `Response`. */
export function mistakeOf(receiver: string, answer: unknown): string | undefined {
  if (typeof Object(answer).status === 'number') return undefined;
  return `${receiver} answered ${show(answer)}: it must answer a Response`;
}

/** Returns the report about these attempts to deliver `events`. Default: the events of the attempts, each once. */
export function reportOf(
  attempts: readonly DeliveryAttempt[],
  events = [...new Map(attempts.map(({ event }) => [event.id, event])).values()],
): DeliveryReport {
  const home = new Set(attempts.filter(({ accepted }) => accepted).map(({ event }) => event.id));
  return { attempts, undelivered: events.filter(({ id }) => !home.has(id)) };
}

function itemOf(deliverable: Deliverable): Item {
  return 'rawBody' in deliverable ? deliverable : { event: deliverable, forgery: undefined };
}

/** Returns the items in random order (Fisher–Yates). */
function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other] as Item, mixed[last] as Item];
  }
  return mixed;
}
