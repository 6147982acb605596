import { apiPrefixes, sessionOnlyRoutes } from '@parley/contract';
import { expect, test } from 'vitest';
import { checkError } from '../answer.ts';
import type { AnyRequest } from '../client.ts';
import { type Extent, endpointsFor } from '../extent.ts';
import { validRequest } from '../fixtures.ts';
import { send } from '../http.ts';
import { bodyRoutes, routes, successStatus } from '../routes.ts';
import { createScene } from '../scene.ts';
import type { Target } from '../target.ts';

const named = (list: typeof routes) => list.map((route) => [route.name, route] as const);

export function testAnswers(target: () => Target, extent: Extent): void {
  const shapes = endpointsFor(extent, routes);

  test.each(named(routes))(
    '%s answers as its schema says, alike under every prefix',
    async (name, route) => {
      const scene = await createScene(target());
      const reading = route.method === 'GET';
      const request = await validRequest(scene, name);
      const bodies: unknown[] = [];
      for (const prefix of shapes.includes(route) ? apiPrefixes : apiPrefixes.slice(0, 1)) {
        const again = reading ? request : await validRequest(scene, name);
        const answer = await scene.call(name, { ...again, prefix });
        expect(answer.status, answer.text).toBe(successStatus(route));
        bodies.push(answer.json);
        const location = answer.headers.get('location');
        if (answer.status === 201) expect(location).not.toBeNull();
        if (location !== null) await expectLocation(target(), scene.tenant.apiKey, location);
      }
      if (reading) for (const body of bodies) expect(body).toEqual(bodies[0]);
    },
  );

  test.each(named(shapes))(
    '%s ignores the headers, parameters and body fields that it does not know',
    async (name, route) => {
      const scene = await createScene(target());
      const stranger = await createScene(target());
      const request = await validRequest(scene, name);
      const noise = stranger.tenant.tenantId;
      const noisy: AnyRequest = {
        ...request,
        headers: { 'x-org-slug': noise, 'x-app-id': noise, 'x-tenant-id': noise },
        query: { ...request.query, app_id: noise, tenantId: noise, unknown: '1' },
        ...(request.body === undefined || request.body instanceof Uint8Array
          ? {}
          : {
              body: { ...(request.body as object), app_id: noise, tenantId: noise, unknown: [{}] },
            }),
      };
      const answer = await scene.call(name, noisy);
      expect(answer.status, answer.text).toBe(successStatus(route));
      expect(answer.text).not.toContain(noise);
      if (route.method === 'GET') {
        expect((await scene.call(name, request)).json).toEqual(answer.json);
      }
    },
  );

  test.each(named(endpointsFor(extent, bodyRoutes)))(
    '%s ignores unknown fields in an otherwise empty body',
    async (name, route) => {
      const scene = await createScene(target());
      const { body, ...request } = await validRequest(scene, name);
      if (body !== undefined) return;
      const answer = await scene.call(name, {
        ...request,
        body: { app_id: 'x', nested: { a: [1] } },
      });
      expect(answer.status, answer.text).toBe(successStatus(route));
    },
  );

  test.each(sessionOnlyRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s needs a signed-in user: a key is not enough, and without one it is 401',
    async (_title, { method, path }) => {
      const { tenant } = await createScene(target());
      for (const prefix of apiPrefixes) {
        const answer = await send(target().baseUrl, {
          method,
          path,
          prefix,
          key: tenant.apiKey,
          body: { name: 'Another' },
        });
        expect(checkError(answer).code).toBe('SVC-SESSION-REQUIRED');
        expect(answer.headers.get('ratelimit-limit')).not.toBeNull();
      }
      const text = { method, path, key: tenant.apiKey, raw: '{' };
      const headers = { 'content-type': 'text/plain' };
      const plain = await send(target().baseUrl, { ...text, headers });
      expect(checkError(plain).code).toBe('SVC-UNSUPPORTED-MEDIA-TYPE');
      const json = { 'content-type': 'application/json' };
      const malformed = await send(target().baseUrl, { ...text, headers: json });
      expect(checkError(malformed).code).toBe('SVC-MALFORMED-JSON');
      const keyless = await send(target().baseUrl, { method, path, body: {} });
      expect(checkError(keyless).code).toBe('SVC-UNAUTHORIZED');
    },
  );

  test('returns the request id of the caller, or generates one', async () => {
    const scene = await createScene(target());
    const given = await scene.call('tenants.current', { headers: { 'x-request-id': 'mine-42' } });
    expect(given.headers.get('x-request-id')).toBe('mine-42');
    const first = await scene.call('tenants.current');
    const second = await scene.call('tenants.current');
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
  });
}

async function expectLocation(target: Target, key: string, location: string): Promise<void> {
  const [prefix] = apiPrefixes;
  expect(location.startsWith(`${prefix}/`), location).toBe(true);
  const path = location.slice(prefix.length);
  const answer = await send(target.baseUrl, { method: 'GET', path, key });
  expect(answer.status, `${location} ${answer.text}`).toBe(200);
}
