import type { ConsentState, ContactConsent } from '@parley/contract/schemas';

const unknown: ConsentState = { status: 'unknown', at: null, source: null, channelType: null };

/** Of a contact that has decided nothing. */
export const unknownConsent: ContactConsent = { marketing: unknown, all: unknown };
