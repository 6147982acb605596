import { readdirSync, readFileSync } from 'node:fs';
import { contract } from '@parley/contract';
import { expect, test } from 'vitest';
import { generatedFiles } from '../scripts/generated-files.ts';
import * as routes from '../src/generated/routes.ts';
import { Parley } from '../src/index.ts';

const folder = new URL('../src/generated/', import.meta.url);
const files = generatedFiles();

test.each(Object.keys(files))('%s is what the contract says: run `pnpm build:docs`', (name) => {
  expect(readFileSync(new URL(name, folder), 'utf8')).toBe(files[name]);
});

test('nothing else is kept among the generated files', () => {
  expect(readdirSync(folder).sort()).toEqual(Object.keys(files).sort());
});

test('every endpoint of the contract has a route and a method of that name', () => {
  const parley = new Parley({ apiKey: 'k' });
  for (const [noun, endpoints] of Object.entries(contract)) {
    for (const [name, { method, path }] of Object.entries(endpoints)) {
      expect(routes).toHaveProperty([noun, name, 'path'], path);
      expect(routes).toHaveProperty([noun, name, 'method'], method);
      expect(parley).toHaveProperty([noun, name], expect.any(Function));
    }
  }
});
