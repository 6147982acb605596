import { readdirSync, readFileSync } from 'node:fs';
import {
  bodyErrors,
  commonErrors,
  contract,
  type ErrorCode,
  errorCatalog,
  errorsOf,
  listErrors,
  postErrors,
  type RouteShape,
} from '@parley/contract';
import { expect, test } from 'vitest';
import { documentationFiles } from '../scripts/api-file.ts';
import { generatedFiles } from '../scripts/generated-files.ts';
import { mockFiles } from '../scripts/mock-files.ts';
import { apiErrorClass } from '../src/core/failures.ts';
import * as errors from '../src/errors.ts';
import * as routes from '../src/generated/routes.ts';
import { Parley } from '../src/index.ts';

const folder = new URL('../src/generated/', import.meta.url);
const files = generatedFiles();

test.each(Object.keys(files))('%s is what the contract says: run `pnpm build:docs`', (name) => {
  expect(readFileSync(new URL(name, folder), 'utf8')).toBe(files[name]);
});

const ofMocks = mockFiles();

test.each(Object.keys(ofMocks))('%s of the mocks is what the contract says', (name) => {
  const path = new URL(`../../msw/src/generated/${name}`, import.meta.url);
  expect(readFileSync(path, 'utf8')).toBe(ofMocks[name]);
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
    }
  }
});

const classOf = (code: ErrorCode) => apiErrorClass(errorCatalog[code].status).name;
const always = commonErrors.map(classOf);

test('every method names the errors that the contract has for it, and no others', () => {
  // Any list, any call with a body and any POST may answer these: they are in the head of the page.
  const shared: readonly string[] = [...commonErrors, ...listErrors, ...bodyErrors, ...postErrors];
  for (const [noun, endpoints] of Object.entries(contract)) {
    for (const [name, route] of Object.entries<RouteShape>(endpoints)) {
      const [entry = ''] = api.split(`### parley.${noun}.${name}\n`)[1]?.split('\n##') ?? [];
      const [, text = ''] = entry.split('\n\n').map((part) => part.trim());
      const named = [...text.matchAll(/`(\w+Error)`/g)].map(([, error = '']) => error);
      const own = errorsOf(route)
        .filter((code) => !shared.includes(code))
        .map(classOf);
      expect
        .soft(new Set(named.filter((error) => !always.includes(error))), `parley.${noun}.${name}`)
        .toEqual(new Set(own));
    }
  }
});

test('the head of the page names the errors that any call may fail with', () => {
  const [head = ''] = api.split('\n## ');
  const unusual = Object.keys(errors).filter((name) =>
    /^(Aborted|Connection|Pagination|Redirect|ResponseParse|ResponseValidation|Timeout)Error$/.test(
      name,
    ),
  );
  expect(unusual).toHaveLength(7);
  for (const name of [...unusual, ...always]) {
    expect(head).toContain(`\`${name}\``);
  }
});

test('nothing else is kept among the generated files', () => {
  // The lists of resources are written from the sources, and the gate `fresh` compares them.
  const all = [...Object.keys(files), 'nouns.ts', 'resources.ts'];
  expect(readdirSync(folder).sort()).toEqual(all.sort());
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
