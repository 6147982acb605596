import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { imports, type Registry, textOf } from './registry.ts';
import { registries } from './registry-list.ts';

const registry: Registry = {
  from: 'src',
  to: 'src/generated/all.ts',
  pattern: /^export const (\w+Routes) = /gm,
  except: /^draft\.ts$/,
  write: (found, importOf) =>
    [...imports(found, importOf), ...found.map(({ name }) => name)].join('\n'),
};

const sources = {
  'src/bees.ts': 'export const beesRoutes = {};\nexport const beeHouse = {};\n',
  'src/ants/ants.ts': 'export const antsRoutes = {};\nexport const antHillsRoutes = {};\n',
  'src/bees.test.ts': 'export const testRoutes = {};\n',
  'src/draft.ts': 'export const draftRoutes = {};\n',
  'src/generated/all.ts': 'export const staleRoutes = {};\n',
};

test('a list has every matching export, without tests, exceptions and generated files', () => {
  expect(textOf(registry, folderOf(sources)).split('\n').slice(1)).toEqual([
    "import { antHillsRoutes, antsRoutes } from '../ants/ants.ts';",
    "import { beesRoutes } from '../bees.ts';",
    'antsRoutes',
    'antHillsRoutes',
    'beesRoutes',
  ]);
});

test('a list excludes its own file', () => {
  const own = { ...registry, to: 'src/draft.ts', except: /^ants/ };
  expect(textOf(own, folderOf(sources))).toContain("import { beesRoutes } from './bees.ts';");
  expect(textOf(own, folderOf(sources))).not.toContain('draftRoutes');
});

test('refuses an empty list, because its folder or pattern is wrong', () => {
  const root = folderOf({ 'src/bees.ts': 'export const bees = 1;\n' });
  expect(() => textOf(registry, root)).toThrow('nothing in src');
});

test('resources are in the order of their id kinds, those without one last', () => {
  const compare = registries.find(({ to }) =>
    to.endsWith('contract/src/generated/routes.ts'),
  )?.compare;
  const names = ['zebrasRoutes', 'tenantsRoutes', 'webhookDeliveriesRoutes', 'messagesRoutes'];
  const found = names.map((name) => ({ name, file: 'any.ts' }));
  expect(found.sort(compare).map(({ name }) => name)).toEqual([
    'messagesRoutes',
    'webhookDeliveriesRoutes',
    'tenantsRoutes',
    'zebrasRoutes',
  ]);
});

test('the mocks read the fakes, records and seeds of a resource from its file only', () => {
  const root = folderOf({
    'packages/msw/src/label-entries.ts': [
      'export const labelEntryRecords = fakeRecords(labelEntryRules);',
      'export const labelEntrySeeds = seedsOf(createLabelEntryBody, labelEntryRecords, () => ({}));',
      "export const labelEntries: Fakes<Contract['labelEntries']> = fakeCrud(labelEntryRecords);",
    ].join('\n'),
  });
  const [fakes, records, seeds] = ['fakes', 'records', 'seeds'].map((name) => {
    const list = registries.find(({ to }) => to === `packages/msw/src/generated/${name}.ts`);
    return list && textOf(list, root);
  });
  expect(fakes).toContain('\n  labelEntries,\n');
  expect(records).toContain('\n  labelEntryRecords,\n');
  expect(seeds).toContain('\n  labelEntries: SeedRecords<CreateLabelEntryBody, LabelEntry>;\n');
  expect(seeds).toContain('\n  labelEntries: labelEntrySeeds,\n');
});

function folderOf(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'parley-lists-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}
