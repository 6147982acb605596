import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { SignedIn, SsoStart } from '@parley/contract/console';
import { expect, test } from 'vitest';
import { ConsoleBrowser } from '../../test/console-browser.ts';
import { everyRow, openConsole } from '../../test/console-scene.ts';
import { type Target, targets } from '../../test/databases.ts';
import { OidcProvider, oidcClient } from '../../test/oidc-provider.ts';
import { isAway } from './provider.ts';

const minuteMs = 60_000;

async function openWithSso(target: Target, env: Readonly<Record<string, string>> = {}) {
  const provider = await OidcProvider.start();
  const scene = await openConsole(target, {
    closes: true,
    env: {
      PARLEY_OIDC_ISSUER: provider.issuer,
      PARLEY_OIDC_CLIENT_ID: oidcClient.id,
      PARLEY_OIDC_CLIENT_SECRET: oidcClient.secret,
      PARLEY_OIDC_ALLOWED_DOMAINS: 'example.com, example.org',
      PARLEY_PUBLIC_URL: 'https://desk.example.com',
      ...env,
    },
  });
  const browser = new ConsoleBrowser(scene.server.baseUrl);
  const begin = async (by = browser) => (await by.call<SsoStart>('POST /sso', {})).json.url;
  const finish = (query: URLSearchParams | string, by = browser) =>
    by.call<SignedIn & Refused>('POST /sso/finish', { query: String(query) });
  return { ...scene, provider, browser, begin, finish };
}

interface Refused {
  error?: { details: { reason?: string } };
}

test.each(targets)(
  '%s: a verified address signs in to its account, with a new session',
  async (target) => {
    const { server, owner, provider, browser, begin, finish, lines } = await openWithSso(target);
    expect((await owner.call('GET /setup')).json).toMatchObject({ singleSignOn: true });
    const url = new URL(await begin());
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: oidcClient.id,
      redirect_uri: 'https://desk.example.com/sign-in/callback',
      scope: 'openid email',
      code_challenge_method: 'S256',
    });
    // An attacker could have planted a session that it knows.
    browser.cookie = owner.cookie;
    const flow = browser.flow;
    const answer = await finish(provider.approve(url.href));
    expect(answer).toMatchObject({
      status: 200,
      json: { account: { email: 'ana@example.com' }, member: { role: 'owner' } },
    });
    expect(browser.cookie).not.toBe(owner.cookie);
    expect(browser.flow).toBe('');
    expect((await browser.call('GET /session')).status).toBe(200);
    expect((await owner.call('GET /session')).status).toBe(401);
    expect((await finish(provider.approve(await begin(), { isThin: true }))).status).toBe(200);
    const stored = `${await everyRow(server)}${lines.join('')}`;
    for (const secret of [...provider.issued, oidcClient.secret, flow, browser.token]) {
      expect(secret.length).toBeGreaterThan(10);
      expect(stored).not.toContain(secret);
    }
  },
);

