import { parseArgs } from 'node:util';

export type DatabaseName = 'sqlite' | 'postgres';

/** Reads `--database`, `--seed` and the named whole numbers from the arguments of a run. */
export function readOptions<Name extends string>(
  args: readonly string[],
  defaults: Readonly<Record<Name, number>>,
): Record<Name | 'seed', number> & { database: DatabaseName } {
  const numbers = { ...defaults, seed: Date.now() % 1_000_000 };
  const texts = Object.entries({ database: 'sqlite', ...numbers });
  const options = texts.map(([name, value]) => [name, { type: 'string', default: `${value}` }]);
  const { values } = parseArgs({ args: [...args], options: Object.fromEntries(options) });
  const { database, ...given } = values as Record<string, string>;
  const read = Object.entries(given).map(([name, text]) => [name, wholeNumber(name, text)]);
  return { ...Object.fromEntries(read), database: readDatabase(database) };
}

function readDatabase(database: string | undefined): DatabaseName {
  if (database === 'sqlite' || database === 'postgres') return database;
  throw new Error('--database is sqlite or postgres');
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} is a whole number`);
  return Number(text);
}
