import type { ConsentState, ContactConsent, Message } from '@parley/contract/schemas';

const unknown: ConsentState = { status: 'unknown', at: null, source: null, channelType: null };

/** The consent of a contact that has neither opted out nor in. */
export const unknownConsent: ContactConsent = { marketing: unknown, all: unknown };

/** Returns whether a message confirms an opt-out or opt-in. */
export function isConfirmation({
  sourceType,
}: {
  readonly sourceType: Message['source']['type'];
}): boolean {
  return sourceType === 'consent';
}
