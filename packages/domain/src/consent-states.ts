import type { ConsentState, ContactConsent, Message } from '@parley/contract/schemas';

const unknown: ConsentState = { status: 'unknown', at: null, source: null, channelType: null };

/** Of a contact that has decided nothing. */
export const unknownConsent: ContactConsent = { marketing: unknown, all: unknown };

/** Whether a message confirms an opt-out or opt-in. */
export function isConfirmation({
  sourceType,
}: {
  readonly sourceType: Message['source']['type'];
}): boolean {
  return sourceType === 'consent';
}
