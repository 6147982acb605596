import {
  type Bucket,
  type FurtherLimit,
  latestFullUs,
  takeTurn as turnAfter,
} from '@parley/domain';
import {
  type Call,
  type ReadStatement,
  unsyncedCommit,
  type WriteStatement,
} from '../../db/statement.ts';

// The turns of a limit are a number that all workers share: the time at which its bucket is full again. The commit of
// a turn is not synced to disk: the later commit that marks the message as `sending` includes it.

export interface TurnInput {
  /** The ID of the channel. */
  readonly name: string;
  readonly bucket: Bucket;
  /** How many consecutive turns to take. */
  readonly turns: number;
  /** Returns the earliest time of the first turn. Called when the turn is taken. */
  fromMs(): number;
}

interface NearTurnInput extends TurnInput, FurtherLimit {
  /** The longest time between the earliest time and the turn, in milliseconds. */
  readonly withinMs: number;
}

interface PostponeInput extends FurtherLimit {
  readonly untilMs: number;
}

export interface TakenTurn {
  /**
   * When the token bucket of the limit is full again, in epoch microseconds. `fromUs` is the earliest time of the first
   * turn.
   */
  readonly nextAtUs: number;
  readonly fromUs: number;
}

/** A turn that was taken, or the next one, which is too far. */
export interface NearTurn extends TakenTurn {
  readonly isTaken: boolean;
}

/**
 * The longest period whose turns messages of a channel may have taken, in milliseconds: the first messages in many
 * processes, or messages that are late again and again.
 */
const longestTurnsMs = 240_000;

/**
 * Takes the next turns of a channel. Ignores a stored time that is later than possible: a process whose clock was wrong
 * has stored it.
 */
export const takeTurn: WriteStatement<TurnInput, TakenTurn> = {
  name: 'take-turn',
  access: 'write',
  atomic: true,
  sqlite(db, { tenantId, input: { name, bucket, turns, fromMs } }) {
    const fromUs = fromMs() * 1_000;
    const known = db
      .prepare('select next_at_us from channel_throttles where tenant_id = ? and channel_id = ?')
      .pluck()
      // The column is a number, and the row may be absent.
      .get(tenantId, name) as number | undefined;
    const isPossible = known !== undefined && known <= latestFullUs(bucket, fromUs, longestTurnsMs);
    const nextAtUs = turnAfter(bucket, isPossible ? known : 0, fromUs, turns);
    db.prepare(
      `insert into channel_throttles (tenant_id, channel_id, next_at_us) values (?, ?, ?)
       on conflict (tenant_id, channel_id) do update set next_at_us = excluded.next_at_us`,
    ).run(tenantId, name, nextAtUs);
    return { nextAtUs, fromUs };
  },
  async postgres(db, calls) {
    const fromUs = Math.max(...calls.map(({ input }) => input.fromMs())) * 1_000;
    const latestUs = Math.max(
      ...calls.map(({ input }) => latestFullUs(input.bucket, fromUs, longestTurnsMs)),
    );
    const channels = new Map<string, Call<TurnInput>[]>();
    for (const call of calls) {
      const key = `${call.tenantId} ${call.input.name}`;
      channels.set(key, [...(channels.get(key) ?? []), call]);
    }
    // Batches lock their channels in the same order.
    const sorted = [...channels].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, taken]) => taken);
    const rows = await db.rows<{ tenant_id: string; channel_id: string; next_at_us: number }>(
      'take-turns',
      `insert into channel_throttles as t (tenant_id, channel_id, next_at_us)
       select tenant_id, channel_id, $4::bigint + width_us
       from unnest($1::text[], $2::text[], $3::bigint[]) as k (tenant_id, channel_id, width_us),
         (select ${unsyncedCommit}) as commit
       on conflict (tenant_id, channel_id)
         do update set next_at_us = excluded.next_at_us
           + case when t.next_at_us between $4::bigint and $5::bigint then t.next_at_us - $4::bigint else 0 end
       returning tenant_id, channel_id, next_at_us`,
      [
        sorted.map(([call]) => call?.tenantId),
        sorted.map(([call]) => call?.input.name),
        sorted.map((taken) => taken.reduce((us, { input }) => us + widthUs(input), 0)),
        fromUs,
        latestUs,
      ],
      { last: true },
    );
    const turns = new Map<Call<TurnInput>, TakenTurn>();
    for (const { tenant_id, channel_id, next_at_us } of rows) {
      let nextAtUs = next_at_us;
      // The last of them has the last turn.
      for (const call of channels.get(`${tenant_id} ${channel_id}`)?.toReversed() ?? []) {
        turns.set(call, { nextAtUs, fromUs });
        nextAtUs -= widthUs(call.input);
      }
    }
    return calls.map((call) => found(turns, call));
  },
};

