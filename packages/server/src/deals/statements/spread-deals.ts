import type { Dialect } from '../../db/driver.ts';
import { limitTo } from '../../db/sql-writer.ts';
import { perCall, type WriteStatement } from '../../db/statement.ts';

interface Spread {
  readonly stageId: string;
  /** A deal that does not move, although it may be in the range. */
  readonly ownId: string;
  /** The position of the first deal that moves. */
  readonly from: number;
  /** The maximum number of deals that move. */
  readonly count: number;
  /** The new position of the first deal. */
  readonly first: number;
  /** The distance between two new positions. */
  readonly gap: number;
}

/** Sets the positions of the next deals of a stage to equal distances. Their order does not change. */
export const spreadDeals: WriteStatement<Spread, undefined> = {
  name: 'spread-deals',
  access: 'write',
  atomic: true,
  sqlite(db, { tenantId, input }) {
    db.prepare(text('sqlite')).run(...valuesOf(tenantId, input), tenantId);
    return undefined;
  },
  postgres: perCall(async (db, { tenantId, input }) => {
    await db.rows('spread-deals', text('postgres'), valuesOf(tenantId, input));
    return undefined;
  }),
};

const valuesOf = (tenantId: string, { stageId, ownId, from, count, first, gap }: Spread) =>
  [first, gap, tenantId, stageId, from, ownId, count] as const;

function text(dialect: Dialect): string {
  const value = (place: number) => (dialect === 'sqlite' ? '?' : `$${place}`);
  const whole = (place: number) => (dialect === 'sqlite' ? '?' : `$${place}::bigint`);
  return `update deals set position = spread.position from (
      select id, ${whole(1)} + ${whole(2)} * (row_number() over (order by position, id) - 1) as position
      from deals
      where tenant_id = ${value(3)} and stage_id = ${value(4)} and position >= ${value(5)} and id <> ${value(6)}
      order by position, id ${limitTo(dialect, value(7))}) as spread
    where deals.tenant_id = ${value(3)} and deals.id = spread.id`;
}
