import { initContract } from '@ts-rest/core';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { Router } from './router.ts';

const handler = () => {};

function routerOf(...routes: string[]): Router {
  const router = new Router();
  for (const route of routes) router.get(route, handler);
  return router;
}

function match(router: Router, url: string, method = 'GET') {
  // The router reads only these fields of a request.
  const req = { url, originalUrl: url, method, params: {} } as unknown as Parameters<
    Router['match']
  >[0];
  const { template, metadata } = router.match(req);
  return { template, metadata, params: req.params };
}

test('a literal segment has priority over a parameter', () => {
  const router = routerOf('/keys/:id', '/keys/current');
  expect(match(router, '/keys/current?x=1').template).toBe('/keys/current');
  expect(match(router, '/keys/a%2Fb')).toMatchObject({
    template: '/keys/:id',
    params: { id: 'a/b' },
  });
});

test.each(['/', '/keys', '/keys//', '/keys/1/2', '//keys/1', '/Keys/1'])(
  '%s is no route',
  (url) => {
    expect(() => match(routerOf('/keys/:id'), url)).toThrow('No endpoint has this path');
  },
);

test('property names of Object.prototype are not routes', () => {
  expect(() => match(routerOf('/keys/:id'), '/constructor/1')).toThrow('No endpoint has this path');
});

test('refuses two routes with different names for one parameter', () => {
  const router = routerOf('/keys/:id');
  expect(() => router.get('/keys/:key/revoke', handler)).toThrow(/calls id/);
});

test('an endpoint has the metadata of its route in the contract', () => {
  const route = {
    path: '/notes/:id',
    body: z.object({}),
    responses: { 200: z.object({}) },
  } as const;
  const router = new Router();
  router.describe(
    initContract().router({
      notes: {
        update: { ...route, method: 'PATCH', metadata: { bodyBytes: 5_000_000 } },
        replace: { ...route, method: 'PUT', metadata: {} },
      },
    }),
  );
  router.patch('/notes/:id', handler);
  router.put('/notes/:id', handler);
  router.get('/notes/:id', handler);
  const metadataOf = (method: string) => match(router, '/notes/1', method).metadata;
  expect(['PATCH', 'PUT', 'GET'].map(metadataOf)).toEqual([{ bodyBytes: 5_000_000 }, {}, {}]);
});