test('no answer of the provider signs in that is forged, old, for somebody else, or of another browser', async () => {
  const { server, provider, browser, begin, finish, lines } = await openWithSso('SQLite');
  const forger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const past = Math.floor(Date.now() / 1_000) - 3_600;
  const tokens = {
    'forged signature': { key: forger },
    'no signature': { header: { alg: 'none' } },
    'wrong issuer': { claims: { iss: 'https://evil.example' } },
    'wrong audience': { claims: { aud: 'another client' } },
    'wrong nonce': { claims: { nonce: 'another' } },
    'no nonce': { claims: { nonce: undefined } },
    'expired token': { claims: { iat: past - 60, exp: past } },
  };
  const reasonOf = async (...given: Parameters<typeof finish>) => {
    const { status, json } = await finish(...given);
    expect([status, browser.cookie]).toEqual([401, '']);
    return json.error?.details.reason;
  };
  for (const [what, person] of Object.entries(tokens)) {
    expect(await reasonOf(provider.approve(await begin(), person)), what).toBe('sso_refused');
  }
  const people = {
    'unverified address': [{ email_verified: false }, 'sso_unverified'],
    'address that may be verified': [{ email_verified: undefined }, 'sso_unverified'],
    'no address': [{ email: 7 }, 'sso_unverified'],
    'unknown address': [{ email: 'bo@example.com' }, 'sso_unknown'],
    'address of another domain': [{ email: 'ana@sub.example.com' }, 'sso_unknown'],
  } as const;
  for (const [what, [claims, reason]] of Object.entries(people)) {
    expect(await reasonOf(provider.approve(await begin(), { claims })), what).toBe(reason);
  }

  const forged = provider.approve(await begin());
  forged.set('state', 'another');
  expect(await reasonOf(forged)).toBe('sso_refused');
  const mixedUp = provider.approve(await begin());
  mixedUp.set('iss', 'https://evil.example');
  expect(await reasonOf(mixedUp)).toBe('sso_refused');
  await begin();
  expect(await reasonOf('error=access_denied&state=x')).toBe('sso_refused');
  await begin();
  expect(await reasonOf('')).toBe('sso_refused');

  const mine = provider.approve(await begin());
  const other = new ConsoleBrowser(server.baseUrl);
  expect(await reasonOf(mine, other)).toBe('sso_expired');
  // A person cannot be made to finish the sign-in that an attacker has begun.
  await begin(other);
  expect(await reasonOf(mine, other)).toBe('sso_refused');
  const flow = browser.flow;
  expect((await finish(mine)).status).toBe(200);
  expect((await browser.call('DELETE /session')).status).toBe(204);
  browser.flow = flow;
  expect(await reasonOf(mine)).toBe('sso_refused');
  browser.flow = `${flow}xxxx`;
  expect(await reasonOf(mine)).toBe('sso_expired');
  const late = provider.approve(await begin());
  await server.advance(10 * minuteMs);
  expect(await reasonOf(late)).toBe('sso_expired');
  const cross = await browser.call('POST /sso', {}, { origin: 'https://evil.example' });
  expect(cross.status).toBe(403);
  const logged = lines.join('');
  expect(logged).toContain('the answer of the single sign-on was refused');
  for (const secret of [...provider.issued, 'example.com"', oidcClient.secret]) {
    expect(logged).not.toContain(secret);
  }
});

test('a browser that sends invented codes soon causes no further requests to the provider', async () => {
  const limit = { PARLEY_FAILED_AUTH_LIMIT: '3' };
  const { provider, browser, begin, finish } = await openWithSso('SQLite', limit);
  const answer = provider.approve(await begin());
  answer.set('code', 'invented');
  const flow = browser.flow;
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    browser.flow = flow;
    statuses.push((await finish(answer)).status);
  }
  expect(statuses).toEqual([401, 401, 401, 429, 429, 429]);
  expect(provider.exchanges).toBe(3);
});

test('a provider is away when it cannot be reached or answers too late', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  const unreachable = await fetch(`http://127.0.0.1:${port}`).catch((error: unknown) => error);
  const late = Object.assign(new Error('operation timed out'), { code: 'OAUTH_TIMEOUT' });
  const refusal = Object.assign(new Error('invalid_grant'), { status: 400 });
  expect([unreachable, late, refusal].map(isAway)).toEqual([true, true, false]);
});

test('a provider that is away is 503 until it is back, and a server without one says so', async () => {
  const { provider, browser, begin, finish } = await openWithSso('SQLite');
  const away = { status: 503, json: { error: { code: 'SVC-UNAVAILABLE' } } };
  provider.isAway = true;
  expect(await browser.call('POST /sso', {})).toMatchObject(away);
  provider.isAway = false;
  const answer = provider.approve(await begin());
  provider.isAway = true;
  const unanswered = await finish(answer);
  expect(unanswered).toMatchObject(away);
  expect(unanswered.headers.getSetCookie()).toEqual([]);
  provider.isAway = false;
  expect(await finish(answer)).toMatchObject({ status: 200 });
  expect(await begin()).toContain(provider.issuer);
  const without = await openConsole('SQLite', { closes: true });
  for (const request of ['POST /sso', 'POST /sso/finish']) {
    expect(await without.owner.call(request, { query: 'code=1' })).toMatchObject({
      status: 422,
      json: { error: { details: { rule: 'no_sso', field: 'singleSignOn' } } },
    });
  }
});
