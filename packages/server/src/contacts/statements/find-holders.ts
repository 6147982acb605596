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
  readonly values: readonly {
    readonly field: MatchField;
    readonly keys: readonly string[];
  }[];
  /** Phone numbers as addresses on WhatsApp. Empty if `values` has no `phone`. */
  readonly addresses: readonly string[];
}

/** A contact that has one of the values, or one of the addresses. */
export interface Holder {
  readonly id: string;
  readonly address: string | null;
}

/**
 * Returns the contacts that have one of the given values in a unique field, or one of the addresses. On Postgres, looks up
 * each value as the first row from this value on, in the order of the column: only the unique index has this order. For
 * `= wanted.key` or `= any`, a plan made while the table was small reads all contacts of the tenant by another index.
 */
export const findHolders: ReadStatement<Wanted, readonly Holder[]> = {
  name: 'find-holders',
  access: 'read',
  sqlite: (db, { tenantId, input: { values, addresses } }) => {
    const holders = values.flatMap(({ field, keys }) => {
      const text = `select id, null as address from contacts where tenant_id = ?
        and ${uniqueColumns[field]} in (select value from json_each(?))`;
      // The rows have the selected columns: better-sqlite3 does not know their types.
      return db.prepare(text).all(tenantId, JSON.stringify(keys)) as Holder[];
    });
    return [...holders, ...findAddressees.sqlite(db, { tenantId, input: addresses })];
  },
  postgres: perCall(async (db, { tenantId, input: { values, addresses } }) => {
    const found = await Promise.all(
      values.map(({ field, keys }) => {
        const column = uniqueColumns[field];
        const text = `select holder.id, null as address
          from unnest($2::text[]) wanted (key) cross join lateral (
            select id, ${column} as key from contacts
            where tenant_id = $1 and ${column} >= wanted.key order by ${column} limit 1
          ) holder where holder.key = wanted.key`;
        return field === 'phone'
          ? db.rows<Holder>(
              'find-holders-phone',
              `${text} union all ${addresseesSql(addressesOf('$3'))}`,
              [tenantId, keys, addresses],
            )
          : db.rows<Holder>(`find-holders-${field}`, text, [tenantId, keys]);
      }),
    );
    return found.flat();
  }),
};

/** The addresses of a parameter, in the tenant of the first one. */
const addressesOf = (parameter: string) =>
  `(select $1::text as tenant_id, unnest(${parameter}::text[]) as address) wanted`;

/** Returns SQL for the contacts with an address of the relation `wanted (tenant_id, address)`, as `findHolders` looks it up. */
export const addresseesSql = (wanted: string) => `
  select holder.contact_id as id, holder.address
  from ${wanted} cross join lateral (
    select address, contact_id from identities
    where tenant_id = wanted.tenant_id and channel_type = 'whatsapp' and scope = '${lowest}'
      and address >= wanted.address
    order by address limit 1
  ) holder where holder.address = wanted.address`;

/** Returns the contacts that have one of these phone numbers as an address. Looks it up on Postgres as `findHolders` does. */
export const findAddressees: ReadStatement<readonly string[], readonly Holder[]> = {
  name: 'find-addressees',
  access: 'read',
  sqlite: (db, { tenantId, input }) => {
    const text = `select contact_id as id, address from identities
      where tenant_id = ? and channel_type = 'whatsapp' and scope = '${lowest}'
        and address in (select value from json_each(?))`;
    // The rows have the selected columns: better-sqlite3 does not know their types.
    return db.prepare(text).all(tenantId, JSON.stringify(input)) as Holder[];
  },
  postgres: perCall(
    async (db, { tenantId, input }) =>
      await db.rows<Holder>('find-addressees', addresseesSql(addressesOf('$2')), [tenantId, input]),
  ),
};
