import type { FetchResponse } from './fetch.ts';
import type { RateLimit } from './headers.ts';
import type { Identity } from './request.ts';

/** The success of a call; the facts of `withMeta` are computed on demand. */
export interface Success<Data> {
  data: Data;
  response: FetchResponse;
  text: string | Blob;
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
  /** The search reached a limit of its work, so records may be missing. Absent otherwise. */
  approximate?: true | undefined;
}
