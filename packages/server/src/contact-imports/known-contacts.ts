import type { MatchField } from '@parley/contract/schemas';
import {
  type ContactLookup,
  type ContactRow,
  contactRules,
  type StoredContact,
  soughtContact,
} from '@parley/domain';
import { findHolders } from '../contacts/statements/find-holders.ts';
import { contactsTable } from '../contacts/table.ts';
import type { TenantContext } from '../tenancy/context.ts';

// The rules have these unique fields.
const unique = Object.entries(contactRules.unique) as [
  MatchField,
  (one: StoredContact) => string | null,
][];

/** The contacts that the rows of a batch may match, with the changes of the earlier rows of the batch. */
export class KnownContacts implements ContactLookup {
  readonly #byId = new Map<string, StoredContact>();
  readonly #byKey = new Map<string, StoredContact>();

  byId(id: string): StoredContact | undefined {
    return this.#byId.get(id);
  }

  holderOf(field: MatchField, wanted: StoredContact): StoredContact | undefined {
    const key = contactRules.unique[field]?.(wanted);
    return key == null ? undefined : this.#byKey.get(`${field} ${key}`);
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
 * Reads and locks the contacts that have a unique value of any of the rows, in the order of their IDs. Call it in a
 * transaction.
 */
export async function readKnown(
  ctx: TenantContext,
  rows: readonly ContactRow[],
): Promise<KnownContacts> {
  const sought = rows.map(({ body }) => soughtContact(body));
  const ids = new Set(rows.flatMap(({ id }) => id ?? []));
  const wanted = unique.flatMap(([field, keyOf]) => {
    const keys = sought.flatMap((one) => keyOf(one) ?? []);
    return keys.length === 0 ? [] : [{ field, keys }];
  });
  for (const id of await ctx.db.run(findHolders, wanted)) ids.add(id);
  const known = new KnownContacts();
  if (ids.size === 0) return known;
  const locked = ctx.db
    .select(contactsTable)
    .whereIn('id', [...ids])
    .orderBy('id')
    .forUpdate();
  for (const row of await locked) known.put(contactsTable.toRecord(row));
  return known;
}
