import { usageError } from '../core/usage-error.ts';
import { checkOptions } from './check-options.ts';
import type { WebhookInput } from './input.ts';
import {
  onErrorOf,
  type Reply,
  receive,
  type WebhookHandler,
  type WebhookHandlerOptions,
} from './receive.ts';

/** The parts of a Node or Express request that the SDK reads. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: unknown;
  readonly rawBody?: unknown;
  readonly readableDidRead?: boolean;
  iterator?(options: { destroyOnReturn: boolean }): AsyncIterable<Uint8Array>;
}

/** The parts of a Node or Express response that the SDK uses to answer. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(text: string): unknown;
}

export type NodeWebhookHandler = (
  request: NodeRequest,
  response: NodeResponse,
  next?: (error: unknown) => void,
) => Promise<void>;

/**
 * Returns a handler of webhooks for Express or for a server of `node:http`. It reads the raw body, verifies it, calls
 * your function and answers 204. A method other than POST gets 405, a body above 1 MiB gets 413, and any other request
 * that fails the verification gets 400. When your function fails before the response, the error goes to `next`, and
 * Parley sends the webhook again. Without a `next` the answer is 500, and the error goes to `onError`. Mount it before
 * `express.json()`.
 *
 *     app.post('/webhooks', expressWebhook({ secrets: [secret] }, (event) => queue.add(event)));
 */
export function expressWebhook(
  options: WebhookHandlerOptions,
  handler: WebhookHandler,
): NodeWebhookHandler {
  checkOptions(options, handler);
  return async (request, response, next) => {
    try {
      const { status, text } = await receive(inputOf(request), options, handler);
      response.writeHead(status, headersOf(status));
      response.end(text);
    } catch (error) {
      if (next) return next(error ?? usageError('The handler did not throw.'));
      response.writeHead(500, {});
      response.end('');
      onErrorOf(options)(error);
    }
  };
}

type WithMethod = WebhookInput & { method: string | undefined };

function inputOf(request: NodeRequest): WithMethod {
  const { method, headers, body, rawBody, readableDidRead: bodyUsed } = request;
  // Without this option, Node destroys the connection when the stream is not read to its end, and the response with it.
  const stream = request.iterator?.({ destroyOnReturn: false }) ?? request;
  // The reader refuses an invalid body.
  return { method, headers, bodyUsed, rawBody, body: body ?? stream } as WithMethod;
}

function headersOf(status: Reply['status']): Record<string, string> {
  return {
    ...(status === 204 ? {} : { 'content-type': 'text/plain; charset=utf-8' }),
    ...(status === 405 ? { allow: 'POST' } : {}),
    // Closes the connection, because the rest of the body is not read.
    ...(status === 413 ? { connection: 'close' } : {}),
  };
}
