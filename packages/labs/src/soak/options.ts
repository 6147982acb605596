import { parseArgs } from 'node:util';
import { type DatabaseName, readDatabase, wholeNumber } from '../chaos/options.ts';

export interface SoakOptions {
  database: DatabaseName;
  /** The number of outbound messages, and also of inbound ones. */
  messages: number;
  /** The number of processes to kill. */
  kills: number;
  /** How many of 100 kills also crash Postgres. */
  crashes: number;
  seed: number;
}

export function readOptions(args: readonly string[]): SoakOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      database: { type: 'string', default: 'sqlite' },
      messages: { type: 'string', default: '10000' },
      kills: { type: 'string', default: '20' },
      crashes: { type: 'string', default: '4' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  return {
    database: readDatabase(values.database),
    messages: wholeNumber('messages', values.messages),
    kills: wholeNumber('kills', values.kills),
    crashes: wholeNumber('crashes', values.crashes),
    seed: wholeNumber('seed', values.seed),
  };
}
