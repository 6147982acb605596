import type { Repeatable } from './retry.ts';

/** An endpoint of the contract; `Result` is what it answers. */
export interface Route<Result> {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Such as `/messages/:id`, below `/api/v1`. */
  path: string;
  /** The server answers a repeated Idempotency-Key without a second effect. @default that of a POST */
  dedupes?: boolean;
  /** Answers 204; null when that is not known. */
  empty?: boolean | null;
  /** Never there: carries the type. */
  readonly result?: Result;
}

export interface Input {
  params?: Record<string, string>;
  query?: object | undefined;
  body?: unknown;
  /** Answered with a page of a list. */
  paged?: boolean | undefined;
}

/** What errors tell of a call. */
export interface Identity {
  method: string;
  path: string;
  idempotencyKey: string | undefined;
  cursor: string | undefined;
}

/** A request in full, made once and sent as often as needed. */
export interface Call extends Repeatable {
  identity: Identity;
  route: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** Whether the success has no body; null when that is not known. */
  empty: boolean | null;
  paged: boolean | undefined;
  timeoutMs: number;
  deadlineMs: number;
  signal?: AbortSignal | undefined;
}
