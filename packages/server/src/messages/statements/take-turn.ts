import { type Bucket, takeTurn as turnAfter } from '@parley/domain';
import { type Call, unsyncedCommit, type WriteStatement } from '../../db/statement.ts';

// The turns of a channel are a number that all workers share: the time at which its bucket is full again. The commit of
// a turn is not synced to disk: the later commit that marks the message as `sending` includes it.

export interface TurnInput {
  readonly channelId: string;
  readonly bucket: Bucket;
  /** How many consecutive turns to take. */
  readonly turns: number;
  /** Returns the earliest time of the first turn. Called when the turn is taken. */
  fromMs(): number;
}

export interface TakenTurn {
  /**
   * When the token bucket of the channel is full again, in epoch microseconds. `fromUs` is the earliest time of the
   * first turn.
   */
  readonly nextAtUs: number;
  readonly fromUs: number;
}

/** Takes the next turns of a channel. */
export const takeTurn: WriteStatement<TurnInput, TakenTurn> = {
  name: 'take-turn',
  access: 'write',
  atomic: true,
  sqlite(db, { tenantId, input: { channelId, bucket, turns, fromMs } }) {
    const fromUs = fromMs() * 1_000;
    const known = db
      .prepare('select next_at_us from channel_throttles where tenant_id = ? and channel_id = ?')
      .pluck()
      // The column is a number, and the row may be absent.
      .get(tenantId, channelId) as number | undefined;
    const nextAtUs = turnAfter(bucket, known ?? 0, fromUs, turns);
    db.prepare(
      `insert into channel_throttles (tenant_id, channel_id, next_at_us) values (?, ?, ?)
       on conflict (tenant_id, channel_id) do update set next_at_us = excluded.next_at_us`,
    ).run(tenantId, channelId, nextAtUs);
    return { nextAtUs, fromUs };
  },
  async postgres(db, calls) {
    const fromUs = Math.max(...calls.map(({ input }) => input.fromMs())) * 1_000;
    const channels = new Map<string, Call<TurnInput>[]>();
    for (const call of calls) {
      const key = `${call.tenantId} ${call.input.channelId}`;
      channels.set(key, [...(channels.get(key) ?? []), call]);
    }
    // Batches lock their channels in the same order.
    const sorted = [...channels].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, taken]) => taken);
    const rows = await db.rows<{ channel_id: string; tenant_id: string; next_at_us: number }>(
      'take-turns',
      `insert into channel_throttles as t (tenant_id, channel_id, next_at_us)
       select tenant_id, channel_id, $4::bigint + width_us
       from unnest($1::text[], $2::text[], $3::bigint[]) as k (tenant_id, channel_id, width_us),
         (select ${unsyncedCommit}) as commit
       on conflict (tenant_id, channel_id)
         do update set next_at_us = greatest(t.next_at_us, $4::bigint) + excluded.next_at_us - $4::bigint
       returning tenant_id, channel_id, next_at_us`,
      [
        sorted.map(([call]) => call?.tenantId),
        sorted.map(([call]) => call?.input.channelId),
        sorted.map((taken) => taken.reduce((us, call) => us + widthUs(call), 0)),
        fromUs,
      ],
      { last: true },
    );
    const turns = new Map<Call<TurnInput>, TakenTurn>();
    for (const { tenant_id, channel_id, next_at_us } of rows) {
      let nextAtUs = next_at_us;
      // The last of them has the last turn.
      for (const call of channels.get(`${tenant_id} ${channel_id}`)?.toReversed() ?? []) {
        turns.set(call, { nextAtUs, fromUs });
        nextAtUs -= widthUs(call);
      }
    }
    return calls.map((call) => {
      const turn = turns.get(call);
      if (!turn) throw new Error('a channel has no throttle');
      return turn;
    });
  },
};

function widthUs({ input: { bucket, turns } }: Call<TurnInput>): number {
  return turns * bucket.intervalUs;
}
