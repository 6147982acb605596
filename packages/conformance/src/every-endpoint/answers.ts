import { apiPrefixes, sessionOnlyRoutes } from '@parley/contract';
import { expect, test } from 'vitest';
import { checkError } from '../answer.ts';
import type { AnyRequest } from '../client.ts';
import { type Extent, endpointsFor, named, oneOfEachShape } from '../extent.ts';
import { preparedRequest, validRequest } from '../fixtures.ts';
import { send } from '../http.ts';
import { type Route, routes, successStatus } from '../routes.ts';
import { createScene, once } from '../scene.ts';
import type { Target } from '../target.ts';

export function testAnswers(target: () => Target, extent: Extent): void {
  const tested = endpointsFor(extent, routes);
  const shapes = oneOfEachShape(routes);
  const readScene = once(() => createScene(target()));
  const strangerId = once(async () => (await target().createTenant()).tenantId);

  test.each(named(routes))(
    '%s answers as its schema says, and ignores what it does not know',
    async (name, route) => {
      const reading = route.method === 'GET';
      // The answer to a read of one record does not depend on other records, so these tests share a tenant.
      const isOfRecord = reading && route.path.includes(':id');
      const scene = await (isOfRecord ? readScene() : createScene(target()));
      const request = await (isOfRecord ? preparedRequest : validRequest)(scene, name);
      const noise = await strangerId();
      const bodies: unknown[] = [];
      const isTested = tested.includes(route);
      const [plain, ...others] = isTested ? apiPrefixes : apiPrefixes.slice(0, 1);
      // Other tests send a plain request to each endpoint.
      const needsPlain = reading || shapes.includes(route) || !isTested;
      for (const prefix of needsPlain ? [plain, ...others] : others) {
        const again = reading || bodies.length === 0 ? request : await validRequest(scene, name);
        const sent = prefix === plain ? again : withNoise(route, again, noise);
        const answer = await scene.call(name, { ...sent, prefix });
        expect(answer.status, answer.text).toBe(successStatus(route));
        expect(answer.text).not.toContain(noise);
        bodies.push(answer.json);
        const location = answer.headers.get('location');
        if (answer.status === 201) expect(location).not.toBeNull();
        if (location !== null) await expectLocation(target(), scene.tenant.apiKey, location);
      }
      if (reading) for (const body of bodies) expect(body).toEqual(bodies[0]);
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
      // The rules of texts come before the refusal, as at every endpoint.
      const nul = { method, path: path.replace(':id', 'a%00b'), key: tenant.apiKey, body: {} };
      const unfit = [{ ...nul, query: { a: '\0' } }, ...(nul.path === path ? [] : [nul])];
      for (const call of unfit) {
        expect(checkError(await send(target().baseUrl, call)).code).toBe('SVC-VALIDATION');
      }
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

/** Returns the request with headers, parameters and fields of the body that the endpoint does not know. */
function withNoise(
  { body: schema, bytes }: Route,
  { headers, query, body, ...request }: AnyRequest,
  noise: string,
): AnyRequest {
  const unknown = { app_id: noise, tenantId: noise, unknown: [{}], nested: { a: [1] } };
  const takesFields = schema && bytes !== 'request';
  return {
    ...request,
    headers: { ...headers, 'x-org-slug': noise, 'x-app-id': noise, 'x-tenant-id': noise },
    query: { ...query, app_id: noise, tenantId: noise, unknown: '1' },
    body: takesFields ? { ...(body as object | undefined), ...unknown } : body,
  };
}

async function expectLocation(target: Target, key: string, location: string): Promise<void> {
  const [prefix] = apiPrefixes;
  expect(location.startsWith(`${prefix}/`), location).toBe(true);
  const path = location.slice(prefix.length);
  const answer = await send(target.baseUrl, { method: 'GET', path, key });
  expect(answer.status, `${location} ${answer.text}`).toBe(200);
}
