import type { ConsentState, ContactConsent, Message, ServiceError } from '@parley/contract/schemas';
import { violation } from './refusals.ts';

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

/** Returns the error for a keyword of `field` that would opt out and in. */
export function opposedKeyword(keyword: string, field: string): ServiceError {
  const message = `The keyword \`${keyword}\` cannot opt both out and in. Remove it from \`${field}\`.`;
  return violation('opts_out_or_in', field, message);
}
