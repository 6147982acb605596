import { parseArgs } from 'node:util';
import { type DatabaseName, readDatabase, wholeNumber } from '../chaos/options.ts';

export interface Options {
  readonly database: DatabaseName;
  readonly requests: number;
  readonly seed: number;
}

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      database: { type: 'string', default: 'sqlite' },
      requests: { type: 'string', default: '100000' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  return {
    database: readDatabase(values.database),
    requests: wholeNumber('requests', values.requests),
    seed: wholeNumber('seed', values.seed),
  };
}
