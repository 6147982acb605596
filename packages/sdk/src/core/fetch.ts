/** The bytes of a file, such as a `File` of a form or a `Buffer`. They must not change during the call. */
export type FileInput = Blob | ArrayBuffer | Uint8Array;

/** The options that the client passes to `fetch` besides the URL. */
export interface FetchRequest {
  method: string;
  headers: Record<string, string>;
  /**
   * JSON. For an upload it is a `FileInput`, although the type does not say so: implementations of `fetch` have different
   * types for files.
   */
  body?: string;
  redirect: 'manual';
  signal: AbortSignal;
}

/** The headers of a response that the client reads. */
export interface FetchHeaders {
  get(name: string): string | null;
  forEach(callback: (value: string, name: string) => void): void;
}

/** The parts of a response that the client reads. */
export interface FetchResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: FetchHeaders;
  text(): Promise<string>;
  /** Needed only for downloads. */
  arrayBuffer?(): Promise<ArrayBuffer>;
  /** Needed only to stream downloads: a `ReadableStream` or an async iterable of bytes. */
  readonly body?: unknown;
}

/** A function that sends a request: the global `fetch`, that of undici or node-fetch, or one of your own. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchResponse>;

/**
 * Returns the response's headers as an instance of the global `Headers` class. An injected `fetch` can return headers
 * of another class; those are copied.
 */
export function headersOf({ headers }: FetchResponse): Headers {
  if (headers instanceof Headers) return headers;
  const copy = new Headers();
  headers.forEach((value, name) => {
    copy.append(name, value);
  });
  return copy;
}
