import { expect, test } from 'vitest';
import * as z from 'zod';
import { contract, sessionOnlyRoutes } from '../src/contract.ts';
import { errorCatalog } from '../src/error-catalog.ts';
import { errorEnvelope } from '../src/errors.ts';
import { idempotencyHeaders } from '../src/idempotency.ts';
import { idPrefixes } from '../src/ids.ts';
import { searchParameters } from '../src/knowledge-search.ts';
import { page, pageQuery } from '../src/pagination.ts';
import {
  apiPrefixes,
  commonErrors,
  errorsOf,
  type RouteShape,
  referencesIn,
} from '../src/routes.ts';
import { tag } from '../src/tags.ts';

interface Route extends RouteShape {
  summary?: string;
  pathParams?: z.ZodObject;
  headers?: unknown;
  responses: Record<string, z.ZodType>;
}

const routes: [string, Route][] = Object.entries(contract).flatMap(([noun, endpoints]) =>
  Object.entries<Route>(endpoints).map(([name, route]): [string, Route] => [
    `${noun}.${name}`,
    route,
  ]),
);
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

test.each(routes)('%s has a summary of one line', (_name, { summary }) => {
  expect(summary).toMatch(/^[A-Z][^\n.]{5,70}$/);
});

test.each(routes)('%s has a path of lower-case words under its noun', (name, { path }) => {
  const noun = name
    .slice(0, name.indexOf('.'))
    .replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  expect(path).toMatch(/^(\/([a-z-]+|:id))+(\/:([a-zA-Z]+Id|name)(\/[a-z-]+)?)?$/);
  // `knowledgeFaqs` are under `/knowledge/faqs`, and what belongs to a record is under its path.
  const own = path.replace(/^\/[a-z-]+\/:id(?=\/)/, '');
  const isUnder = (whole: string) => whole.replaceAll('/', '-').startsWith(`-${noun}`);
  // Comments of `/tickets/:id/comments` are `ticketComments`, and `/contacts/imports` are `contactImports`.
  const joined = path.replace(/^(\/[a-z-]+)s\/(?::id\/)?/, '$1-');
  // `/agencies/current/clients` are `agencyClients`.
  const ofAgency = path.replace(/^\/agencies\/current\//, '/agency-');
  expect([path, own, joined, ofAgency].some(isUnder)).toBe(true);
});

test.each(routes)(
  '%s has one success status, or 200 and 201 with one schema, and the error envelope for every failure',
  (_name, route) => {
    const statuses = successes(route).map(([status]) => status);
    if (statuses.length > 1) expect(statuses).toEqual(['200', '201']);
    expect(new Set(successes(route).map(([, schema]) => schema)).size).toBe(1);
    const failures = Object.entries(route.responses).filter(([status]) => Number(status) >= 400);
    expect(failures.length).toBeGreaterThan(0);
    for (const [, schema] of failures) expect(schema).toBe(errorEnvelope);
  },
);

test.each(routes)(
  '%s declares the status of each of its codes, and no code twice',
  (_name, route) => {
    const codes = errorsOf(route);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) {
      expect(errorCatalog[code].scope).not.toBe('message');
      expect(Object.keys(route.responses)).toContain(String(errorCatalog[code].status));
    }
  },
);

const body = z.object({ name: z.string() });
const bodyCodes = [
  'SVC-MALFORMED-JSON',
  'SVC-PAYLOAD-TOO-LARGE',
  'SVC-UNSUPPORTED-MEDIA-TYPE',
] as const;
const postCodes = ['SVC-IDEMPOTENCY-IN-PROGRESS', 'SVC-IDEMPOTENCY-MISMATCH'] as const;

test.each<[string, Omit<RouteShape, 'metadata'>, readonly string[]]>([
  ['a GET of something that is always there', { method: 'GET', path: '/xs' }, []],
  ['a list', { method: 'GET', path: '/xs', query: pageQuery }, ['SVC-CURSOR-INVALID']],
  ['a GET of a record', { method: 'GET', path: '/xs/:id' }, ['SVC-NOT-FOUND']],
  ['a POST', { method: 'POST', path: '/xs', body }, [...bodyCodes, ...postCodes]],
  [
    'a POST with an optional body that names a record',
    { method: 'POST', path: '/xs', body: z.object({ channelId: z.string() }).optional() },
    [...bodyCodes, ...postCodes, 'SVC-NOT-FOUND'],
  ],
  [
    'a POST of which one kind of body names records',
    {
      method: 'POST',
      path: '/xs',
      body: z.discriminatedUnion('type', [
        z.object({ type: z.literal('a') }),
        z.object({ type: z.literal('b'), channelIds: z.array(z.string()) }),
      ]),
    },
    [...bodyCodes, ...postCodes, 'SVC-NOT-FOUND'],
  ],
  [
    'a PATCH of a record',
    { method: 'PATCH', path: '/xs/:id', body },
    [...bodyCodes, 'SVC-NOT-FOUND'],
  ],
])('%s has the error codes of its shape, and its own', (_title, shape, codes) => {
  const route: RouteShape = { ...shape, metadata: { errors: ['SVC-CONFLICT'] } };
  expect([...errorsOf(route)].sort()).toEqual([...commonErrors, ...codes, 'SVC-CONFLICT'].sort());
});