/**
 * Takes the next turns of a further limit of the provider. If the next turn is more than `withinMs` after the earliest
 * time, changes nothing.
 */
export const takeNearTurn: WriteStatement<NearTurnInput, NearTurn> = {
  name: 'take-near-turn',
  access: 'write',
  atomic: true,
  sqlite(db, { tenantId, input }) {
    const fromUs = input.fromMs() * 1_000;
    const key = [ownerOf(tenantId, input), input.name] as const;
    const known = db
      .prepare('select next_at_us from further_throttles where tenant_id = ? and name = ?')
      .pluck()
      // The column is a number, and the row may be absent.
      .get(...key) as number | undefined;
    const nextAtUs = turnAfter(input.bucket, known ?? 0, fromUs, input.turns);
    const isTaken = nextAtUs <= latestTurnUs(input, fromUs);
    if (isTaken) {
      db.prepare(
        `insert into further_throttles (tenant_id, name, next_at_us) values (?, ?, ?)
         on conflict (tenant_id, name) do update set next_at_us = excluded.next_at_us`,
      ).run(...key, nextAtUs);
    }
    return { nextAtUs, fromUs, isTaken };
  },
  async postgres(db, calls) {
    const turns = new Map<Call<NearTurnInput>, NearTurn>();
    for (const call of inOrder(calls)) {
      const { tenantId, input } = call;
      const fromUs = input.fromMs() * 1_000;
      const key = [ownerOf(tenantId, input), input.name];
      const [taken] = await db.rows<{ next_at_us: number }>(
        'take-near-turn',
        `insert into further_throttles as t (tenant_id, name, next_at_us)
         select $1::text, $2::text, $3::bigint + $4::bigint from (select ${unsyncedCommit}) as commit
         on conflict (tenant_id, name)
           do update set next_at_us = greatest(t.next_at_us, $3::bigint) + $4::bigint
           where greatest(t.next_at_us, $3::bigint) + $4::bigint <= $5::bigint
         returning next_at_us`,
        [...key, fromUs, widthUs(input), latestTurnUs(input, fromUs)],
      );
      const [row] = taken
        ? [taken]
        : await db.rows<{ next_at_us: number }>(
            'read-next-turn',
            `select greatest(next_at_us, $3::bigint) + $4::bigint as next_at_us from further_throttles
             where tenant_id = $1 and name = $2`,
            [...key, fromUs, widthUs(input)],
          );
      if (row) turns.set(call, { nextAtUs: row.next_at_us, fromUs, isTaken: taken !== undefined });
    }
    return calls.map((call) => found(turns, call));
  },
};

/** Postpones the next turn of a limit that several channels share, such as that of an app, to `untilMs` or later. */
export const postponeTurns: WriteStatement<PostponeInput, void> = {
  name: 'postpone-turns',
  access: 'write',
  atomic: true,
  sqlite(db, { tenantId, input }) {
    db.prepare(postponeSql('max', '?, ?, ?')).run(
      ownerOf(tenantId, input),
      input.name,
      postponedUs(input),
    );
  },
  async postgres(db, calls) {
    const sql = postponeSql('greatest', '$1::text, $2::text, $3::bigint');
    for (const { tenantId, input } of inOrder(calls)) {
      const values = [ownerOf(tenantId, input), input.name, postponedUs(input)];
      await db.rows('postpone-turns', sql, values);
    }
    return calls.map(() => undefined);
  },
};

