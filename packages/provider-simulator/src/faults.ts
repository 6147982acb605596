import type { SimulatedAnswer, SimulatedRequest } from './http.ts';

/** An error that the simulator produces. */
export type Fault =
  /** The provider refuses the request with this code, and does nothing else. */
  | { readonly kind: 'error'; readonly code: number; readonly status?: number }
  /** The provider accepts the message, and reports by webhook later that it failed. */
  | { readonly kind: 'failed_later'; readonly code: number }
  /** A gateway answers with this status instead of the provider. */
  | { readonly kind: 'gateway'; readonly status: number }
  /** The provider performs the request, but its response is lost. */
  | { readonly kind: 'lost_answer' }
  /** The connection ends before the provider does anything. */
  | { readonly kind: 'lost_request' }
  /** The provider responds after this time. */
  | { readonly kind: 'slow'; readonly ms: number };

export interface FaultRule {
  readonly fault: Fault;
  /** Part of the path of the requests, such as `/messages`. */
  readonly path: string;
  /** The share of these requests that fail, 0 to 1. Default: 1. */
  readonly share?: number;
  /** The maximum number of requests that fail. */
  readonly times?: number;
}

/** Decides which requests fail. */
export class Faults {
  readonly #random: () => number;
  #rules: { rule: FaultRule; left: number }[] = [];

  constructor(random: () => number) {
    this.#random = random;
  }

  add(rule: FaultRule): void {
    this.#rules.push({ rule, left: rule.times ?? Number.POSITIVE_INFINITY });
  }

  clear(): void {
    this.#rules = [];
  }

  /** Returns the fault for a request, by the first rule that applies. */
  next({ path }: SimulatedRequest): Fault | undefined {
    for (const entry of this.#rules) {
      const { rule, left } = entry;
      if (left === 0 || !path.includes(rule.path)) continue;
      if (this.#random() >= (rule.share ?? 1)) continue;
      entry.left -= 1;
      return rule.fault;
    }
    return undefined;
  }
}

/** Returns the response of a gateway between the provider and its client. */
export function gatewayAnswer(status: number): SimulatedAnswer {
  const body = Buffer.from(`<html><body>${status}</body></html>`);
  return { status, bytes: { type: 'text/html', body } };
}
