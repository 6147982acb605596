import type { StoredChannel } from './channel-record.ts';
import type { StoredIdentity } from './contacts.ts';
import { dayMs } from './durations.ts';

// WhatsApp and TikTok state the names of a customer in each webhook. Instagram states none: the server asks for them.

/**
 * The time in milliseconds for which a customer must be silent before the server asks again for names that the provider
 * did not give.
 */
const profileRetryMs = dayMs;

/**
 * Returns whether the server asks the provider for the names of a customer who wrote at this time. The second parameter
 * is the sender's identity as it was before the message.
 */
export function wantsProfile(
  { provider }: Pick<StoredChannel, 'provider'>,
  { username, lastInboundAt }: Pick<StoredIdentity, 'username' | 'lastInboundAt'>,
  at: string,
): boolean {
  if (provider !== 'instagram_graph' || username !== null) return false;
  return lastInboundAt === null || Date.parse(at) - Date.parse(lastInboundAt) >= profileRetryMs;
}
