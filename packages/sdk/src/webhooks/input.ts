import { usageError } from '../core/usage-error.ts';
import { refuse } from './refuse.ts';

/** Raw body, before any parser: the signature covers its exact bytes. */
export type WebhookBody = string | ArrayBuffer | ArrayBufferView;

/** `Headers`, a plain object, a Map, or a list of pairs; names in any case. */
export type WebhookHeaders =
  | Headers
  | Iterable<readonly [string, string | readonly string[] | undefined]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * A `Request`, such as `c.req.raw` of Hono; a request of Node, Express or Fastify that streams the unparsed body, or
 * has it as `body` or `rawBody`; or `{ body, headers }`.
 */
export type WebhookInput = { readonly headers: WebhookHeaders } & (
  | {
      readonly body: WebhookBody | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null;
      readonly bodyUsed?: boolean;
    }
  | { readonly rawBody: WebhookBody }
  | AsyncIterable<Uint8Array>
);

const maxBodyBytes = 1_048_576;
/** Throws the error for missing headers or a missing raw body: a mistake in the receiver's code, not in the webhook. */
export function wrongInput(what: string, given: string): never {
  throw usageError(
    `The ${what} of the webhook ${given}. Pass the headers and the raw body, such as { headers: request.headers, body: await request.text() }.`,
  );
}

/**
 * Returns the value of the header `wanted`, a name in lower case; undefined without one. An array of values is joined
 * with spaces.
 */
export function headerOf(headers: WebhookHeaders, wanted: string): string | undefined {
  const entries = Symbol.iterator in headers ? headers : Object.entries(headers);
  for (const [name, value] of entries) {
    if (name.toLowerCase() === wanted) return [value].flat().join(' ');
  }
  return undefined;
}

/** A webhook whose body was read: `rawBody`, where the framework has one, or `body`. */
export type WholeWebhookInput = { readonly headers: WebhookHeaders } & (
  | { readonly body: WebhookBody }
  | { readonly rawBody: WebhookBody }
);

/** A webhook request in the form of any supported framework. */
interface AnyInput {
  rawBody?: unknown;
  body?: unknown;
  bodyUsed?: boolean;
  readableDidRead?: boolean;
}

interface Given {
  byteLength?: number;
  /** Whether a stream was already read or is being read. */
  locked?: boolean;
  [Symbol.asyncIterator]?: unknown;
}

/** Returns the text of the body. Invalid UTF-8 is replaced, so that no signature matches it. */
export async function bodyOf(input: AnyInput): Promise<string> {
  const { rawBody, body = input, bodyUsed, readableDidRead } = input;
  const given = rawBody ?? body ?? '';
  const { byteLength, locked, [Symbol.asyncIterator]: isStream } = Object(given) as Given;
  const isWhole = typeof given === 'string' || (byteLength as number) >= 0;
  // A stream that was read before returns nothing, and a parsed object no longer has the original bytes.
  if (isStream && (bodyUsed || readableDidRead || locked)) wrongInput('body', 'was read before');
  if (!isStream && !isWhole) wrongInput('body', 'was parsed before');
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of (isStream ? given : [given]) as AsyncIterable<Chunk>) {
      bytes += chunk.length ?? chunk.byteLength;
      if (bytes > maxBodyBytes) break;
      text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    }
  } catch (cause) {
    refuse('body_incomplete', cause);
  }
  if (bytes > maxBodyBytes) refuse('body_too_large');
  return text + decoder.decode();
}

type Chunk = string & Uint8Array;

/**
 * Returns the text of a body that is completely in memory. Bytes are decoded as UTF-8. Throws a
 * WebhookVerificationError (`body_too_large`) above 1 MiB.
 */
export function textOf(input: WholeWebhookInput): string {
  const { rawBody, body } = input as AnyInput;
  const given = rawBody ?? body;
  const { byteLength } = Object(given) as Given;
  if (typeof given === 'string') return given.length > maxBodyBytes ? tooLarge() : given;
  if (!((byteLength as number) >= 0)) wrongInput('body', 'is neither text nor bytes');
  return (byteLength as number) > maxBodyBytes
    ? tooLarge()
    : new TextDecoder().decode(given as Uint8Array);
}

function tooLarge(): never {
  return refuse('body_too_large');
}
