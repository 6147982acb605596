import type { Answer, Outcome } from './answer.ts';
import type { HeaderRecord } from './authenticate.ts';
import { type Endpoint, endpoints } from './router.ts';
import type { Store } from './store.ts';

/** One request as the endpoint got it. */
export interface RawCall {
  method: string;
  path: string;
  params: unknown;
  query: unknown;
  body: unknown;
  headers: HeaderRecord;
  idempotencyKey: string | undefined;
  /** 1 for the first request with its Idempotency-Key, 2 for the next, and so on. */
  attempt: number;
  /** The response; undefined when none was sent. */
  status: number | undefined;
}

/** A fault of one request. */
export interface Fault {
  /** True: the request takes effect, and only its response is lost or damaged. False: it has no effect. */
  afterEffect: boolean;
  apply(context: FaultContext): Outcome;
}

export interface FaultContext {
  requestId: string;
  /** The headers of every authenticated response. */
  headers: Record<string, string>;
  params: Record<string, string>;
  /** The real response; undefined when the request was stopped before it. */
  answer: Answer | undefined;
}

export interface CompleteAnswer {
  status: number;
  body: unknown;
  /**
   * True: the response was already checked when the test prepared it. It may have enum values that the contract does
   * not know.
   */
  isChecked: true;
}

/** Returns the response to a request, instead of the mock's own handler. */
export type Responder = (call: RawCall, store: Store) => CompleteAnswer | Promise<CompleteAnswer>;

/** `times`: number of requests that are still to use it. */
export type Step = { times: number } & (
  | { kind: 'fault'; fault: Fault }
  | { kind: 'once'; responder: Responder }
);

/** The prepared responses of one endpoint, and the requests that reached it. */
export interface EndpointScript {
  readonly endpoint: Endpoint;
  readonly calls: RawCall[];
  /** Requests so far by Idempotency-Key. */
  readonly attempts: Map<string, number>;
  /** The prepared responses and faults. Each request uses the first one, as often as its `times` says. */
  readonly steps: Step[];
  /** Answers every call of the endpoint instead of the mock, until `mock.reset()`. Undefined: the mock answers. */
  responder: Responder | undefined;
}

/** The prepared responses of one tenant, and the problems that its `verify` reports. */
export class Script {
  readonly #endpoints = new Map<string, EndpointScript>();
  readonly #mistakes: string[] = [];

  of(endpoint: Endpoint): EndpointScript {
    const known = this.#endpoints.get(endpoint.name);
    if (known) return known;
    const script: EndpointScript = {
      endpoint,
      calls: [],
      attempts: new Map(),
      steps: [],
      responder: undefined,
    };
    this.#endpoints.set(endpoint.name, script);
    return script;
  }

  noteMistake(text: string): void {
    this.#mistakes.push(text);
  }

  /** Returns every problem that `verify` reports. */
  problems(): string[] {
    const unused = [...this.#endpoints.values()]
      .map(({ endpoint, steps }) => ({ name: endpoint.name, count: countUnused(steps) }))
      .filter(({ count }) => count > 0)
      .map(({ name, count }) => `${name}: ${count} prepared answer(s) not used`);
    return [...this.#mistakes, ...unused];
  }

  clear(): void {
    // Cleared in place, because a test may hold a reference to `mock.messages.send`.
    for (const script of this.#endpoints.values()) {
      script.calls.length = 0;
      script.steps.length = 0;
      script.attempts.clear();
      script.responder = undefined;
    }
    this.#mistakes.length = 0;
  }
}

/** Uses the next prepared response or fault for one request. */
export function useStep({ steps }: EndpointScript): void {
  const [step] = steps;
  if (!step) return;
  step.times -= 1;
  if (step.times === 0) steps.shift();
}

/** Returns how many prepared responses are left, without faults that have no end. */
function countUnused(steps: readonly Step[]): number {
  return steps
    .filter(({ times }) => Number.isFinite(times))
    .reduce((sum, { times }) => sum + times, 0);
}

const endpointsByName = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]));

export function endpointNamed(name: string): Endpoint {
  const endpoint = endpointsByName.get(name);
  if (!endpoint) throw new Error(`the contract has no ${name}`);
  return endpoint;
}
