import { checkOptions } from './check-options.ts';
import { receive, type WebhookHandler, type WebhookHandlerOptions } from './receive.ts';

export type FetchWebhookHandler = (request: Request) => Promise<Response>;

/**
 * Returns a function that handles the `Request` of a webhook and resolves with the `Response`, for Workers, Hono,
 * Next.js, Deno and Bun. Answers 204; 400 to a request that is not a webhook of your server; 413 to a body above 1 MiB.
 * Rejects when your function fails: then the runtime answers 500, and Parley sends the webhook again. In Next.js, call
 * it inside `POST`, because `next build` loads the route without secrets.
 *
 *     const receive = fetchWebhook({ secrets: [secret] }, (event) => queue.send(event));
 *     const response = await receive(request);
 */
export function fetchWebhook(
  options: WebhookHandlerOptions,
  handler: WebhookHandler,
): FetchWebhookHandler {
  checkOptions(options, handler);
  return async (request) => {
    const { status, text } = await receive(request, options, handler);
    const headers: Record<string, string> = status === 405 ? { allow: 'POST' } : {};
    return new Response(status === 204 ? null : text, { status, headers });
  };
}
