import { parseArgs } from 'node:util';

export type DatabaseName = 'sqlite' | 'postgres';

export interface Options {
  database: DatabaseName;
  /** Processes to kill; the run ends earlier when its time is up. */
  kills: number;
  seconds: number;
  seed: number;
}

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      database: { type: 'string', default: 'sqlite' },
      kills: { type: 'string', default: '500' },
      seconds: { type: 'string', default: '900' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  const { database } = values;
  if (database !== 'sqlite' && database !== 'postgres') {
    throw new Error('--database is sqlite or postgres');
  }
  return {
    database,
    kills: wholeNumber('kills', values.kills),
    seconds: wholeNumber('seconds', values.seconds),
    seed: wholeNumber('seed', values.seed),
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} is a whole number`);
  return Number(text);
}