/** Finds the names of the limits of all tenants whose next turn is later than now. */
export const findPostponed: ReadStatement<{ readonly nowMs: number }, readonly string[]> = {
  name: 'find-postponed-turns',
  access: 'read',
  sqlite: (db, { input: { nowMs } }) =>
    // The column is a text.
    db
      .prepare("select name from further_throttles where tenant_id = '' and next_at_us > ?")
      .pluck()
      .all(nowMs * 1_000) as string[],
  async postgres(db, calls) {
    const text = "select name from further_throttles where tenant_id = '' and next_at_us > $1";
    const fromMs = Math.min(...calls.map(({ input }) => input.nowMs));
    const rows = await db.rows<{ name: string }>('find-postponed-turns', text, [fromMs * 1_000]);
    const names = rows.map(({ name }) => name);
    return calls.map(() => names);
  },
};

/**
 * Finds until when the provider pauses a limit whose turns nobody takes, in epoch milliseconds; 0 for a limit that was
 * never paused.
 */
export const findPauseEnd: ReadStatement<FurtherLimit, number> = {
  name: 'find-pause-end',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const known = db
      .prepare('select next_at_us from further_throttles where tenant_id = ? and name = ?')
      .pluck()
      // The column is a number, and the row may be absent.
      .get(ownerOf(tenantId, input), input.name) as number | undefined;
    return (known ?? 0) / 1_000;
  },
  async postgres(db, calls) {
    const keys = calls.map(
      ({ tenantId, input }) => [ownerOf(tenantId, input), input.name] as const,
    );
    const rows = await db.rows<{ tenant_id: string; name: string; next_at_us: number }>(
      'find-pause-ends',
      `select tenant_id, name, next_at_us from further_throttles
       where (tenant_id, name) in (select * from unnest($1::text[], $2::text[]))`,
      [keys.map(([owner]) => owner), keys.map(([, name]) => name)],
    );
    const ends = new Map(
      rows.map(({ tenant_id, name, next_at_us }) => [`${tenant_id} ${name}`, next_at_us / 1_000]),
    );
    return keys.map(([owner, name]) => ends.get(`${owner} ${name}`) ?? 0);
  },
};

function postponeSql(later: 'max' | 'greatest', values: string): string {
  return `insert into further_throttles as t (tenant_id, name, next_at_us) values (${values})
    on conflict (tenant_id, name) do update set next_at_us = ${later}(t.next_at_us, excluded.next_at_us)`;
}

function postponedUs({ bucket: { burst, intervalUs }, hasRate, untilMs }: PostponeInput): number {
  return untilMs * 1_000 + (hasRate ? (burst - 1) * intervalUs : 0);
}

function latestTurnUs({ bucket, withinMs }: NearTurnInput, fromUs: number): number {
  return fromUs + withinMs * 1_000 + bucket.burst * bucket.intervalUs;
}

function widthUs({ bucket, turns }: TurnInput): number {
  return turns * bucket.intervalUs;
}

/** Returns the tenant in the key of a further limit. One that tenants share belongs to none of them. */
function ownerOf(tenantId: string, { ofAllTenants }: FurtherLimit): string {
  return ofAllTenants ? '' : tenantId;
}

/** Sorts calls, so that batches lock their limits in the same order. */
function inOrder<Input extends FurtherLimit>(calls: readonly Call<Input>[]): Call<Input>[] {
  const keyOf = ({ tenantId, input }: Call<Input>) => `${ownerOf(tenantId, input)} ${input.name}`;
  return [...calls].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function found<Input, Turn>(turns: ReadonlyMap<Call<Input>, Turn>, call: Call<Input>): Turn {
  const turn = turns.get(call);
  if (!turn) throw new Error('a limit has no throttle');
  return turn;
}
