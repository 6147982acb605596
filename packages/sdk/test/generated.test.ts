import { readdirSync, readFileSync } from 'node:fs';
import { contract } from '@parley/contract';
import { expect, test } from 'vitest';
import { documentationFiles } from '../scripts/api-file.ts';
import { generatedFiles } from '../scripts/generated-files.ts';
import * as routes from '../src/generated/routes.ts';
import { Parley } from '../src/index.ts';

const folder = new URL('../src/generated/', import.meta.url);
const files = generatedFiles();

test.each(Object.keys(files))('%s is what the contract says: run `pnpm build:docs`', (name) => {
  expect(readFileSync(new URL(name, folder), 'utf8')).toBe(files[name]);
});

const pages = documentationFiles();
const api = pages['api.md'] ?? '';

test.each(Object.keys(pages))('%s is what the docstrings say: run `pnpm build:docs`', (name) => {
  expect(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')).toBe(pages[name]);
});

test('every method says what it does and how it fails, and has an example of itself', () => {
  for (const [noun, endpoints] of Object.entries(contract)) {
    for (const [name, { method, path }] of Object.entries(endpoints)) {
      const call = `parley.${noun}.${name}`;
      const [entry = ''] = api.split(`### ${call}\n`)[1]?.split('\n##') ?? [];
      expect(entry, call).toContain(`\`${method} /api/v1${path}\``);
      expect(entry, call).toContain(`${call}(`);
      const [, text = ''] = entry.split('\n\n').map((part) => part.trim());
      expect(text, call).toMatch(/^[A-Z].*\.$/);
      const mayFail = path.includes(':') || method !== 'GET';
      if (mayFail) expect(text, call).toContain('Fails with `');
    }
  }
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
