import { vi } from 'vitest';
import { sqliteDriver } from '../src/db/driver.ts';
import type { Sqlite } from '../src/db/statement.ts';

export interface Asked {
  readonly text: string;
  /** Its steps, such as `SEARCH contacts USING INDEX contacts_phone (tenant_id=? AND phone=?)`. */
  readonly plan: string;
  /** How many rows it returned. */
  readonly rows: number;
}

type SqliteStatement = ReturnType<Sqlite['prepare']>;

/** Returns the statements that `work` runs on SQLite, with their plans. */
export async function askedPlans(work: () => Promise<unknown>): Promise<Asked[]> {
  const asked: Asked[] = [];
  const { run } = sqliteDriver;
  const spy = vi
    .spyOn(sqliteDriver, 'run')
    .mockImplementation((connection, statement, calls) =>
      run(watched(connection as Sqlite, asked), statement, calls),
    );
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return asked;
}

function watched(db: Sqlite, asked: Asked[]): Sqlite {
  const planOf = (text: string, values: readonly unknown[]) =>
    (db.prepare(`explain query plan ${text}`).all(...values) as { detail: string }[])
      .map(({ detail }) => detail)
      .join('; ');
  const watchedStatement = (statement: SqliteStatement, text: string): SqliteStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === 'pluck') {
          return (on: boolean) => watchedStatement(target.pluck(on), text);
        }
        const value = Reflect.get(target, name);
        if (name !== 'all' && name !== 'get' && name !== 'run') return value;
        return (...values: unknown[]) => {
          const plan = planOf(text, values);
          const answer: unknown = value.apply(target, values);
          asked.push({ text, plan, rows: Array.isArray(answer) ? answer.length : 1 });
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
