import type { MatchField } from '@parley/contract/schemas';
import { lowest } from '../../db/sort-keys.ts';
import { perCall, type ReadStatement } from '../../db/statement.ts';

/** The columns of the unique fields. */
export const uniqueColumns = {
  phone: 'phone_key',
  email: 'email_key',
  externalId: 'external_id',
} as const satisfies Record<MatchField, string>;

interface Wanted {
  readonly field: MatchField;
  readonly keys: readonly string[];
}

/**
 * Returns the IDs of the contacts that have one of the given values in a unique field. On Postgres, looks up each value
 * as the first row from this value on, in the order of the column: only the unique index has this order. For
 * `= wanted.key` or `= any`, a plan made while the table was small reads all contacts of the tenant by another index.
 */
export const findHolders: ReadStatement<readonly Wanted[], readonly string[]> = {
  name: 'find-holders',
  access: 'read',
  sqlite: (db, { tenantId, input }) =>
    input.flatMap(({ field, keys }) => {
      const text = `select id from contacts where tenant_id = ?
        and ${uniqueColumns[field]} in (select value from json_each(?))`;
      // `pluck` returns the one selected column.
      return db.prepare(text).pluck().all(tenantId, JSON.stringify(keys)) as string[];
    }),
  postgres: perCall(async (db, { tenantId, input }) => {
    const found = await Promise.all(
      input.map(({ field, keys }) => {
        const column = uniqueColumns[field];
        return db.rows<{ id: string }>(
          `find-holders-${field}`,
          `select holder.id from unnest($2::text[]) wanted (key) cross join lateral (
             select id, ${column} as key from contacts
             where tenant_id = $1 and ${column} >= wanted.key order by ${column} limit 1
           ) holder where holder.key = wanted.key`,
          [tenantId, keys],
        );
      }),
    );
    return found.flat().map(({ id }) => id);
  }),
};

/** A phone number as an address on WhatsApp, with the contact that has it. */
export interface Addressee {
  readonly address: string;
  readonly contactId: string;
}

/** Returns the contacts that have one of these phone numbers as an address. Looks it up on Postgres as `findHolders` does. */
export const findAddressees: ReadStatement<readonly string[], readonly Addressee[]> = {
  name: 'find-addressees',
  access: 'read',
  sqlite: (db, { tenantId, input }) => {
    const text = `select address, contact_id as "contactId" from identities
      where tenant_id = ? and channel_type = 'whatsapp' and scope = '${lowest}'
        and address in (select value from json_each(?))`;
    // The rows have the selected columns: better-sqlite3 does not know their types.
    return db.prepare(text).all(tenantId, JSON.stringify(input)) as Addressee[];
  },
  postgres: perCall(
    async (db, { tenantId, input }) =>
      await db.rows<Addressee>(
        'find-addressees',
        `select holder.address, holder.contact_id as "contactId"
         from unnest($2::text[]) wanted (address) cross join lateral (
           select address, contact_id from identities
           where tenant_id = $1 and channel_type = 'whatsapp' and scope = '${lowest}'
             and address >= wanted.address
           order by address limit 1
         ) holder where holder.address = wanted.address`,
        [tenantId, input],
      ),
  ),
};
