import { expect, test } from 'vitest';
import { aClient, anAgency } from '../agencies.fixtures.ts';
import { checkError } from '../answer.ts';
import { type Extent, endpointsFor, named, oneOfEachShape } from '../extent.ts';
import { type Answer, send } from '../http.ts';
import { type Route, routes } from '../routes.ts';
import { createScene, pathToNothing } from '../scene.ts';
import type { Target } from '../target.ts';

export function testAuthentication(target: () => Target, extent: Extent): void {
  const each = named(endpointsFor(extent, routes));
  // Each target authenticates all endpoints with one function.
  const shapes = named(oneOfEachShape(routes));

  test.each(each)(
    '%s refuses a request without an API key before any other check',
    async (_name, route) => {
      const answer = await knock(target(), route, {});
      expectRefused(answer, 'missing');
    },
  );

  test.each(shapes)(
    '%s refuses malformed, unknown, revoked, expired and ambiguous keys, and says which',
    async (_name, route) => {
      const { good, revoked, ungranted, expired } = await keysOf(target());
      const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
      expectRefused(await knock(target(), route, bearer('nonsense')), 'malformed');
      expectRefused(await knock(target(), route, bearer(target().unknownKey())), 'invalid');
      expectRefused(await knock(target(), route, bearer(revoked)), 'revoked');
      expectRefused(await knock(target(), route, bearer(ungranted)), 'revoked');
      expectRefused(await knock(target(), route, { 'x-api-key': expired }), 'expired');
      expectRefused(
        await knock(target(), route, { ...bearer(good), 'x-api-key': revoked }),
        'ambiguous',
      );
    },
  );

  test.each(each)(
    '%s refuses the keys of a suspended tenant, unless its contract says otherwise',
    async (_name, route) => {
      const { suspended, issuedAndSuspended } = await keysOf(target());
      for (const key of [suspended, issuedAndSuspended]) {
        const answer = await knock(target(), route, { 'x-api-key': key });
        if (route.whileSuspended) expect(answer.text).not.toContain('SVC-TENANT-SUSPENDED');
        else expect(checkError(answer).code).toBe('SVC-TENANT-SUSPENDED');
      }
    },
  );

  test('accepts the API key in either header, and in both when they are equal', async () => {
    const { tenant } = await createScene(target());
    const statuses = await Promise.all(
      [
        { authorization: `Bearer ${tenant.apiKey}` },
        { authorization: `bearer ${tenant.apiKey}` },
        { authorization: `BEARER   ${tenant.apiKey}` },
        { 'x-api-key': tenant.apiKey },
        { authorization: `Bearer ${tenant.apiKey}`, 'x-api-key': tenant.apiKey },
      ].map(async (headers) => {
        const answer = await send(target().baseUrl, {
          method: 'GET',
          path: '/tenants/current',
          headers,
        });
        return [answer.status, (answer.json as { id?: string }).id];
      }),
    );
    expect(statuses).toEqual(Array.from({ length: 5 }, () => [200, tenant.tenantId]));
  });

  test.each([
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }, 'malformed'],
    ['a scheme without a key', { authorization: 'Bearer' }, 'malformed'],
    ['an empty authorization', { authorization: '' }, 'missing'],
    ['an empty x-api-key', { 'x-api-key': '' }, 'missing'],
    ['a key of 10,000 characters', { 'x-api-key': 'k'.repeat(10_000) }, 'malformed'],
    ['a key that is no ASCII', { 'x-api-key': 'prl_live_ÿÿÿÿ' }, 'malformed'],
  ] as const)('refuses %s as an API key', async (_title, headers, reason) => {
    const answer = await send(target().baseUrl, {
      method: 'GET',
      path: '/tenants/current',
      headers,
    });
    expectRefused(answer, reason);
  });

  test('refuses an API key with one changed character', async () => {
    const { tenant } = await createScene(target());
    const last = tenant.apiKey.endsWith('a') ? 'b' : 'a';
    const answer = await send(target().baseUrl, {
      method: 'GET',
      path: '/tenants/current',
      key: `${tenant.apiKey.slice(0, -1)}${last}`,
    });
    expectRefused(answer, 'malformed');
  });
}

interface Keys {
  good: string;
  revoked: string;
  expired: string;
  suspended: string;
  /** An API key that an agency issued under a grant that has been revoked. */
  ungranted: string;
  /** An API key that an agency issued of a client that the agency has suspended. */
  issuedAndSuspended: string;
}

const keysByTarget = new WeakMap<Target, Promise<Keys>>();

// No test changes these keys, so all tests of a target share them.
function keysOf(target: Target): Promise<Keys> {
  const known = keysByTarget.get(target);
  if (known) return known;
  const keys = makeKeys(target);
  keysByTarget.set(target, keys);
  return keys;
}

async function makeKeys(target: Target): Promise<Keys> {
  const { api, tenant } = await createScene(target);
  const suspended = await target.createTenant();
  await suspended.suspend();
  const agency = await anAgency(target);
  const [left, stopped] = await Promise.all([aClient(agency), aClient(agency)]);
  const grant = { id: left.id, agencyGrantId: left.grant?.id ?? '' };
  await agency.api.agencyClients.revokeGrant({ params: grant });
  await agency.api.agencyClients.suspend({ params: { id: stopped.id } });
  const [good, revoked, expired] = await Promise.all([
    tenant.createKey(),
    tenant.createKey(),
    tenant.createKey({ expiresAt: '2024-01-01T00:00:00.000Z' }),
  ]);
  await api.apiKeys.revoke({ params: { id: revoked.id } });
  return {
    good: good.apiKey,
    revoked: revoked.apiKey,
    expired: expired.apiKey,
    suspended: suspended.apiKey,
    ungranted: left.secret,
    issuedAndSuspended: stopped.secret,
  };
}

/** Calls an endpoint with IDs that do not exist and a body that is not JSON. */
export function knock(
  target: Target,
  route: Route,
  headers: Record<string, string>,
): Promise<Answer> {
  const hasBody = route.method !== 'GET' && route.method !== 'DELETE';
  return send(target.baseUrl, {
    method: route.method,
    path: pathToNothing(route.path),
    headers: hasBody ? { ...headers, 'content-type': 'application/json' } : headers,
    raw: hasBody ? '{"broken' : undefined,
  });
}

export function expectRefused(answer: Answer, reason: string): void {
  const error = checkError(answer);
  expect(error.code).toBe('SVC-UNAUTHORIZED');
  expect(error.details).toEqual({ reason });
  expect(answer.headers.get('ratelimit-limit')).toBeNull();
}
