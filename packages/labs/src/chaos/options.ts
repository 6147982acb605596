import { parseArgs } from 'node:util';

export type DatabaseName = 'sqlite' | 'postgres';

export interface Options {
  database: DatabaseName;
  /** The number of processes to kill. The run ends earlier when its time has passed. */
  kills: number;
  /** How many of 100 kills also crash Postgres. */
  crashes: number;
  seconds: number;
  seed: number;
}

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      database: { type: 'string', default: 'sqlite' },
      kills: { type: 'string', default: '500' },
      crashes: { type: 'string', default: '4' },
      seconds: { type: 'string', default: '900' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  return {
    database: readDatabase(values.database),
    kills: wholeNumber('kills', values.kills),
    crashes: wholeNumber('crashes', values.crashes),
    seconds: wholeNumber('seconds', values.seconds),
    seed: wholeNumber('seed', values.seed),
  };
}

export function readDatabase(database: string): DatabaseName {
  if (database === 'sqlite' || database === 'postgres') return database;
  throw new Error('--database is sqlite or postgres');
}

export function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} is a whole number`);
  return Number(text);
}
