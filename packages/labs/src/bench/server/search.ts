// The quality of the ranking on public collections, for both databases and for alternative engines; the effect of typos
// and alternate questions; and the precision of the confidence. With `scale`, the search time in a large tenant and
// with many tenants (`scale SQLite 20000` for one database and fewer chunks). With `fuzz`, whether any text makes a
// search fail.
import type { Database } from '../../server.ts';
import { openDatabase } from './harness/open-database.ts';
import { type Place, withPlaces } from './harness/place.ts';
import { readCollections } from './search/collection.ts';
import { reportConfidence } from './search/confidence.ts';
import { reportFuzz } from './search/fuzz.ts';
import { reportAlternates, reportEngines, reportTypos } from './search/quality.ts';
import { reportScale } from './search/scale.ts';
import { newTenants, type Side } from './search/tenants.ts';

const parts = {
  engines: reportEngines,
  typos: reportTypos,
  alternates: reportAlternates,
  confidence: reportConfidence,
  scale: reportScale,
  fuzz: reportFuzz,
} as const;
const usual = ['engines', 'typos', 'alternates', 'confidence'] as const;

type Part = keyof typeof parts;

const { chosen, only, chunks } = readArguments(process.argv.slice(2));

const collections = readCollections();
const count = (kind: string, many: number) => `${many.toLocaleString('en-US')} ${kind}`;
for (const { name, documents, queries } of collections) {
  console.log(
    `${name}: ${count('documents', documents.length)}, ${count('queries', queries.length)}`,
  );
}
if (!process.env['PARLEY_TEST_DATA']) {
  console.log(
    'PARLEY_TEST_DATA names no larger collections: this is the sample of the repository.',
  );
}
console.log();

await withPlaces(async (places) => {
  const databases: Database[] = [];
  const open = async (place: Place): Promise<Side> => {
    const database = await openDatabase(place);
    databases.push(database);
    return {
      name: place.name,
      cpu: place.cpu,
      newTenant: newTenants(database),
      another: async () => await open(await place.another()),
    };
  };
  const sides: Side[] = [];
  for (const place of places) if (!only || only === place.name) sides.push(await open(place));
  for (const part of chosen) await parts[part](collections, sides, { chunks });
  for (const database of databases) await database.close();
});

function readArguments(named: readonly string[]) {
  const databases = named.filter((name) => name === 'SQLite' || name === 'Postgres');
  const numbers = named.filter((name) => /^\d+$/.test(name));
  const partly = named.filter((name) => Object.hasOwn(parts, name));
  const unknown = named.filter((name) => ![...databases, ...numbers, ...partly].includes(name));
  if (unknown.length > 0) {
    console.error(`no part is called ${unknown.join(', ')}: ${Object.keys(parts).join(', ')}`);
    process.exit(1);
  }
  return {
    // Names outside of `parts` were refused above.
    chosen: partly.length > 0 ? (partly as Part[]) : usual,
    only: databases[0],
    chunks: Number(numbers[0] ?? 100_000),
  };
}
