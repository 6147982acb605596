import { expect, test } from 'vitest';
import * as z from 'zod';
import { apiPrefixes, contract, sessionOnlyRoutes } from '../src/contract.ts';
import { errorCatalog } from '../src/error-catalog.ts';
import { type ErrorCode, errorEnvelope } from '../src/errors.ts';
import { idempotencyHeaders } from '../src/idempotency.ts';
import { idPrefixes } from '../src/ids.ts';
import { searchParameters } from '../src/knowledge-search.ts';
import { page, pageQuery } from '../src/pagination.ts';
import { commonErrors, type RouteMetadata } from '../src/routes.ts';

interface Route {
  method: string;
  path: string;
  summary?: string;
  pathParams?: z.ZodObject;
  query?: z.ZodObject;
  headers?: unknown;
  body?: z.ZodType;
  responses: Record<string, z.ZodType>;
  metadata?: RouteMetadata;
}

const routes: [string, Route][] = Object.entries(contract).flatMap(([noun, endpoints]) =>
  Object.entries(endpoints).map(([name, route]): [string, Route] => [`${noun}.${name}`, route]),
);
const errorsOf = ({ metadata }: Route): readonly ErrorCode[] => metadata?.errors ?? [];
const successes = ({ responses }: Route) =>
  Object.entries(responses).filter(([status]) => status.startsWith('2'));

test('no two endpoints share a method and a path', () => {
  const spoken = [...routes.map(([, route]) => route), ...sessionOnlyRoutes].map(
    ({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`,
  );
  expect(spoken.length).toBeGreaterThan(20);
  expect(new Set(spoken).size).toBe(spoken.length);
});

test('both prefixes are absolute, and the versioned one comes first', () => {
  expect(apiPrefixes).toEqual(['/api/v1', '/api']);
});

test.each(routes)('%s says what it does in one line', (_name, { summary }) => {
  expect(summary).toMatch(/^[A-Z][^\n.]{5,70}$/);
});

test.each(routes)('%s has a path of lower-case words under its noun', (name, { path }) => {
  const noun = name
    .slice(0, name.indexOf('.'))
    .replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  expect(path).toMatch(/^(\/([a-z-]+|:id))+$/);
  // `knowledgeFaqs` are under `/knowledge/faqs`.
  expect(path.replaceAll('/', '-').startsWith(`-${noun}`)).toBe(true);
});

test.each(routes)('%s has one success, and the envelope for every failure', (_name, route) => {
  expect(successes(route)).toHaveLength(1);
  const failures = Object.entries(route.responses).filter(([status]) => Number(status) >= 400);
  expect(failures.length).toBeGreaterThan(0);
  for (const [, schema] of failures) expect(schema).toBe(errorEnvelope);
});

test.each(routes)('%s names its codes once, and none that only a message has', (_name, route) => {
  const codes = errorsOf(route);
  expect(route.metadata).toBeDefined();
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) {
    expect(commonErrors).not.toContain(code);
    expect(errorCatalog[code].scope).not.toBe('message');
    expect(Object.keys(route.responses)).toContain(String(errorCatalog[code].status));
  }
});

const onOne = routes.filter(([, { path }]) => path.includes(':id'));
test.each(onOne)('%s answers 404 for an id of its kind', (_name, route) => {
  expect(Object.keys(idPrefixes)).toContain(route.metadata?.resource);
  expect(errorsOf(route)).toContain('SVC-NOT-FOUND');
  expect(Object.keys(route.pathParams?.shape ?? {})).toEqual(['id']);
});

const others = routes.filter(([, { path }]) => !path.includes(':id'));
test.each(others)('%s has no path parameter and names no resource', (_name, route) => {
  expect(route.pathParams).toBeUndefined();
  expect(route.metadata?.resource).toBeUndefined();
});

const posts = routes.filter(([, { method }]) => method === 'POST');
test.each(posts)('%s takes an Idempotency-Key', (_name, route) => {
  expect(route.headers).toBe(idempotencyHeaders);
  expect(errorsOf(route)).toEqual(
    expect.arrayContaining(['SVC-IDEMPOTENCY-IN-PROGRESS', 'SVC-IDEMPOTENCY-MISMATCH']),
  );
});

const withBody = routes.filter(([, { method }]) => ['POST', 'PATCH', 'PUT'].includes(method));
test.each(withBody)('%s says what a body may be refused for', (_name, route) => {
  expect(route.body).toBeDefined();
  expect(errorsOf(route)).toEqual(
    expect.arrayContaining([
      'SVC-MALFORMED-JSON',
      'SVC-PAYLOAD-TOO-LARGE',
      'SVC-UNSUPPORTED-MEDIA-TYPE',
    ]),
  );
});

const withoutBody = routes.filter(([, { method }]) => ['GET', 'DELETE'].includes(method));
test.each(withoutBody)('%s takes no body and no Idempotency-Key', (_name, route) => {
  expect(route.body).toBeUndefined();
  expect(route.headers).toBeUndefined();
});

const pageKeys = Object.keys(page(z.string()).shape).sort();
const lists = routes.filter(([, route]) => isPage(successes(route)[0]?.[1]));

test('what is called a list answers a page, and nothing else does', () => {
  const called = routes.filter(([name]) => /\.list/.test(name)).map(([name]) => name);
  expect(called.length).toBeGreaterThan(4);
  expect(lists.map(([name]) => name)).toEqual(called);
});

test.each(lists)('%s pages like every list', (_name, route) => {
  expect(route.method).toBe('GET');
  expect(route.query?.shape['cursor']).toBe(pageQuery.shape.cursor);
  const limits = [pageQuery.shape.limit, searchParameters.limit];
  expect(limits).toContain(route.query?.shape['limit']);
  expect(errorsOf(route)).toContain('SVC-CURSOR-INVALID');
});

test.each(routes)('%s creates with 201, accepts with 202, deletes with 204', (_name, route) => {
  const [status, schema] = successes(route)[0] ?? [];
  if (route.method === 'GET' || route.method === 'PATCH') expect(status).toBe('200');
  if (route.method === 'DELETE') expect(status).toBe('204');
  expect(schema instanceof z.ZodUndefined).toBe(status === '204');
  if (status === '201') expect(route.metadata?.creates).toBeDefined();
  if (route.metadata?.creates) expect(['201', '202']).toContain(status);
});

function isPage(schema: z.ZodType | undefined): boolean {
  if (!(schema instanceof z.ZodObject)) return false;
  return JSON.stringify(Object.keys(schema.shape).sort()) === JSON.stringify(pageKeys);
}
