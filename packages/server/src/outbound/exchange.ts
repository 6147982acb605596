import { subscribe } from 'node:diagnostics_channel';
import type { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';

export interface ExchangeRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | Readable;
  /** Time limit in milliseconds for the whole exchange: DNS, connection, request and response. */
  readonly timeoutMs: number;
  readonly maxReadBytes: number;
}

export interface Exchange {
  /**
   * `whole`: the response is complete. `cut`: it was longer than the limit. `late`: the time limit passed. `broken`:
   * see `error`.
   */
  readonly outcome: 'whole' | 'cut' | 'late' | 'broken';
  /** The phase in which the exchange ended. */
  readonly phase: 'connecting' | 'waiting' | 'reading';
  /**
   * Whether no connection was made, or one that had been used before was lost before an answer. The other side had
   * probably closed the second while it was idle, so it has not read the request.
   */
  readonly isUnread: boolean;
  readonly statusCode: number | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly error: unknown;
}

/** The sockets that have sent a request. */
const usedSockets = new WeakSet<object>();
/** Takes the socket of the request that started last. */
let noteSocket: ((socket: object) => void) | undefined;

// Undici starts a request and publishes its socket in one turn, so that both belong to the same request.
subscribe('undici:client:sendHeaders', (message) => {
  const { socket } = message as { socket: object };
  noteSocket?.(socket);
  noteSocket = undefined;
});

/**
 * Makes one request without following redirects. Never rejects; stops reading at the limit. Uses `dispatch` instead of
 * `request`, because this needs no stream and takes half the time.
 */
export function exchange(agent: Agent, request: ExchangeRequest): Promise<Exchange> {
  return new Promise((resolve) => {
    let phase: Exchange['phase'] = 'connecting';
    let statusCode: number | null = null;
    let headers: Exchange['headers'] = {};
    let controller: Dispatcher.DispatchController | undefined;
    let isReused = false;
    let isOver = false;
    let length = 0;
    const chunks: Buffer[] = [];

    const end = (outcome: Exchange['outcome'], error: unknown = null) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      const body = Buffer.concat(chunks).subarray(0, request.maxReadBytes);
      const isUnread = phase === 'connecting' || (phase === 'waiting' && isReused);
      resolve({ outcome, phase, isUnread, statusCode, headers, body, error });
      if (outcome === 'cut' || outcome === 'late') controller?.abort(new Error(outcome));
    };
    const endsAt = performance.now() + request.timeoutMs;
    const timer = setTimeout(() => end('late'), Math.max(0, request.timeoutMs));

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(given) {
        // The timer may be late, because the process stood still.
        if (performance.now() > endsAt) end('late');
        // The caller no longer waits, so nothing is sent.
        if (isOver) return given.abort(new Error('late'));
        controller = given;
        phase = 'waiting';
        noteSocket = (socket) => {
          isReused = usedSockets.has(socket);
          usedSockets.add(socket);
        };
      },
      onResponseStart(_controller, status, given) {
        if (status < 200) return;
        phase = 'reading';
        statusCode = status;
        headers = given;
      },
      onResponseData(_controller, chunk) {
        if (isOver) return;
        length += chunk.length;
        chunks.push(chunk);
        if (length > request.maxReadBytes) end('cut');
      },
      onResponseEnd: () => end('whole'),
      onResponseError: (_controller, error) => end('broken', error),
    };

    const { method, url, body = null } = request;
    const path = `${url.pathname}${url.search}`;
    try {
      agent.dispatch({ origin: url.origin, path, method, headers: request.headers, body }, handler);
    } catch (error) {
      end('broken', error);
    }
  });
}
