import type { SimulatedAnswer, SimulatedRequest } from './http.ts';

/** An error that the simulator makes. */
export type Fault =
  /** The provider refuses with this code before it accepts anything. */
  | { readonly kind: 'error'; readonly code: number; readonly status?: number }
  /** The provider takes the message, and fails it later by webhook. */
  | { readonly kind: 'failed_later'; readonly code: number }
  /** A gateway answers instead of the provider. */
  | { readonly kind: 'gateway'; readonly status: number }
  /** The provider does what was asked, and the answer is lost. */
  | { readonly kind: 'lost_answer' }
  /** The connection ends before anything is done. */
  | { readonly kind: 'lost_request' }
  /** The provider takes its time. */
  | { readonly kind: 'slow'; readonly ms: number };

export interface FaultRule {
  readonly fault: Fault;
  /** Part of the path, such as `/messages`. */
  readonly path: string;
  /** Of the requests to that path, 0 to 1. Default: 1. */
  readonly share?: number;
  /** How often at most. */
  readonly times?: number;
}

/** Decides which requests go wrong. */
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

  /** The fault of a request, by the first rule that applies. */
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

/** The answer of a gateway between the provider and its caller. */
export function gatewayAnswer(status: number): SimulatedAnswer {
  const body = Buffer.from(`<html><body>${status}</body></html>`);
  return { status, bytes: { type: 'text/html', body } };
}
