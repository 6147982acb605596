import { type Bucket, takeTurn as turnAfter } from '@parley/domain';
import { type Call, unsyncedCommit, type WriteStatement } from '../../db/statement.ts';

// The turns of a limit are a number that all workers share: the time at which its bucket is full again. The commit of
// a turn is not synced to disk: the later commit that marks the message as `sending` includes it.

export interface TurnInput {
  /** The ID of the channel, or the name of a further limit. */
  readonly name: string;
  /** Whether the channels of several tenants share the limit. */
  readonly ofAllTenants?: boolean;
  readonly bucket: Bucket;
  /** How many consecutive turns to take. */
  readonly turns: number;
  /** Returns the earliest time of the first turn. Called when the turn is taken. */
  fromMs(): number;
}

interface NearTurnInput extends TurnInput {
  readonly withinMs: number;
}

export interface TakenTurn {
  /**
   * When the token bucket of the limit is full again, in epoch microseconds. `fromUs` is the earliest time of the first
   * turn.
   */
  readonly nextAtUs: number;
  readonly fromUs: number;
}

/** Takes the next turns of a channel. */
export const takeTurn = turnsIn('channel_throttles', 'channel_id');

/** Takes the next turns of a further limit of the provider. */
export const takeFurtherTurn = turnsIn('further_throttles', 'name');

/**
 * Takes the next turn of a further limit, unless it is more than `withinMs` after the earliest time. Then returns
 * undefined, without changes.
 */
export const takeNearTurn: WriteStatement<NearTurnInput, TakenTurn | undefined> = {
  name: 'take-near-turn',
  access: 'write',
  atomic: true,
  sqlite(db, call) {
    const { values, fromUs } = nearTurn(call);
    const row = db.prepare(nearTurnSql('max', '(select 1) as here')).get(values);
    return takenOf(row as NearRow | undefined, fromUs);
  },
  async postgres(db, calls) {
    const sql = nearTurnSql('greatest', `(select ${unsyncedCommit}) as commit`).replaceAll(
      /@(\w+)/g,
      (_, name: string) =>
        `$${(nearNames as readonly string[]).indexOf(name) + 1}${name.endsWith('Us') ? '::bigint' : '::text'}`,
    );
    const turns = new Map<Call<NearTurnInput>, TakenTurn | undefined>();
    // Batches lock their limits in the same order.
    const sorted = [...calls].sort((a, b) => (keyOf(a).join(' ') < keyOf(b).join(' ') ? -1 : 1));
    for (const call of sorted) {
      const { values, fromUs } = nearTurn(call);
      const [row] = await db.rows<NearRow>(
        'take-near-turn',
        sql,
        nearNames.map((name) => values[name]),
      );
      turns.set(call, takenOf(row, fromUs));
    }
    return calls.map((call) => turns.get(call));
  },
};

interface NearRow {
  readonly next_at_us: number;
}

const nearNames = ['owner', 'name', 'fromUs', 'widthUs', 'latestUs'] as const;

function nearTurnSql(later: 'max' | 'greatest', commit: string): string {
  return `insert into further_throttles as t (tenant_id, name, next_at_us)
    select @owner, @name, @fromUs + @widthUs from ${commit} where true
    on conflict (tenant_id, name) do update set next_at_us = ${later}(t.next_at_us, @fromUs) + @widthUs
      where ${later}(t.next_at_us, @fromUs) + @widthUs <= @latestUs
    returning next_at_us`;
}

function nearTurn(call: Call<NearTurnInput>) {
  const { bucket, withinMs, fromMs } = call.input;
  const [owner, name] = keyOf(call);
  const fromUs = fromMs() * 1_000;
  const latestUs = fromUs + withinMs * 1_000 + bucket.burst * bucket.intervalUs;
  return { fromUs, values: { owner, name, fromUs, widthUs: widthUs(call), latestUs } };
}

function takenOf(row: NearRow | undefined, fromUs: number): TakenTurn | undefined {
  return row && { nextAtUs: row.next_at_us, fromUs };
}

function turnsIn(table: string, name: string): WriteStatement<TurnInput, TakenTurn> {
  return {
    name: `take-turn of ${table}`,
    access: 'write',
    atomic: true,
    sqlite(db, call) {
      const { bucket, turns, fromMs } = call.input;
      const key = keyOf(call);
      const fromUs = fromMs() * 1_000;
      const known = db
        .prepare(`select next_at_us from ${table} where tenant_id = ? and ${name} = ?`)
        .pluck()
        // The column is a number, and the row may be absent.
        .get(...key) as number | undefined;
      const nextAtUs = turnAfter(bucket, known ?? 0, fromUs, turns);
      db.prepare(
        `insert into ${table} (tenant_id, ${name}, next_at_us) values (?, ?, ?)
         on conflict (tenant_id, ${name}) do update set next_at_us = excluded.next_at_us`,
      ).run(...key, nextAtUs);
      return { nextAtUs, fromUs };
    },
    async postgres(db, calls) {
      const fromUs = Math.max(...calls.map(({ input }) => input.fromMs())) * 1_000;
      const limits = new Map<string, Call<TurnInput>[]>();
      for (const call of calls) {
        const key = keyOf(call).join(' ');
        limits.set(key, [...(limits.get(key) ?? []), call]);
      }
      // Batches lock their limits in the same order.
      const sorted = [...limits].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, taken]) => taken);
      const keys = sorted.map(([call]) => (call ? keyOf(call) : []));
      const rows = await db.rows<{ tenant_id: string; name: string; next_at_us: number }>(
        `take-turns of ${table}`,
        `insert into ${table} as t (tenant_id, ${name}, next_at_us)
         select tenant_id, name, $4::bigint + width_us
         from unnest($1::text[], $2::text[], $3::bigint[]) as k (tenant_id, name, width_us),
           (select ${unsyncedCommit}) as commit
         on conflict (tenant_id, ${name})
           do update set next_at_us = greatest(t.next_at_us, $4::bigint) + excluded.next_at_us - $4::bigint
         returning tenant_id, ${name} as name, next_at_us`,
        [
          keys.map(([owner]) => owner),
          keys.map(([, name]) => name),
          sorted.map((taken) => taken.reduce((us, call) => us + widthUs(call), 0)),
          fromUs,
        ],
        { last: true },
      );
      const turns = new Map<Call<TurnInput>, TakenTurn>();
      for (const { tenant_id, name, next_at_us } of rows) {
        let nextAtUs = next_at_us;
        // The last of them has the last turn.
        for (const call of limits.get(`${tenant_id} ${name}`)?.toReversed() ?? []) {
          turns.set(call, { nextAtUs, fromUs });
          nextAtUs -= widthUs(call);
        }
      }
      return calls.map((call) => {
        const turn = turns.get(call);
        if (!turn) throw new Error('a limit has no throttle');
        return turn;
      });
    },
  };
}

/** Returns the key of a limit. One that tenants share belongs to none of them. */
function keyOf({ tenantId, input: { name, ofAllTenants } }: Call<TurnInput>): [string, string] {
  return [ofAllTenants ? '' : tenantId, name];
}

function widthUs({ input: { bucket, turns } }: Call<TurnInput>): number {
  return turns * bucket.intervalUs;
}
