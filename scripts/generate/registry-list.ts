import { idPrefixes, tagEntities } from '../../packages/contract/src/ids.ts';
import { wordsOfName } from '../../packages/contract/src/words.ts';
import { type Export, filesOf, imports, type Registry } from './registry.ts';

const contract = { from: 'packages/contract/src', compare: byKind };
const contractLists = 'packages/contract/src/generated';
const mocks = { from: 'packages/msw/src', compare: byKind };
const mocksLists = 'packages/msw/src/generated';
const conformanceLists = 'packages/conformance/src/generated';
const tagged = tagEntities.join('|');
const ofTagged = 'The records of each kind that has tags.';

/** Every generated list. */
export const registries: readonly Registry[] = [
  {
    ...contract,
    to: `${contractLists}/routes.ts`,
    pattern: /^export const (\w+Routes) = \{/gm,
    write: (found, importOf) => {
      const nouns = found.map(({ name }) => [name.replace(/Routes$/, ''), name]);
      return lines(
        ...imports(found, importOf),
        '',
        '// A type of its own: an inferred one would be written out in full in the declarations.',
        'export type Routes = {',
        ...nouns.map(([noun, name]) => `  ${noun}: typeof ${name};`),
        '};',
        '',
        '/** The routes of every noun, as the noun declares them. */',
        'export const routes: Routes = {',
        ...nouns.map(([noun, name]) => `  ${noun}: ${name},`),
        '};',
      );
    },
  },
  {
    ...contract,
    to: `${contractLists}/events.ts`,
    pattern: /^export const (\w+Events) = eventsOf\(/gm,
    write: merged('nounEvents', 'Every type of event, with the schema of its record.'),
  },
  {
    ...contract,
    to: `${contractLists}/examples.ts`,
    pattern: /^export const (\w+(?<!Event)Examples) = \{/gm,
    write: merged('examples', 'One valid example per schema, by the name of the schema.'),
  },
  {
    ...contract,
    to: `${contractLists}/event-examples.ts`,
    pattern: /^export const (\w+EventExamples) = (?:\{|eventExamplesOf\()/gm,
    write: merged('nounEventExamples', 'What tells the example of each event apart from others.'),
  },
  {
    from: 'packages/contract/src',
    to: `${contractLists}/schemas.ts`,
    pattern: /^export /gm,
    // Separate entry points, and exports for this package only.
    except:
      /^(contract|index|bodies|openapi|public-address|error-catalog\.console|error-details|error-examples|events-of|example-values|named|nullable|outgoing-content|content-capabilities|contact-formats|text-inputs|address-input|query|record-paths|resource-routes|.*\.examples)\.ts$|\//,
    write: (found, importOf) =>
      lines(
        ...filesOf(found).map((file) => `export * from '${importOf(file)}';`),
        "export * from './examples.ts';",
        "export * from './routes.ts';",
      ),
  },
  {
    ...mocks,
    to: `${mocksLists}/fakes.ts`,
    pattern: /^export const (\w+): Fakes</gm,
    write: (found, importOf) =>
      lines(
        ...imports(found, importOf),
        '',
        '/** The fakes of every noun. */',
        'export const nounFakes = {',
        ...found.map(({ name }) => `  ${name},`),
        '};',
      ),
  },
  {
    ...mocks,
    to: `${mocksLists}/records.ts`,
    pattern: /^export const (\w+Records)\b/gm,
    write: listed('nounRecords', 'readonly ShownRecords[]', {
      description: 'The records of every noun.',
      typeImport: "import type { ShownRecords } from '../records.ts';",
    }),
  },
  {
    ...mocks,
    to: `${mocksLists}/seeds.ts`,
    pattern: /^export const (\w+Seeds) = seedsOf\(/gm,
    write: (found, importOf) => {
      const nouns = found.map(({ name }) => {
        const kind = name.replace(/Seeds$/, '');
        const plural = `${kind.replace(/y$/, 'ie')}s`;
        return { name, plural, type: kind.slice(0, 1).toUpperCase() + kind.slice(1) };
      });
      const types = nouns.flatMap(({ type }) => [`Create${type}Body`, type]).sort();
      return lines(
        "import type { SeedRecords } from '../seeds-of.ts';",
        `import type { ${types.join(', ')} } from './types.ts';`,
        ...imports(found, importOf),
        '',
        '/** Makes records of the nouns whose `POST` makes them from its body alone. */',
        'export interface NounSeeds {',
        ...nouns.flatMap(({ plural, type }) => [
          `  /** Creates ${wordsOfName(plural).replace('faqs', 'FAQs')}. \`fields\` are those of their \`POST\`. Missing fields get valid values. */`,
          `  ${plural}: SeedRecords<Create${type}Body, ${type}>;`,
        ]),
        '}',
        '',
        '/** How the seeds of these nouns make their records. */',
        'export const nounSeeds = {',
        ...nouns.map(({ plural, name }) => `  ${plural}: ${name},`),
        '};',
      );
    },
  },
  {
    ...mocks,
    to: `${mocksLists}/tagged-records.ts`,
    pattern: new RegExp(`^export const ((?:${tagged})Records)\\b`, 'gm'),
    write: keyed('taggedRecords', ofTagged, /Records$/),
  },
  {
    from: 'packages/conformance/src',
    to: `${conformanceLists}/tests.ts`,
    pattern: /^export function (describe\w+)\([^)]*: Targets\)/gm,
    write: listed('nounTests', 'readonly ((targets: Targets) => void)[]', {
      description: 'The tests of every noun.',
      typeImport: "import type { Targets } from '../target.ts';",
    }),
  },
  {
    from: 'packages/conformance/src',
    to: `${conformanceLists}/fixtures.ts`,
    pattern: /^export const (\w+Fixtures): NounFixtures</gm,
    write: keyed('nounFixtures', 'The fixtures of every noun.', /Fixtures$/),
  },
  {
    from: 'packages/conformance/src',
    to: `${conformanceLists}/bad-input.ts`,
    pattern: /^export const (\w+): readonly BadInput\[\] = /gm,
    write: listed('badInputs', 'readonly BadInput[]', {
      description: 'One row per mistake that a caller can make.',
      typeImport: "import type { BadInput } from '../bad-input/row.ts';",
      spread: true,
    }),
  },
  {
    from: 'packages/domain/src',
    to: 'packages/domain/src/index.ts',
    pattern: /^export /gm,
    write: (found, importOf) =>
      lines(...filesOf(found).map((file) => `export * from '${importOf(file)}';`)),
  },
  {
    from: 'packages/server/src',
    to: 'packages/server/src/generated/routes.ts',
    pattern: /^export (?:const|function) (\w+Routes)\b(?= = implement|\()/gm,
    write: (found, importOf) =>
      lines(
        "import type { Deps } from '../deps.ts';",
        ...imports(found, importOf),
        '',
        '/** Returns the routes of every resource. Those that need more than a context are created with the dependencies. */',
        'export function routesOf(deps: Deps) {',
        '  return {',
        ...found.map(({ name }) => `    ${name.replace(/Routes$/, '')}: made(${name}, deps),`),
        '  };',
        '}',
        '',
        'function made<Routes>(routes: (deps: Deps) => Routes, deps: Deps): Routes;',
        'function made<Routes extends object>(routes: Routes, deps: Deps): Routes;',
        'function made(routes: unknown, deps: Deps): unknown {',
        "  return typeof routes === 'function' ? routes(deps) : routes;",
        '}',
      ),
  },
  {
    from: 'packages/server/src',
    to: 'packages/server/src/generated/tables.ts',
    pattern: /^export const (\w+Table) = defineTable</gm,
    write: keyed('tables', 'The tables of records.', /Table$/),
  },
  {
    from: 'packages/server/src',
    to: 'packages/server/src/generated/tagged-records.ts',
    pattern: new RegExp(`^export const ((?:${tagged})s) = `, 'gm'),
    write: keyed('taggedRecords', ofTagged, /s$/),
  },
  {
    from: 'packages/server/src/db/migrations',
    to: 'packages/server/src/db/migrations/all.ts',
    pattern: /^export const (\w+): Migration = /gm,
    write: listed('migrations', 'readonly Migration[]', {
      description: 'In the order in which they are applied: that of their numbers.',
      typeImport: "import type { Migration } from '../migrate.ts';",
    }),
  },
];

/** Sorts exports by the position of their kind of record in `ids.ts`. Others come last. */
function byKind(a: Export, b: Export): number {
  return placeOf(a) - placeOf(b);
}

function placeOf({ name }: Export): number {
  const kinds = Object.keys(idPrefixes);
  // `webhookDeliveriesRoutes` belongs to `webhookDelivery`.
  const own = kinds.filter((kind) => name.startsWith(kind.replace(/y$/, '')));
  const longest = own.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? kinds.length : kinds.indexOf(longest);
}

/** An object with the entries of all. */
function merged(name: string, description: string): Registry['write'] {
  return (found, importOf) =>
    lines(
      ...imports(found, importOf),
      '',
      '// A type of its own: an inferred one would be written out in full in the declarations.',
      `type ${upperFirst(name)} = ${found.map((item) => `typeof ${item.name}`).join(' & ')};`,
      '',
      `/** ${description} */`,
      `export const ${name}: ${upperFirst(name)} = {`,
      ...found.map((item) => `  ...${item.name},`),
      '};',
    );
}

/** An object with all, by their names without the ending. */
function keyed(name: string, description: string, ending: RegExp): Registry['write'] {
  return (found, importOf) =>
    lines(
      ...imports(found, importOf),
      '',
      `/** ${description} */`,
      `export const ${name} = {`,
      ...found.map((item) => `  ${item.name.replace(ending, '')}: ${item.name},`),
      '};',
    );
}

interface ListOptions {
  description: string;
  /** Line that imports the type of the list. */
  typeImport: string;
  /** The exports are lists themselves. */
  spread?: boolean;
}

/** A list of all. */
function listed(
  name: string,
  type: string,
  { description, typeImport, spread = false }: ListOptions,
): Registry['write'] {
  return (found, importOf) =>
    lines(
      typeImport,
      ...imports(found, importOf),
      '',
      `/** ${description} */`,
      `export const ${name}: ${type} = [`,
      ...found.map((item) => `  ${spread ? '...' : ''}${item.name},`),
      '];',
    );
}

function upperFirst(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

function lines(...all: string[]): string {
  return `${all.join('\n')}\n`;
}
