import type {
  ConsentState,
  Contact,
  ContactMerge,
  MergeContactsBody,
} from '@parley/contract/schemas';
import type { StoredContact } from './contacts.ts';
import { later } from './fields.ts';
import { violation } from './refusals.ts';
import { unionOfTags } from './tags.ts';

/** Throws SVC-RULE-VIOLATION when a contact is to be merged with itself. */
export function checkMerge({ primaryId, duplicateId }: MergeContactsBody): void {
  if (primaryId !== duplicateId) return;
  throw violation('different_contacts', 'duplicateId');
}

/**
 * Returns the primary contact after a merge. It takes the duplicate's values for its empty fields. Tags, values of custom
 * fields, metadata, consent, `blocked`, the lifecycle and the times of both are combined, even above the limits of changes.
 */
export function mergedContact(primary: StoredContact, duplicate: StoredContact): StoredContact {
  const values = Object.entries(primary).map(([field, value]) => [
    field,
    value ?? duplicate[field as keyof StoredContact],
  ]);
  return {
    // Each field has the value of the primary contact or of the duplicate.
    ...(Object.fromEntries(values) as StoredContact),
    lifecycle: further(primary.lifecycle, duplicate.lifecycle),
    tags: unionOfTags(primary.tags, duplicate.tags),
    customFields: { ...duplicate.customFields, ...primary.customFields },
    metadata: { ...duplicate.metadata, ...primary.metadata },
    consent: {
      marketing: stricter(primary.consent.marketing, duplicate.consent.marketing),
      all: stricter(primary.consent.all, duplicate.consent.all),
    },
    blocked: primary.blocked || duplicate.blocked,
    archivedAt: duplicate.archivedAt && primary.archivedAt,
    lastInboundAt: latest(primary.lastInboundAt, duplicate.lastInboundAt),
    lastOutboundAt: latest(primary.lastOutboundAt, duplicate.lastOutboundAt),
    lastSeenAt: latest(primary.lastSeenAt, duplicate.lastSeenAt),
  };
}

/** Returns the record of a merge, with the duplicate as the API showed it before. */
export function mergeOf(contact: Contact, mergedIntoId: string, mergedAt: string): ContactMerge {
  return { id: contact.id, mergedIntoId, contact, mergedAt };
}

const stages: readonly StoredContact['lifecycle'][] = ['lead', 'opportunity', 'customer'];

/** Returns the later of two lifecycle stages: a merge never moves a contact to an earlier stage. */
function further(own: StoredContact['lifecycle'], other: StoredContact['lifecycle']) {
  return own !== 'other' && stages.indexOf(other) > stages.indexOf(own) ? other : own;
}

/**
 * Returns the stricter of two consents: an opt-out is kept before an opt-in, and any decision before none. Of two equal
 * decisions, the later one is kept: what the contact wrote before its last opt-out allows no message.
 */
function stricter(own: ConsentState, other: ConsentState): ConsentState {
  if (own.status === other.status) return (own.at ?? '') < (other.at ?? '') ? other : own;
  if (own.status === 'opted_out' || other.status === 'unknown') return own;
  return other;
}

function latest(own: string | null, other: string | null): string | null {
  return other === null ? own : later(own, other);
}
