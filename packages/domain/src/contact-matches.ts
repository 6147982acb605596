import {
  type CreateContactBody,
  type MatchField,
  mergeMetadata,
  ServiceError,
  type UpdateContactBody,
  type UpsertContactBody,
} from '@parley/contract/schemas';
import { contactRules, newContact, type StoredContact } from './contacts.ts';
import { violation } from './refusals.ts';

/** The values that an upsert looks for, and the fields that may hold them. */
export interface ContactMatch {
  readonly wanted: StoredContact;
  readonly fields: readonly MatchField[];
}

const empty = newContact({ id: '', at: '' }, 'api');

/** Returns a contact that has only the unique fields of the body, to look for contacts with the same values. */
export function soughtContact({
  phone = null,
  email = null,
  externalId = null,
}: Pick<UpsertContactBody, MatchField>): StoredContact {
  return { ...empty, phone, email, externalId };
}

/** Throws SVC-RULE-VIOLATION when the body gives none of the fields in `match`. */
export function matchOf(body: UpsertContactBody): ContactMatch {
  const { unique } = contactRules;
  const wanted = soughtContact(body);
  const fields = [...new Set(body.match)].filter((field) => unique[field]?.(wanted) != null);
  if (fields.length > 0) return { wanted, fields };
  const [field = 'externalId'] = body.match;
  const message = `Give at least one of the fields in \`match\`: ${body.match.join(', ')}.`;
  throw violation('match_field', field, message);
}

/**
 * Returns the contact that an upsert matches, or undefined when none matches. Throws SVC-CONTACT-AMBIGUOUS when several
 * match.
 */
export function oneContact(
  found: readonly { readonly field: MatchField; readonly id: string }[],
): string | undefined {
  const ids = new Set(found.map(({ id }) => id));
  if (ids.size > 1) throw ambiguous(found);
  return found[0]?.id;
}

/** The message names the contacts, because the errors of an import have no details. */
function ambiguous(found: Parameters<typeof oneContact>[0]): ServiceError {
  const holders = found.map(({ field, id }) => `\`${field}\` to ${id}`).join(', ');
  const message = `The fields belong to different contacts: ${holders}. List fewer fields in \`match\`, or correct one of the contacts.`;
  return new ServiceError('SVC-CONTACT-AMBIGUOUS', { candidates: [...found] }, { message });
}

/**
 * Returns whether an upsert belongs to a contact that has its phone number only as an address. With another ID or email,
 * it is about somebody else, who may be the new owner of the number. Ask only if no contact has a value of the upsert.
 */
export function isAddressee(contact: StoredContact, { wanted, fields }: ContactMatch): boolean {
  if (!fields.includes('phone')) return false;
  return (['externalId', 'email'] as const).every((field) => {
    const [own, other] = [contact, wanted].map((one) => contactRules.unique[field]?.(one) ?? null);
    return own === null || other === null || own === other;
  });
}

/**
 * Returns the update that an upsert makes to the contact `found`. A contact that was found only by one of its addresses
 * keeps its `phone`: otherwise, two records of a person with two numbers would replace it in turn.
 */
export function changeOf(body: UpsertContactBody, found?: StoredContact): UpdateContactBody {
  const { match: _match, ...fields } = body;
  if (found === undefined || found.phone === null || hasValueOf(found, matchOf(body)))
    return fields;
  const { phone: _phone, ...others } = fields;
  return others;
}

function hasValueOf(contact: StoredContact, { wanted, fields }: ContactMatch): boolean {
  const { unique } = contactRules;
  return fields.some((field) => unique[field]?.(wanted) === unique[field]?.(contact));
}

/** Returns the contact that an upsert creates when no contact matches. */
export function newContactOf(body: UpsertContactBody): CreateContactBody {
  const { metadata, ...fields } = changeOf(body);
  return { ...fields, ...(metadata && { metadata: mergeMetadata({}, metadata) }) };
}
