import type { WebhookEvent } from './event.ts';
import { refuse } from './refuse.ts';

/** Parses the body of a webhook into its event. The caller must have checked the signature. */
export function eventOf(text: string): WebhookEvent {
  try {
    const event: WebhookEvent = JSON.parse(text);
    // The signature proves that Parley sent the body, and the contract defines its fields.
    if (typeof event.type === 'string' && event.data.object) return event;
  } catch {
    // Refused below, without a cause that would quote the text.
  }
  return refuse('event_invalid');
}
