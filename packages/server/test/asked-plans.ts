import type { Client } from 'pg';
import { vi } from 'vitest';
import { postgresDriver, postgresOf, sqliteDriver } from '../src/db/driver.ts';
import type { Postgres, Sqlite } from '../src/db/statement.ts';

export interface Asked {
  readonly text: string;
  /** Its steps, such as `SEARCH contacts USING INDEX contacts_phone (tenant_id=? AND phone=?)`. */
  readonly plan: string;
  /** How many rows it returned. */
  readonly rows: number;
  /** On SQLite, how many texts it compared with a pattern. On Postgres, how many rows it looked at. */
  readonly looked: number;
}

type SqliteStatement = ReturnType<Sqlite['prepare']>;

/** Returns the statements that `work` runs, with their plans. */
export async function askedPlans(work: () => Promise<unknown>): Promise<Asked[]> {
  const asked: Asked[] = [];
  const { run } = sqliteDriver;
  const spies = [
    vi
      .spyOn(sqliteDriver, 'run')
      .mockImplementation((connection, statement, calls) =>
        run(watched(connection as Sqlite, asked), statement, calls),
      ),
    vi
      .spyOn(postgresDriver, 'run')
      .mockImplementation((client, { postgres }, calls) =>
        postgres(explained(postgresOf(client as Client), asked), calls),
      ),
  ];
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return asked;
}

interface Step {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Step[];
}

function explained(db: Postgres, asked: Asked[]): Postgres {
  return {
    async rows<Row>(name: string, text: string, values: readonly unknown[]) {
      // A statement that writes is only planned.
      const isRead = /^\s*select/.test(text);
      if (!isRead && !/^\s*(insert|update|delete|with)\b/.test(text)) {
        return await db.rows<Row>(name, text, values);
      }
      const explain = `explain (${isRead ? 'analyze, ' : ''}format json) ${text}`;
      const [explained] = await db.rows<Record<'QUERY PLAN', { Plan: Step }[]>>(
        '',
        explain,
        values,
      );
      const reads = explained?.['QUERY PLAN'].flatMap(({ Plan }) => readsIn(Plan)) ?? [];
      const rows = await db.rows<Row>(name, text, values);
      const plan = reads.map((step) => `${step['Node Type']} on ${step['Relation Name']}`);
      const looked = reads.reduce((sum, step) => sum + lookedAt(step), 0);
      asked.push({ text, plan: plan.join('; '), rows: rows.length, looked });
      return rows;
    },
  };
}

/** The steps that read a table. */
function readsIn(step: Step): Step[] {
  const others = (step.Plans ?? []).flatMap(readsIn);
  return step['Relation Name'] === undefined ? others : [step, ...others];
}

function lookedAt(step: Step): number {
  const removed =
    (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0);
  return ((step['Actual Rows'] ?? 0) + removed) * (step['Actual Loops'] ?? 0);
}

let compared = 0;
const counted = new WeakSet<Sqlite>();

/** Counts the comparisons of a connection with texts and patterns. */
function countComparisons(db: Sqlite): void {
  if (counted.has(db)) return;
  counted.add(db);
  const has =
    (matches: (text: string, wanted: string) => boolean) => (text: unknown, wanted: unknown) => {
      compared += 1;
      return text === null ? null : Number(matches(String(text), String(wanted)));
    };
  const isLike = has((text, pattern) => {
    const source = [...pattern.matchAll(/\\(.)|([%_])|([^\\%_])/gs)].map(([, escaped, any, one]) =>
      any ? (any === '%' ? '.*' : '.') : (escaped ?? one ?? '').replace(/\W/g, '\\$&'),
    );
    return new RegExp(`^${source.join('')}$`, 'is').test(text);
  });
  db.function(
    'instr',
    has((text, wanted) => text.includes(wanted)),
  );
  db.function('like', (pattern, text, _escape) => isLike(text, pattern));
}

function watched(db: Sqlite, asked: Asked[]): Sqlite {
  countComparisons(db);
  const planOf = (text: string, values: readonly unknown[]) =>
    (db.prepare(`explain query plan ${text}`).all(...values) as { detail: string }[])
      .map(({ detail }) => detail)
      .join('; ');
  const watchedStatement = (statement: SqliteStatement, text: string): SqliteStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === 'pluck' || name === 'raw') {
          return (on = true) => watchedStatement(target[name](on), text);
        }
        const value = Reflect.get(target, name);
        if (name !== 'all' && name !== 'get' && name !== 'run') return value;
        return (...values: unknown[]) => {
          const plan = planOf(text, values);
          const before = compared;
          const answer: unknown = value.apply(target, values);
          const rows = Array.isArray(answer) ? answer.length : 1;
          asked.push({ text, plan, rows, looked: compared - before });
          return answer;
        };
      },
    });
  return new Proxy(db, {
    get(target, name) {
      if (name === 'prepare') return (text: string) => watchedStatement(db.prepare(text), text);
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
