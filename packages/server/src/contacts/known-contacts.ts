import { isDeepStrictEqual } from 'node:util';
import type { MatchField, UpsertContactBody } from '@parley/contract/schemas';
import {
  type ContactLookup,
  contactRules,
  phoneForms,
  type StoredContact,
  soughtContact,
} from '@parley/domain';
import { RunAgainError } from '../db/failures.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { findHolders, type Holder } from './statements/find-holders.ts';
import { contactsTable } from './table.ts';

// The rules have these unique fields.
const unique = Object.entries(contactRules.unique) as [
  MatchField,
  (one: StoredContact) => string | null,
][];

/** The values of an item by which its contact is found. */
export interface Sought {
  /** ID of the contact, if the item names one. */
  readonly id: string | null;
  readonly body: Pick<UpsertContactBody, MatchField | 'match'>;
}

/** The contacts that the items of a batch may match, with the changes by earlier items. */
export class KnownContacts implements ContactLookup {
  readonly #byId = new Map<string, StoredContact>();
  readonly #byKey = new Map<string, StoredContact>();
  readonly #addressees: ReadonlyMap<string, string>;

  constructor(addressees: readonly Holder[]) {
    this.#addressees = new Map(addressees.map(({ address, id }) => [address ?? '', id]));
  }

  byId(id: string): StoredContact | undefined {
    return this.#byId.get(id);
  }

  holderOf(field: MatchField, wanted: StoredContact): StoredContact | undefined {
    const key = contactRules.unique[field]?.(wanted);
    return key == null ? undefined : this.#byKey.get(`${field} ${key}`);
  }

  addresseeOf({ phone }: StoredContact): StoredContact | undefined {
    const ids = phoneForms(phone ?? '').flatMap((form) => this.#addressees.get(form) ?? []);
    return ids[0] === undefined ? undefined : this.#byId.get(ids[0]);
  }

  put(contact: StoredContact): void {
    const before = this.#byId.get(contact.id);
    if (before) for (const key of keysOf(before)) this.#byKey.delete(key);
    this.#byId.set(contact.id, contact);
    for (const key of keysOf(contact)) this.#byKey.set(key, contact);
  }
}

function keysOf(contact: StoredContact): string[] {
  return unique.flatMap(([field, keyOf]) => {
    const key = keyOf(contact);
    return key === null ? [] : `${field} ${key}`;
  });
}

/**
 * Reads and locks the contacts that have a unique value of any of the items, or its phone number as an address, in the
 * order of their IDs. Call it in a transaction.
 */
export async function readKnown(
  ctx: TenantContext,
  items: readonly Sought[],
): Promise<KnownContacts> {
  const sought = items.map(({ body }) => soughtContact(body));
  const ids = new Set(items.flatMap(({ id }) => id ?? []));
  const wanted = unique.flatMap(([field, keyOf]) => {
    const keys = sought.flatMap((one) => keyOf(one) ?? []);
    return keys.length === 0 ? [] : [{ field, keys }];
  });
  const numbers = items.flatMap(({ body: { match, phone } }) =>
    match.includes('phone') && phone != null ? phoneForms(phone) : [],
  );
  const find = () => ctx.db.run(findHolders, { values: wanted, addresses: numbers });
  const holders = await find();
  for (const holder of holders) ids.add(holder.id);
  const addressees = holders.filter(({ address }) => address !== null);
  const known = new KnownContacts(addressees);
  if (ids.size === 0) return known;
  const locked = ctx.db
    .select(contactsTable)
    .whereIn('id', [...ids])
    .orderBy('id')
    .forUpdate();
  for (const row of await locked) known.put(contactsTable.toRecord(row));
  if (addressees.length === 0) return known;
  // Before the contacts were locked, another one may have got an address, or a value that comes before an address.
  const isSame = isDeepStrictEqual(asSet(await find()), asSet(holders));
  if (!isSame) throw new RunAgainError();
  return known;
}

const asSet = (holders: readonly Holder[]) =>
  new Set(holders.map(({ id, address }) => `${id} ${address}`));
