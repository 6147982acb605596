import { consentScope, type TenantSettings } from '@parley/contract/schemas';
import type { ConsentChange } from './consent.ts';
import type { StoredContact } from './contacts.ts';
import { newMessage, type Place, type StoredMessage } from './messages.ts';
import type { Made } from './rules.ts';

// A contact that opts out or in gets one text that confirms the decision, even though an opted-out contact gets no
// other message.

type Confirmations = Pick<TenantSettings, 'optOutConfirmation' | 'optInConfirmation'>;

/** Returns the text that confirms a decision, or null when it changed no status or the contact is blocked. */
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
  /** ID of the contact's message that opted out or in. */
  readonly causeId: string;
}

/** Returns the message that confirms a decision. */
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
