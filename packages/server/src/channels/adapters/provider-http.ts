import type { Readable } from 'node:stream';
import { Agent } from 'undici';
import { exchange } from '../../outbound/exchange.ts';
import { failureOf } from '../../outbound/failures.ts';
import { type OpenedBytes, openBytes, userAgent } from '../../outbound/open-bytes.ts';
import { parseProviderJson } from '../../receivers/provider-json.ts';

// Calls to the APIs of providers, at URLs that the operator sets. Redirects are not followed: they would send the token
// to another host.

export interface ProviderRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, sent as JSON. */
  readonly json?: unknown;
  readonly body?: RequestBytes;
  /** The time limit of the whole call, in milliseconds. The default is shorter than the lease of a job. */
  readonly timeoutMs?: number;
}

/** A body that is sent while the file is read. */
export interface RequestBytes {
  readonly type: string;
  readonly sizeBytes: number;
  readonly bytes: Readable;
}

export type ProviderAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** The parsed body. Undefined when what was read of it is not JSON. */
      readonly json: unknown;
      /** The wait of `Retry-After` in milliseconds; null without the header, or when it is a date. */
      readonly retryAfterMs: number | null;
    }
  /** The request failed before anything was sent to the provider. */
  | { readonly kind: 'not_sent'; readonly message: string }
  /** The request failed, but the provider may have received it. */
  | { readonly kind: 'unknown'; readonly message: string };

export interface ProviderHttp {
  call(request: ProviderRequest): Promise<ProviderAnswer>;
  /** Opens a URL that is in an answer of the provider. Throws unless the response is 200. */
  open(url: URL, headers: Readonly<Record<string, string>>): Promise<OpenedBytes>;
  close(): Promise<void>;
}

const usualTimeoutMs = 25_000;
const maxReadBytes = 1_048_576;
const connections = 128;
// How long idle connections are kept. Providers keep them longer: a connection that the provider is just closing would
// lose the answer to a message.
const keepAliveMs = 4_000;

export function createProviderHttp(): ProviderHttp {
  const agent = new Agent({
    connections,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
  });
  return {
    async call({ method, url, headers, json, body, timeoutMs = usualTimeoutMs }) {
      const type = json === undefined ? body?.type : 'application/json';
      const bytes = json === undefined ? body?.bytes : JSON.stringify(json);
      const answer = await exchange(agent, {
        method,
        url,
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          'user-agent': userAgent,
          ...(type === undefined ? {} : { 'content-type': type }),
          ...(body && { 'content-length': String(body.sizeBytes) }),
          ...headers,
        },
        ...(bytes === undefined ? {} : { body: bytes }),
        timeoutMs,
        maxReadBytes,
      });
      const failure = failureOf(answer, timeoutMs);
      const { statusCode, phase } = answer;
      if (failure || statusCode === null) {
        const message = failure?.message ?? 'The provider did not answer.';
        return { kind: phase === 'connecting' ? 'not_sent' : 'unknown', message };
      }
      return {
        kind: 'answered',
        status: statusCode,
        json: parseProviderJson(answer.body.toString()),
        retryAfterMs: waitOf(answer.headers['retry-after']),
      };
    },
    open: async (url, headers) => await openBytes(agent, url, headers),
    close: () => agent.destroy(),
  };
}

function waitOf(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : null;
}
