import { contract, type MemberRole } from '@parley/contract';
import { type CreatedInvitation, consoleContract, type SignedIn } from '@parley/contract/console';
import { expect, test } from 'vitest';
import { ConsoleBrowser } from '../../test/console-browser.ts';
import { joinAs, openConsole } from '../../test/console-scene.ts';
import type { TestServer } from '../../test/start-server.ts';
import { createUser } from '../users/service.ts';

test('requests of other sites are refused before anything else, whatever they carry', async () => {
  const { server, owner } = await openConsole('SQLite', { closes: true });
  const body = { name: 'Stolen' };
  const from = async (headers: Record<string, string>) =>
    (await owner.call('POST /api-keys', body, headers)).status;
  expect(await from({ origin: 'https://evil.example' })).toBe(403);
  expect(await from({ origin: 'null' })).toBe(403);
  expect(await from({ origin: `${server.baseUrl}.evil.example` })).toBe(403);
  expect(await from({ origin: 'https://evil.example', host: 'evil.example' })).toBe(403);
  expect(await from({})).toBe(201);
  const bare = async (headers: Record<string, string>) => {
    const init = { method: 'POST', headers: { cookie: owner.cookie, ...headers } };
    return (await fetch(`${server.baseUrl}/console/api/session/switch`, init)).status;
  };
  expect(await bare({})).toBe(403);
  expect(await bare({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await bare({ 'sec-fetch-site': 'same-site' })).toBe(403);
  expect(await bare({ 'sec-fetch-site': 'same-origin' })).toBe(400);
  // A form of another site cannot send JSON.
  const form = { origin: server.baseUrl, 'content-type': 'text/plain' };
  expect(await bare({ ...form })).not.toBe(200);
  // A session is no API key.
  const keyless = await fetch(`${server.baseUrl}/api/v1/messages`, {
    headers: { cookie: owner.cookie },
  });
  expect(keyless.status).toBe(401);
});

const notForMembers =
  /^\w+ \/(agencies|agency-grants|api-keys|audit-log|events|invitations|request-log|webhook-deliveries|webhook-endpoints)(\/|$)|^(POST|PATCH|PUT|DELETE) \/(channels|members|tenants)\//;

/** The endpoints that a member of an agency may not use in the tenant of a client, beside those of its role. */
const notForGuests =
  /^(POST|PATCH|PUT|DELETE) \/(agency-grants|api-keys|invitations|members|profile|webhook-endpoints)(\/|$)|^GET \/webhook-endpoints\/:id\/secret$/;

test('every endpoint needs a session, refuses a role below its own, and nothing else by the role', async () => {
  const { server, owner } = await openConsole('SQLite', { closes: true });
  const routes = [contract, consoleContract].flatMap((nouns) =>
    Object.values(
      nouns as Record<string, Record<string, { method: string; path: string }>>,
    ).flatMap((noun) => Object.values(noun).map(({ method, path }) => `${method} ${path}`)),
  );
  expect(routes.length).toBeGreaterThan(150);
  // Endpoints of `entryContract` have no role: they begin, read and end sessions.
  const nobody = new ConsoleBrowser(server.baseUrl);
  const tenantId = (await owner.call<SignedIn>('GET /session')).json.tenant.id;
  const member = await joinAs(server, tenantId, 'member');
  const admin = await joinAs(server, tenantId, 'admin');
  const guest = await enterAsGuest(server, owner, tenantId);
  const codeOf = async (browser: ConsoleBrowser, route: string) => {
    const [method = '', path = ''] = route.split(' ');
    const body = ['POST', 'PATCH', 'PUT'].includes(method) ? { no: 'body' } : undefined;
    const target = `${method} ${path.replaceAll(/:\w+/g, 'x')}`;
    const answer = await browser.call<{ error?: { code: string; details: object } }>(target, body);
    expect(answer.headers.get('cache-control'), target).toBe('no-store');
    expect(answer.headers.get('x-request-id'), target).toBeTruthy();
    const { code, details } = answer.json?.error ?? {};
    return [answer.status, code, details] as const;
  };
  for (const route of routes) {
    const [[...refused], [status, code], [, ofAdmin], [, ofOwner], ofGuest] = await Promise.all([
      codeOf(nobody, route),
      codeOf(member, route),
      codeOf(admin, route),
      codeOf(owner, route),
      codeOf(guest, route),
    ]);
    expect(refused.slice(0, 2), route).toEqual([401, 'SVC-SIGN-IN-REQUIRED']);
    const isRefused =
      (notForMembers.test(route) || /^\w+ \/channels$/.test(route)) && route !== 'GET /channels';
    const isPreview = route.endsWith('/preview');
    expect(code === 'SVC-ROLE-REQUIRED', `${route} ${status}`).toBe(isRefused && !isPreview);
    for (const allowed of [ofAdmin, ofOwner, ofGuest[1]]) {
      expect(allowed, route).not.toBe('SVC-ROLE-REQUIRED');
    }
    const isGuest = (ofGuest[2] as { reason?: string } | undefined)?.reason === 'guest';
    expect(isGuest, route).toBe(notForGuests.test(route));
  }
});

/** Returns a member of an agency who works in the tenant of its client, which is that of the owner. */
async function enterAsGuest(
  server: TestServer,
  owner: ConsoleBrowser,
  tenantId: string,
): Promise<ConsoleBrowser> {
  const agency = await server.createTenant();
  await agency.makeAgency();
  const guest = await joinAs(server, agency.tenantId, 'owner');
  const permissions = ['manage', 'keys'];
  const grant = { agencyId: agency.tenantId, permissions };
  expect((await owner.call('POST /agency-grants', grant)).status).toBe(201);
  expect((await guest.call('POST /session/switch', { tenantId })).status).toBe(200);
  return guest;
}

test('an invitation works no longer when its member gets another role or is deactivated', async () => {
  const { server } = await openConsole('SQLite', { closes: true });
  const { tenantId } = await server.createTenant();
  const boss = await joinAs(server, tenantId, 'owner');
  const admin = await joinAs(server, tenantId, 'admin');
  const accept = async (email: string, change?: object, { by = admin, of = 'member' } = {}) => {
    const user = { email, name: 'Mia', role: of as MemberRole };
    const { id } = await createUser(server.contextOf(tenantId), user);
    const { token } = (
      await by.call<CreatedInvitation>('POST /invitations', { email, role: 'member' })
    ).json;
    if (change) expect((await boss.call(`PATCH /members/${id}`, change)).status).toBe(200);
    const person = { token, name: 'Mia', password: 'a bicycle in the rain' };
    return await new ConsoleBrowser(server.baseUrl).call<SignedIn>(
      'POST /invitations/accept',
      person,
    );
  };
  const refusal = { status: 422, json: { error: { code: 'SVC-LINK-INVALID' } } };
  expect(await accept('owner@example.com', { role: 'owner' })).toMatchObject(refusal);
  expect(await accept('gone@example.com', { active: false })).toMatchObject(refusal);
  expect(await accept('admin@example.com', { role: 'admin' })).toMatchObject(refusal);
  const demoted = { by: boss, of: 'owner' };
  expect(await accept('member@example.com', { role: 'member' }, demoted)).toMatchObject(refusal);
  expect((await boss.call('GET /invitations?status=open')).json).toMatchObject({ data: [] });
  expect((await accept('mia@example.com')).status).toBe(200);
});
