// Receives signed events, in Express and wherever a Request is answered with a Response.
import {
  expressWebhook,
  fetchWebhook,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHandlerOptions,
} from '@parley/sdk/webhooks';
import express from 'express';

/** Your own code: what each event means to you. */
// #region handle
export function createHandler(notes: string[], seen = new Set<string>()) {
  return async (event: WebhookEvent): Promise<void> => {
    if (seen.has(event.id)) return; // the same event may come twice
    switch (event.type) {
      case 'message.received':
        notes.push(`${event.data.contact.name} wrote: ${event.data.object.text}`);
        break;
      case 'message.failed':
        notes.push(`${event.data.object.to} was not reached: ${event.data.object.error?.reason}`);
        break;
      default: // a type that you have no use for, or that was added later
    }
    seen.add(event.id);
  };
}
// #endregion

// #region express
export function createApp(
  options: WebhookHandlerOptions,
  handler: ReturnType<typeof createHandler>,
) {
  const app = express();
  app.post('/webhooks', expressWebhook(options, handler)); // before express.json()
  app.use(express.json());
  return app;
}
// #endregion

// #region fetch
export function createWorker(
  options: WebhookHandlerOptions,
  handler: ReturnType<typeof createHandler>,
) {
  return { fetch: fetchWebhook(options, handler) };
}
// #endregion

// #region route
/** `app/webhooks/route.ts` of Next.js. `next build` loads this file, usually without the secrets of the server. */
export async function POST(request: Request): Promise<Response> {
  const secrets = [process.env['WEBHOOK_SECRET'] ?? ''];
  const receive = fetchWebhook({ secrets }, (event) => console.log(event.type));
  return await receive(request);
}
// #endregion

// #region verify
/** For a framework without an adapter. `body` is the raw body, not the parsed one. */
export async function typeOf(
  body: string | Uint8Array,
  headers: Record<string, string | string[] | undefined>,
  secrets: string[],
): Promise<string> {
  const event = await verifyWebhook({ body, headers }, { secrets });
  return event.type;
}
// #endregion
