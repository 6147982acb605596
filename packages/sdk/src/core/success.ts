import type { FetchResponse } from './fetch.ts';
import type { RateLimit } from './headers.ts';
import type { Identity } from './request.ts';

/** A body that was read completely, or its stream. */
export type Body = string | Blob | ReadableStream<Uint8Array>;

/** The success of a call; the facts of `withMeta` are computed on demand. */
export interface Success<Data> {
  data: Data;
  response: FetchResponse;
  text: Body;
  rateLimit: RateLimit | undefined;
  attempts: number;
  identity: Identity;
}

/** One page of a list. `nextCursor` is null on the last one. */
export interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
}

/** Additional fields of a page of a search. */
export interface Searched {
  /** True if the search stopped before it had compared all records, so some may be missing. Absent otherwise. */
  approximate?: true | undefined;
}
