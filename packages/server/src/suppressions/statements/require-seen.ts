import { isDeepStrictEqual } from 'node:util';
import type { ChannelType } from '@parley/contract/schemas';
import type { StoredSuppression } from '@parley/domain';
import { type Lock, lockKindSql } from '../../crud/lock-kind.ts';
import { RunAgainError } from '../../db/failures.ts';
import { failUnless, runAgainUnlessAll } from '../../db/requirements.ts';
import { lowest } from '../../db/sort-keys.ts';
import {
  arraysOf,
  type Call,
  oneByOne,
  type Postgres,
  type WriteStatement,
} from '../../db/statement.ts';

// A transaction that gives an address to a contact reads the suppressions of the address first, and one that suppresses
// an address reads the contacts with it. At the end of each, a check repeats this read and throws a RunAgainError when
// another transaction has changed the result in between. On Postgres, the two kinds of transactions also exclude each
// other from then on, because neither sees rows before their commit.

interface SeenSuppressions {
  readonly hashes: readonly string[];
  /** The suppressions that the transaction has read. A repeated request for an address changes only `decidedAt`. */
  readonly seen: readonly Pick<StoredSuppression, 'id' | 'decidedAt'>[];
}

const textOf = ({ id, decidedAt }: SeenSuppressions['seen'][number]) => `${id} ${decidedAt}`;

/** Throws a RunAgainError unless these addresses have the suppressions that the transaction has read, and no others. */
export const requireSeenSuppressions: WriteStatement<SeenSuppressions, undefined> = {
  name: 'require-seen-suppressions',
  access: 'write',
  sqlite(db, { tenantId, input: { hashes, seen } }) {
    const text = `select id || ' ' || decided_at from suppressions where tenant_id = ?
      and hash in (select value from json_each(?))`;
    const found = db.prepare(text).pluck().all(tenantId, JSON.stringify(hashes));
    if (!isDeepStrictEqual(new Set(found), new Set(seen.map(textOf)))) throw new RunAgainError();
    return undefined;
  },
  async postgres(db, calls) {
    // Calls share a commit, but not what they have read.
    const asked = calls.flatMap(({ tenantId, input }, call) =>
      input.hashes.map((hash) => ({ call, tenantId, hash })),
    );
    const seen = calls.flatMap(({ input }, call) =>
      input.seen.map((one) => ({ call, text: textOf(one) })),
    );
    await refuseUnseen(db, calls, {
      kind: 'suppression',
      name: 'require-seen-suppressions',
      isShared: true,
      text: `select from (
          select asked.call, s.id || ' ' || s.decided_at as text
          from unnest($1::integer[], $2::text[], $3::text[]) asked (call, tenant_id, hash)
          join suppressions s on s.tenant_id = asked.tenant_id and s.hash = asked.hash
        ) found full join unnest($4::integer[], $5::text[]) seen (call, text) using (call, text)
        where found.call is null or seen.call is null`,
      values: [
        ...arraysOf(asked, ['call', 'tenantId', 'hash']),
        ...arraysOf(seen, ['call', 'text']),
      ],
    });
    return calls.map(() => undefined);
  },
};

interface SeenHolders {
  readonly channelType: ChannelType;
  readonly addresses: readonly string[];
  readonly phoneKeys: readonly string[];
  /** The IDs of the contacts that the transaction has locked. */
  readonly ids: readonly string[];
}

/**
 * Selects the scopes that an address on channels of a type can have. In the index of addresses, they come before the
 * address.
 */
const scopesOf = (tenantId: string, channelType: string) =>
  `select '${lowest}' union all select id from channels where tenant_id = ${tenantId} and type = ${channelType}`;

/** Throws a RunAgainError when other contacts have one of these addresses than the transaction has locked. */
export const requireSeenHolders: WriteStatement<SeenHolders, undefined> = {
  name: 'require-seen-holders',
  access: 'write',
  sqlite(db, { tenantId, input: { channelType, addresses, phoneKeys, ids } }) {
    // With `union`, SQLite would read all rows of both tables in the order of the IDs.
    const text = `select contact_id as id from identities where tenant_id = ? and channel_type = ?
        and scope in (${scopesOf('?', '?')}) and address in (select value from json_each(?))
      union all
      select id from contacts where tenant_id = ? and phone_key in (select value from json_each(?))`;
    const [some, keys] = [addresses, phoneKeys].map((texts) => JSON.stringify(texts));
    // The rows have the selected column: better-sqlite3 does not know their types.
    const ofType = [tenantId, channelType];
    const found = db.prepare(text).all(...ofType, ...ofType, some, tenantId, keys) as Id[];
    if (found.some(({ id }) => !ids.includes(id))) throw new RunAgainError();
    return undefined;
  },
  postgres: oneByOne(async (db, call) => {
    const { tenantId, input } = call;
    await refuseUnseen(db, [call], {
      kind: 'suppression',
      name: 'require-seen-holders',
      isShared: false,
      text: `select from (
            select contact_id as id from identities
            where tenant_id = $1 and channel_type = $2
              and scope = any (array(${scopesOf('$1', '$2')})) and address = any ($3)
            union all select id from contacts where tenant_id = $1 and phone_key = any ($4)
          ) holder where id <> all ($5)`,
      values: [tenantId, input.channelType, input.addresses, input.phoneKeys, input.ids],
    });
    return undefined;
  }),
};

interface Id {
  readonly id: string;
}

interface Check extends Lock {
  readonly name: string;
  /** Selects a row for each record that the transaction has not read. */
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Takes the lock of the tenants, and throws a RunAgainError when the query finds a row after that. */
export async function refuseUnseen(
  db: Postgres,
  calls: readonly Call<unknown>[],
  { name, text, values, ...lock }: Check,
): Promise<void> {
  const tenants = [...new Set(calls.map(({ tenantId }) => tenantId))].sort();
  const locked = db.rows(
    `${name}-lock`,
    `${lockKindSql(lock, 'tenant_id')} from unnest($1::text[]) tenant_id`,
    [tenants],
  );
  const checked = db.rows(name, failUnless(`not exists (${text})`), values);
  await runAgainUnlessAll([locked, checked]);
}
