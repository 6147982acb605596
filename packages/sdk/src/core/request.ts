import type { FileInput } from './fetch.ts';
import type { RequestOptions } from './options.ts';

/** An endpoint of the contract. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The path below `/api/v1`, such as `/messages/:id`. */
  path: string;
  /** Whether the server answers a repeated Idempotency-Key without a second effect. @default true for a POST */
  dedupes?: boolean;
  /** Whether a success is 204 without a body; null when that is not known. */
  empty?: boolean | null;
  /** Whether the request or the response is the bytes of a file instead of JSON. */
  bytes?: 'request' | 'response';
}

export interface Input {
  /** The values of the path parameters, in order. Additional values are ignored. */
  params?: readonly unknown[];
  query?: object | undefined;
  body?: unknown;
  /** Whether the response is a page of a list. */
  paged?: boolean | undefined;
  /** The full path, when the caller gives it. */
  path?: string | undefined;
  download?: Download | undefined;
}

/**
 * How the caller reads a file: as a stream or as a whole. The caller's first use of the promise decides. Without one,
 * the start of the file decides for the whole file.
 */
export interface Download {
  isStreamed: boolean | undefined;
}

/** The facts about a call that its errors contain. */
export interface Identity {
  method: string;
  path: string;
  idempotencyKey: string | undefined;
  cursor: string | undefined;
}

/** A complete request, built once and sent for every attempt. */
export interface Call {
  identity: Identity;
  method: string;
  route: string;
  url: string;
  headers: Record<string, string>;
  body: string | FileInput | undefined;
  limits: Limits;
  signal: AbortSignal | undefined;
  /** Whether the server answers a repeated Idempotency-Key without a second effect. */
  dedupes: boolean;
  /**
   * Whether this is a PATCH with a `revision`. A success changes the revision, so the server would refuse a repetition.
   */
  conditional: boolean;
  /** Set when a successful response is the bytes of a file. */
  download: Download | undefined;
  /** Whether a successful response has no body; null when that is not known. */
  empty: boolean | null;
  paged: boolean;
}

/** The limits of a call. */
export interface Limits {
  timeoutMs: number;
  deadlineMs: number;
  maxQueueMs: number;
  maxRetries: number | undefined;
  shouldRetry: RequestOptions['shouldRetry'];
  initialBackoffMs: number;
  maxBackoffMs: number;
}
