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
import { documentedNouns } from '../scripts/resources-file.ts';
import { endpointsOf } from '../src/core/endpoints.ts';
import { apiErrorClass } from '../src/core/failures.ts';
import * as errors from '../src/errors.ts';
import { routes } from '../src/generated/routes.ts';
import { Parley } from '../src/index.ts';

const folder = new URL('../src/generated/', import.meta.url);
const files = generatedFiles();

test.each(Object.keys(files))(
  '%s is up to date with the contract: run `pnpm build:docs`',
  (name) => {
    expect(readFileSync(new URL(name, folder), 'utf8')).toBe(files[name]);
  },
);

const ofMocks = mockFiles();

test.each(Object.keys(ofMocks))('%s of the mocks is up to date with the contract', (name) => {
  const path = new URL(`../../msw/src/generated/${name}`, import.meta.url);
  expect(readFileSync(path, 'utf8')).toBe(ofMocks[name]);
});

const pages = documentationFiles();
const api = pages['api.md'] ?? '';

test.each(Object.keys(pages))(
  '%s is up to date with the docstrings: run `pnpm build:docs`',
  (name) => {
    expect(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')).toBe(pages[name]);
  },
);

test('a resource of the contract without a file of docstrings is an error', () => {
  const files = readdirSync(new URL('../methods/', import.meta.url));
  expect(documentedNouns(files)).toContain('webhookEndpoints');
  expect(() => documentedNouns(files.filter((file) => file !== 'tags.md'))).toThrow(
    'Add packages/sdk/methods/tags.md',
  );
  expect(() => documentedNouns([...files, 'links.md'])).toThrow('packages/sdk/methods/links.md');
});

test('the docstring of every method describes it, its errors and an example', () => {
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

test('the docstring of every method lists exactly the errors of the contract', () => {
  // Any list, any call with a body and any POST may answer these: they are in the head of the page.
  const shared: readonly string[] = [...commonErrors, ...listErrors, ...bodyErrors, ...postErrors];
  for (const [noun, endpoints] of Object.entries(contract)) {
    for (const [name, route] of Object.entries<RouteShape>(endpoints)) {
      const [entry = ''] = api.split(`### parley.${noun}.${name}\n`)[1]?.split('\n##') ?? [];
      const [, text = ''] = entry.split('\n\n').map((part) => part.trim());
      const named = [...text.matchAll(/`(\w+Error)`/g)].map(([, error = '']) => error);
      const own = errorsOf(route)
        .filter((code) => !shared.includes(code))
        .map(classOf)
        .filter((error) => !always.includes(error));
      const advice = `parley.${noun}.${name} must name ${[...new Set(own)].join(', ') || 'no error'}`;
      expect
        .soft(new Set(named.filter((error) => !always.includes(error))), advice)
        .toEqual(new Set(own));
    }
  }
});

test('the top of the page lists the errors of every call', () => {
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

test('the folder of generated files has no other files', () => {
  expect(readdirSync(folder).sort()).toEqual(Object.keys(files).sort());
});

test('every endpoint of the contract has a route and a method with its name', () => {
  const parley = new Parley({ apiKey: 'k' });
  const table: Record<string, string> = routes;
  for (const [noun, endpoints] of Object.entries(contract)) {
    for (const [name, { method, path }] of Object.entries(endpoints)) {
      const known = Object.fromEntries(endpointsOf(table[noun] ?? ''));
      expect(known[name]?.split(' ').slice(0, 2)).toEqual([method, path]);
      expect(parley).toHaveProperty([noun, name], expect.any(Function));
    }
  }
});
