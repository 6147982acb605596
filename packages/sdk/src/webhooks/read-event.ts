import type { WebhookEvent } from './event.ts';
import { refuse } from './refuse.ts';

/** The event in a text that is signed. */
export function eventOf(text: string): WebhookEvent {
  try {
    const event: WebhookEvent = JSON.parse(text);
    // The signature vouches for the sender, and the contract for the rest.
    if (typeof event.type === 'string' && event.data.object) return event;
  } catch {
    // Refused below, without a cause that would quote the text.
  }
  return refuse('event_invalid');
}
