import { expect, test } from 'vitest';
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
  const { template } = router.match(req);
  return { template, params: req.params };
}

test('a literal segment has priority over a parameter', () => {
  const router = routerOf('/keys/:id', '/keys/current');
  expect(match(router, '/keys/current?x=1').template).toBe('/keys/current');
  expect(match(router, '/keys/a%2Fb')).toEqual({ template: '/keys/:id', params: { id: 'a/b' } });
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
