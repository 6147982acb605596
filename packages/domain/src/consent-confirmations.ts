import { consentScope, type TenantSettings } from '@parley/contract/schemas';
import type { ConsentChange } from './consent.ts';
import type { StoredContact } from './contacts.ts';
import { newMessage, type Place, type StoredMessage } from './messages.ts';
import type { Made } from './rules.ts';

// A contact that opts out or in gets one text that confirms it, even though it refuses all other messages.

type Confirmations = Pick<TenantSettings, 'optOutConfirmation' | 'optInConfirmation'>;

/** The text that confirms a decision; null when it changed no status, and for a blocked contact. */
export function confirmationOf(
  before: StoredContact,
  after: StoredContact,
  { status }: ConsentChange,
  { optOutConfirmation, optInConfirmation }: Confirmations,
): string | null {
  const isChange = consentScope.options.some(
    (scope) => before.consent[scope].status !== after.consent[scope].status,
  );
  if (!isChange || after.blocked) return null;
  return status === 'opted_out' ? optOutConfirmation : optInConfirmation;
}

interface Confirming {
  readonly text: string;
  readonly to: string;
  /** ID of the message of the contact. */
  readonly causeId: string;
}

/** The message that confirms a decision. */
export function confirmationMessage(
  { channel, conversation }: Place,
  { text, to, causeId }: Confirming,
  { id, at }: Made,
): StoredMessage {
  return newMessage(
    channel,
    conversation,
    { id, at },
    {
      direction: 'outbound',
      type: 'text',
      from: channel.address ?? channel.id,
      to,
      text,
      content: null,
      status: 'queued',
      sourceType: 'consent',
      sourceId: causeId,
      queuedAt: at,
    },
  );
}