test('exactly the fields that end in Id refer to records, except ids of the caller', () => {
  const fields = { channelId: body, ownerIds: body, externalId: body, paid: body, identity: body };
  expect(referencesIn(z.object(fields))).toEqual(['channelId', 'ownerIds']);
  expect(referencesIn(undefined)).toEqual([]);
  expect(() => referencesIn(z.string())).toThrow('string');
});

test('a tag counts the records of each kind that has tags', () => {
  const tagged = routes.flatMap(([name, { responses, metadata }]) => {
    const record = responses['200'];
    const hasTags = record instanceof z.ZodObject && 'tags' in record.shape;
    return name.endsWith('.get') && hasTags ? [`${metadata.resource}Count`] : [];
  });
  const counts = Object.keys(tag.shape).filter((field) => field.endsWith('Count'));
  expect(counts.sort()).toEqual(tagged.sort());
});

const onOne = routes.filter(([, { path }]) => path.includes(':id'));
test.each(onOne)('%s declares the kind of record of each id', (_name, route) => {
  const { resource, owner } = route.metadata;
  expect(Object.keys(idPrefixes)).toContain(resource);
  if (owner !== undefined) expect(Object.keys(idPrefixes)).toContain(owner);
  const names = route.path.match(/(?<=:)\w+/g) ?? [];
  // A contact has tags by their names.
  const own = resource === 'tag' ? 'name' : `${resource}Id`;
  expect(names).toEqual(owner === undefined ? ['id'] : ['id', own]);
  expect(Object.keys(route.pathParams?.shape ?? {})).toEqual(names);
});

const others = routes.filter(([, { path }]) => !path.includes(':id'));
test.each(others)('%s has no path parameter and no resource kind', (_name, route) => {
  expect(route.pathParams).toBeUndefined();
  expect(route.metadata.resource).toBeUndefined();
});

test.each(routes)(
  '%s accepts a body and an Idempotency-Key according to its method',
  (_name, route) => {
    const { method } = route;
    expect(route.body !== undefined).toBe(['POST', 'PATCH', 'PUT'].includes(method));
    expect(route.headers).toBe(method === 'POST' ? idempotencyHeaders : undefined);
  },
);

const pageKeys = Object.keys(page(z.string()).shape);
const lists = routes.filter(([, route]) => isPage(successes(route)[0]?.[1]));

test('exactly the endpoints named list return a page', () => {
  const called = routes.filter(([name]) => /\.list/.test(name)).map(([name]) => name);
  expect(called.length).toBeGreaterThan(4);
  expect(lists.map(([name]) => name)).toEqual(called);
});

test.each(lists)('%s has the paging parameters of every list', (_name, route) => {
  expect(route.method).toBe('GET');
  expect(route.query?.shape['cursor']).toBe(pageQuery.shape.cursor);
  const limits = [pageQuery.shape.limit, searchParameters.limit];
  expect(limits).toContain(route.query?.shape['limit']);
});

test.each(routes)('%s creates with 201, accepts with 202, deletes with 204', (_name, route) => {
  const [status, schema] = successes(route).at(-1) ?? [];
  if (route.method === 'GET' || route.method === 'PATCH') expect(status).toBe('200');
  if (route.method === 'DELETE') expect(status).toBe('204');
  expect(schema instanceof z.ZodUndefined).toBe(status === '204');
  if (status === '201') expect(route.metadata.creates).toBeDefined();
  if (route.metadata.creates) expect(['201', '202']).toContain(status);
});

function isPage(schema: z.ZodType | undefined): boolean {
  if (!(schema instanceof z.ZodObject)) return false;
  return pageKeys.every((key) => key in schema.shape);
}
