import { readLeases, writeLeases } from '../../webhook-deliveries/leases.ts';

// Moves the due times back with the clock, but not to before now. The ends of snoozes stay, because they are times
// that users chose. All tenants together have many rows, so each transaction moves a limited number. It reads them in
// the order of an index. If this index has the due time, the time is last: a moved row goes back in this order, so
// that it is not read again.

/** A query of either dialect. Its values are `@p1`, `@p2` … on SQLite. */
export interface Sql {
  readonly text: string;
  readonly values?: readonly unknown[];
  readonly isRead?: true;
}

/** Queries that run one after the other in a transaction. Each returns the rows that it reads. */
export type SqlSteps<Result> = Generator<Sql, Result, object[]>;

/** How far the move after one step of the clock has come. */
export interface Moving {
  readonly stepMs: number;
  /** The name of the walk that continues. Earlier versions stored its place among their walks. */
  readonly walk?: string;
  readonly place?: number;
  /** The index entry of the last row that was moved; null before the leases. */
  readonly after: readonly unknown[] | null;
}

interface Times {
  readonly nowMs: number;
  readonly dialect: 'sqlite' | 'postgres';
}

interface Walk {
  /** The name that is stored. It never changes. */
  readonly name: string;
  readonly table: string;
  /** The columns of the index whose order the walk has. */
  readonly index: readonly string[];
  /** The condition of the index. */
  readonly rows: string;
  /** The rows that do not move. */
  readonly except?: string;
  /** The columns with the times. */
  readonly times: readonly string[];
  /** 1,000 for times in microseconds. */
  readonly scale?: number;
}

const ofSnoozes = `name = 'wake-conversation'`;

const endpoints = { table: 'webhook_lanes', index: ['tenant_id', 'endpoint_id'], rows: 'true' };

/**
 * The limits and pauses are first, because workers set them by the new time while they wait to be moved. The due times
 * of endpoints are last: a worker that claims deliveries computes them from the moved ones.
 */
const walks: readonly Walk[] = [
  {
    name: 'channels',
    table: 'channels',
    index: ['tenant_id', 'id'],
    rows: 'true',
    times: ['paused_until'],
  },
  ...(
    [
      ['channel_throttles', 'channel_id'],
      ['further_throttles', 'name'],
    ] as const
  ).map(([table, key]) => ({
    ...{ name: table, table, index: ['tenant_id', key], rows: 'true' },
    ...{ times: ['next_at_us'], scale: 1_000 },
  })),
  { ...endpoints, name: 'endpoints', times: ['throttled_until', 'open_until', 'window_at'] },
  {
    name: 'jobs',
    table: 'jobs',
    index: ['name', 'tenant_id', 'lane', 'priority', 'due_at', 'position'],
    rows: `status = 'ready'`,
    except: ofSnoozes,
    times: ['due_at'],
  },
  {
    name: 'deliveries',
    table: 'deliveries',
    index: ['tenant_id', 'endpoint_id', 'due_at', 'id'],
    rows: `status = 'ready'`,
    times: ['due_at'],
  },
  { ...endpoints, name: 'due-endpoints', times: ['next_due'] },
];

/** The number of rows that one transaction moves. */
const rowsAtOnce = 500;

export const nothingMoved = (stepMs: number): Moving => ({ stepMs, after: null });

/**
 * Moves some of the times. Returns how far it came; null when all times are moved. The move ends also when the walk that
 * continues is unknown: to begin it again would move some times twice.
 */
export function* moveSome(before: Moving, times: Times): SqlSteps<Moving | null> {
  const { stepMs } = before;
  const move = movesOf(stepMs, times);
  let { after } = before;
  if (!after) yield* moveLeases(stepMs, times, move);
  const place = after ? placeOf(before, after) : 0;
  for (const walk of place < 0 ? [] : walks.slice(place)) {
    const last: readonly unknown[] | null = yield* moveRange(walk, after, times, move);
    if (last) return { stepMs, walk: walk.name, after: last };
    after = null;
  }
  return null;
}

/** Returns the place of the walk that continues; -1 for an unknown one. */
function placeOf({ walk, place = -1 }: Moving, after: readonly unknown[]): number {
  const isPossible = ({ index }: Walk) => index.length === after.length;
  if (walk !== undefined) return walks.findIndex((one) => one.name === walk && isPossible(one));
  // The first version had fewer walks. The number of columns shows which one its place means.
  const atPlace = walks[place];
  return atPlace && isPossible(atPlace) ? place : walks.findIndex(isPossible);
}

