import pg from 'pg';
import { vi } from 'vitest';
import { QueryBatch } from '../src/db/query-batch.ts';

export interface Sent {
  /** The name of a prepared statement, or the first word of another one. */
  readonly name: string;
  readonly text: string;
  readonly client: pg.Client;
  /** Whether the connection had answered everything before. */
  readonly isFirst: boolean;
}

/** Records what is sent to Postgres. Call it before the server opens its connections. */
export function recordSent(): { sent: Sent[]; restore(): void } {
  const sent: Sent[] = [];
  const open = new WeakMap<pg.Client, number>();
  const { query } = pg.Client.prototype;
  const change = (client: pg.Client, by: number) => open.set(client, (open.get(client) ?? 0) + by);
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [batch] = args;
    if (!(batch instanceof QueryBatch)) return Reflect.apply(query, this, args) as never;
    for (const [place, query] of batch.queries.entries()) {
      const { text } = query;
      const isFirst = place === 0 && !open.get(this);
      // Without the number that a name has after a migration of another process (query-batch.ts).
      const name = query.name.replace(/ \d+$/, '') || (/\w+/.exec(text)?.[0] ?? '');
      sent.push({ name, text, client: this, isFirst });
    }
    change(this, 1);
    const done = () => change(this, -1);
    return Reflect.apply(query, this, [batch, done]) as never;
  });
  return { sent, restore: () => spy.mockRestore() };
}

/**
 * Returns the statements of each transaction that was begun, without its BEGIN and COMMIT. Those that were sent
 * together, without waiting for an answer in between, are one list.
 */
export function tripsOf(sent: readonly Sent[]): string[][][] {
  const transactions: string[][][] = [];
  const running = new Map<pg.Client, string[][]>();
  for (const { name, text, client, isFirst } of sent) {
    if (name === 'BEGIN') {
      const trips: string[][] = [[]];
      running.set(client, trips);
      transactions.push(trips);
      continue;
    }
    const trips = running.get(client);
    if (!trips) continue;
    if (isFirst) trips.push([]);
    if (name === 'COMMIT') running.delete(client);
    else if (!name.startsWith('SET LOCAL'))
      trips.at(-1)?.push(isOfKnex.test(name) ? tableOf(text) : name);
  }
  return transactions;
}

/** The names of Knex's statements, also of those that this connection has not prepared yet. */
const isOfKnex = /^(sql-.*|insert|update|delete|select)$/;

/** Such as `insert deals`. */
function tableOf(text: string): string {
  const match = /^\s*(?:(insert) into|(update)|(delete|select)\b.*? from) (\w+)/s.exec(text);
  return match?.slice(1).filter(Boolean).join(' ') ?? text;
}
