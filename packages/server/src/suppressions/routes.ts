import { contract } from '@parley/contract';
import { addressesNamed, notFound, suppressionFilters, suppressionOf } from '@parley/domain';
import { defineList } from '../crud/list.ts';
import { lockKind } from '../crud/lock-kind.ts';
import { implement } from '../http/implement.ts';
import { inTransaction } from '../tenancy/context.ts';
import { hashesOf } from './service.ts';
import { suppress } from './suppress.ts';
import { suppressionsTable } from './table.ts';

const list = defineList(
  suppressionsTable,
  { filters: suppressionFilters },
  {
    filters: {
      address: (address, sql, ctx) =>
        sql.isAnyOf(
          'hash',
          addressesNamed(address).flatMap((one) => hashesOf(ctx, one)),
        ),
    },
    make: (suppression) => ({ record: suppressionOf(suppression) }),
  },
);

export const suppressionsRoutes = implement(contract.suppressions, {
  list: async ({ query }, ctx) => await list(ctx, query),
  create: async ({ body }, ctx) => await suppress(ctx, body),
  get: async ({ params }, ctx) => {
    const row = await ctx.db.select(suppressionsTable).where(params).first();
    if (!row) throw notFound('suppression', params.id);
    return suppressionOf(suppressionsTable.toRecord(row));
  },
  delete: async ({ params }, ctx) => {
    await inTransaction(ctx, async (ctx) => {
      const removed = await ctx.db.remove(suppressionsTable, params);
      if (removed === 0) throw notFound('suppression', params.id);
      // Contacts that get the address at the same moment get it before or after this, or run again. After the row, as
      // all requests take these locks.
      await ctx.db.run(lockKind, { kind: 'suppression' });
    });
  },
});