type Move = (table: string, columns: readonly string[], condition?: string, scale?: number) => Sql;

/** Returns a function that writes the update of times that are later than now. */
function movesOf(stepMs: number, { nowMs, dialect }: Times): Move {
  const later = dialect === 'sqlite' ? 'max' : 'greatest';
  return (table, columns, condition = 'true', scale = 1) => {
    const [now, step] = [nowMs * scale, stepMs * scale];
    const moved = columns.map(
      (column) =>
        `${column} = case when ${column} > ${now} then ${later}(${now}, ${column} - ${step}) else ${column} end`,
    );
    const isLate = columns.map((column) => `${column} > ${now}`).join(' or ');
    return { text: `update ${table} set ${moved.join(', ')} where (${condition}) and (${isLate})` };
  };
}

/**
 * Moves the leases of everything that is being sent. They are at most as many as the slots of the workers. A job whose
 * lease ends is ready at its due time, so this moves, too.
 */
function* moveLeases(stepMs: number, { dialect }: Times, move: Move): SqlSteps<void> {
  yield move('jobs', ['lease_until'], `status = 'leased'`);
  yield move('jobs', ['due_at'], `status = 'leased' and not (${ofSnoozes})`);
  yield move('messages', ['sending_at'], sentBy(`status = 'leased'`, dialect));
  const lock = dialect === 'sqlite' ? '' : 'for update';
  const lanes = yield {
    text: `select tenant_id, endpoint_id, leases from webhook_lanes where in_flight > 0 ${lock}`,
    isRead: true,
  };
  const [leases, tenant, endpoint] = params(3, dialect);
  for (const lane of lanes as { tenant_id: string; endpoint_id: string; leases: string }[]) {
    yield {
      text: `update webhook_lanes set leases = ${leases} where tenant_id = ${tenant} and endpoint_id = ${endpoint}`,
      values: [movedLeases(lane.leases, stepMs), lane.tenant_id, lane.endpoint_id],
    };
  }
}

/** Moves the next rows of a place. Returns the index entry of the last one; null when no further rows follow. */
function* moveRange(
  { table, index, rows: indexed, except = 'false', times, scale }: Walk,
  after: readonly unknown[] | null,
  { dialect }: Times,
  move: Move,
): SqlSteps<readonly unknown[] | null> {
  const entry = `(${index.join(', ')})`;
  const names = params(2 * index.length, dialect);
  const isAfter = after ? `${entry} > (${names.slice(0, index.length).join(', ')})` : 'true';
  const rows = yield {
    text: `select ${index.join(', ')} from ${table} where ${indexed} and ${isAfter}
           order by ${index.join(', ')} limit 1 offset ${rowsAtOnce - 1}`,
    values: after ?? [],
    isRead: true,
  };
  const [row] = rows as Record<string, unknown>[];
  const last = row ? index.map((column) => row[column]) : null;
  const start = after ? index.length : 0;
  const isUntil = last
    ? `${entry} <= (${names.slice(start, start + index.length).join(', ')})`
    : 'true';
  const range = `${indexed} and ${isAfter} and ${isUntil} and not (${except})`;
  const values = [...(after ?? []), ...(last ?? [])];
  if (table === 'jobs') {
    // A message is still marked as sending when its worker was lost.
    yield { ...move('messages', ['sending_at'], sentBy(range, dialect)), values };
  }
  yield { ...move(table, times, range, scale), values };
  return last;
}

/** Returns the condition for the messages of some jobs. */
function sentBy(condition: string, dialect: Times['dialect']): string {
  const id =
    dialect === 'sqlite'
      ? `json_extract(payload, '$.messageId')`
      : `payload::jsonb ->> 'messageId'`;
  return `(tenant_id, id) in (select tenant_id, ${id} from jobs where name = 'deliver-message' and ${condition})`;
}

function params(count: number, dialect: Times['dialect']): string[] {
  const mark = dialect === 'sqlite' ? '@p' : '$';
  return Array.from({ length: count }, (_, place) => `${mark}${place + 1}`);
}

function movedLeases(leases: string, stepMs: number): string {
  return writeLeases(
    readLeases(leases).map((lease) => ({ ...lease, until: lease.until - stepMs })),
  );
}
