import { contract } from '@parley/contract';
import {
  type CreatedInvitation,
  consoleContract,
  type SessionList,
  type SignedIn,
  type SsoStart,
  type TotpSecret,
  unattendedHeader,
} from '@parley/contract/console';
import type { ApiKey, AuditEntry, IssuedApiKey, MemberRole, Page } from '@parley/contract/schemas';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ConsoleBrowser } from '../../test/console-browser.ts';
import {
  type ConsoleScene,
  everyRow,
  openConsole,
  password,
  signIn,
} from '../../test/console-scene.ts';
import { targets } from '../../test/databases.ts';
import { OidcProvider, oidcClient } from '../../test/oidc-provider.ts';
import type { TestServer } from '../../test/start-server.ts';
import { invite } from '../invitations/service.ts';
import { inTransaction } from '../tenancy/context.ts';
import { findAccount } from './accounts.ts';
import { beginTotp, removeTotp } from './authenticator.ts';
import { createLink } from './links.ts';
import { memberContext } from './member-context.ts';
import { spendCode } from './prove.ts';
import { updateProfile } from './service.ts';
import { workspacesOfAccount } from './statements/workspaces-of-account.ts';
import type { StoredAccount } from './table.ts';
import { codeAt } from './totp.ts';

const hourMs = 3_600_000;

describe.each(targets)('the console on %s', (target) => {
  let scene: ConsoleScene;
  beforeAll(async () => {
    scene = await openConsole(target);
  });
  afterAll(() => scene.server.close());

  test('a printed link creates the first owner once, and a key works until it is rotated and revoked', async () => {
    const { server, owner, setupToken, lines } = scene;
    const again = await new ConsoleBrowser(server.baseUrl).call('POST /setup', {
      token: setupToken,
      name: 'Eve',
      email: 'eve@example.com',
      password,
    });
    expect(again).toMatchObject({ status: 422, json: { error: { details: { reason: 'used' } } } });
    expect((await owner.call('GET /setup')).json).toEqual({
      needed: false,
      mailsLinks: false,
      singleSignOn: false,
      publicUrl: null,
    });

    const me = await owner.call<SignedIn>('GET /session');
    expect(me).toMatchObject({
      status: 200,
      json: { account: { email: 'ana@example.com' }, member: { role: 'owner', name: 'Ana' } },
    });
    expect(me.headers.get('cache-control')).toBe('no-store');

    const body = { name: 'Shop' };
    const once = { 'idempotency-key': 'once' };
    const made = await owner.call<IssuedApiKey>('POST /api-keys', body, once);
    expect(made).toMatchObject({
      status: 201,
      json: { createdBy: { type: 'member', id: me.json.member.id } },
    });
    const repeated = await owner.call<IssuedApiKey>('POST /api-keys', body, once);
    expect(repeated.json).toEqual({ ...made.json, secret: null });
    const old = made.json.secret ?? '';
    expect(await statusWith(server, old)).toBe(200);

    const path = `/api-keys/${made.json.id}`;
    const rotated = await owner.call<IssuedApiKey>(`POST ${path}/rotate`, { grace: '1h' });
    const fresh = rotated.json.secret ?? '';
    expect(rotated).toMatchObject({ status: 201, json: { name: 'Shop', expiresAt: null } });
    expect([await statusWith(server, old), await statusWith(server, fresh)]).toEqual([200, 200]);
    const third = await owner.call<IssuedApiKey>(`POST /api-keys/${rotated.json.id}/rotate`, {
      grace: '0',
    });
    expect(await statusWith(server, fresh)).toBe(401);
    await server.advance(hourMs);
    expect(await statusWith(server, old)).toBe(401);
    expect((await owner.call(`POST ${path}/rotate`, { grace: '0' })).status).toBe(409);

    const key = `/api-keys/${third.json.id}`;
    expect((await owner.call<ApiKey>(`POST ${key}/revoke`, {})).json.status).toBe('revoked');
    expect(await statusWith(server, third.json.secret ?? '')).toBe(401);
    const keys = await owner.call<Page<ApiKey>>('GET /api-keys');
    expect(keys.json.data).toHaveLength(3);

    const note = await owner.call<{ id: string; author: object }>('POST /canned-responses', {
      shortcut: 'hi',
      text: 'Hello',
    });
    expect(note.status).toBe(201);
    const log = await owner.call<Page<AuditEntry>>('GET /audit-log?limit=100');
    const ours = log.json.data.filter(({ actor }) => actor.id === me.json.member.id);
    expect(ours.map(({ action }) => action)).toEqual([
      'api_key.revoked',
      'api_key.rotated',
      'api_key.rotated',
      'api_key.created',
      'session.created',
    ]);
    for (const { sessionId, ip, actor } of ours) {
      expect([sessionId, ip, actor.type]).toEqual([me.json.sessionId, '192.0.2.1', 'member']);
    }
    for (const secret of [password, setupToken, owner.token, old, fresh]) {
      expect(lines.join('')).not.toContain(secret);
    }
  });

  test('every sign-in makes a new session, and a session that was ended is refused', async () => {
    const { server, owner } = scene;
    const browser = new ConsoleBrowser(server.baseUrl);
    // An attacker could have planted a token that it knows.
    browser.cookie = owner.cookie.replace(/=.*/, `=${'A'.repeat(43)}`);
    const planted = browser.token;
    expect((await signIn(browser)).status).toBe(200);
    const first = browser.cookie;
    expect(browser.token).not.toBe(planted);
    await signIn(browser);
    expect(browser.cookie).not.toBe(first);
    // The second sign-in has replaced the first session.
    expect(await statusOf(server, first)).toBe(401);

    const second = browser.cookie;
    expect(await statusOf(server, second)).toBe(200);
    expect(await browser.call('DELETE /session')).toMatchObject({ status: 204 });
    expect(browser.cookie).toBe('');
    expect(await statusOf(server, second)).toBe(401);
    expect((await browser.call('DELETE /session')).status).toBe(204);

    await signIn(browser);
    const other = new ConsoleBrowser(server.baseUrl);
    await signIn(other);
    const { json } = await other.call<SessionList>('GET /sessions');
    expect(json.data.filter(({ current }) => current)).toHaveLength(1);
    const mine = json.data.find(({ current }) => current);
    expect((await browser.call(`DELETE /sessions/${mine?.id}`)).status).toBe(204);
    expect((await other.call('GET /sessions')).json).toMatchObject({
      error: { code: 'SVC-SIGN-IN-REQUIRED', details: { reason: 'ended' } },
    });
  });

  test('a session ends after 12 hours without use, and after 7 days', async () => {
    const { server } = scene;
    const [idle, used] = [new ConsoleBrowser(server.baseUrl), new ConsoleBrowser(server.baseUrl)];
    await signIn(idle);
    await signIn(used);
    await server.advance(11 * hourMs);
    expect((await used.call('GET /session')).status).toBe(200);
    // A page that nobody uses reads its data again.
    const poll = { [unattendedHeader]: 'true' };
    expect((await idle.call('GET /webhook-endpoints', undefined, poll)).status).toBe(200);
    await server.advance(hourMs);
    expect((await idle.call('GET /session')).status).toBe(401);
    for (let hours = 22; hours < 7 * 24; hours += 10) {
      await server.advance(10 * hourMs);
      expect((await used.call('GET /session')).status).toBe(200);
    }
    await server.advance(10 * hourMs);
    expect((await used.call('GET /session')).status).toBe(401);
  });

  test('a new password ends the other sessions, and the link of an operator all of them', async () => {
    const { server } = scene;
    const [browser, other] = [
      new ConsoleBrowser(server.baseUrl),
      new ConsoleBrowser(server.baseUrl),
    ];
    await signIn(browser);
    await signIn(other);
    const change = (current: string) => ({ password: { current, new: 'another password' } });
    expect(await browser.call('PATCH /profile', change('wrong'))).toMatchObject({ status: 401 });
    const changed = await browser.call<SignedIn>('PATCH /profile', {
      name: 'Ana Maria',
      ...change(password),
    });
    expect(changed.json).toMatchObject({
      account: { name: 'Ana Maria' },
      member: { name: 'Ana Maria' },
    });
    expect((await other.call('GET /session')).status).toBe(401);
    expect((await signIn(other)).status).toBe(401);

    const { installation } = server.deps.system;
    const accountId = changed.json.account.id;
    const link = { kind: 'password_reset', accountId } as const;
    const replaced = await createLink(installation, { ...link, now: server.now() });
    const token = await createLink(installation, { ...link, now: server.now() });
    const accept = (wanted: string) =>
      other.call('POST /password-resets/accept', { token: wanted, password });
    expect((await accept(replaced)).status).toBe(422);
    expect((await accept(token)).status).toBe(204);
    expect(await accept(token)).toMatchObject({ status: 422 });
    expect((await browser.call('GET /session')).status).toBe(401);

    // A request that began before its session ended changes nothing.
    const { sessionId: id, member, tenant } = changed.json;
    const session = { id, accountId, role: 'owner' } as const;
    const late = memberContext(server.deps, { tenantId: tenant.id, userId: member.id, session });
    await expect(updateProfile(late, { name: 'Eve' }, undefined)).rejects.toMatchObject({
      code: 'SVC-SIGN-IN-REQUIRED',
    });
    expect((await signIn(other)).json.account.name).toBe('Ana Maria');
  });

  test('a request that has checked a password or a code changes nothing after a new password or app', async () => {
    const { server } = scene;
    const { secrets, system, database } = server.deps;
    const { installation } = system;
    const joined = { name: 'Uma', password };
    const { token } = await invite(
      server.contextOf((await server.createTenant()).tenantId),
      { email: 'uma@example.com', role: 'member' },
      { by: 'owner' },
    );
    const browser = new ConsoleBrowser(server.baseUrl);
    const { json } = await browser.call<SignedIn>('POST /invitations/accept', { token, ...joined });
    const { account, sessionId, member, tenant } = json;
    const { id } = account;
    const session = { id: sessionId, accountId: id, role: 'member' } as const;
    const late = memberContext(server.deps, { tenantId: tenant.id, userId: member.id, session });
    const stored = async () => {
      const found = await findAccount(installation, { id });
      if (!found) throw new Error('the account was removed');
      return found;
    };
    const write = (changes: object) => database.writer('accounts').where({ id }).update(changes);
    const failed = { code: 'SVC-SIGN-IN-FAILED' };
    const codeOf = (secret: string) => codeAt(secret, Math.floor(server.now().getTime() / 30_000));
    const spend = (known: StoredAccount, { secret }: TotpSecret) =>
      spendCode(known, codeOf(secret), { installation, secrets, nowMs: server.now().getTime() });

    const first = await beginTotp(late, await stored(), secrets);
    const withFirst = await stored();
    const second = await beginTotp(late, withFirst, secrets);
    await expect(spend(withFirst, first)).rejects.toMatchObject(failed);
    const withSecond = await stored();
    await removeTotp(late, withSecond);
    await expect(spend(withSecond, second)).rejects.toMatchObject(failed);

    const before = await stored();
    await write({ password_hash: 'of a new password' });
    const password2 = { before: before.passwordHash, after: 'of a late password' };
    for (const request of [
      () => updateProfile(late, {}, password2),
      () => inTransaction(late, (ctx) => beginTotp(ctx, before, secrets)),
      () => inTransaction(late, (ctx) => removeTotp(ctx, before)),
    ]) {
      await expect(request()).rejects.toMatchObject(failed);
    }
    expect(await stored()).toMatchObject({ passwordHash: 'of a new password', totpSealed: null });
  });

  const onPostgres = target === 'Postgres' ? test : () => {};
  onPostgres(
    'a sign-in or a switch begins no session when its account gets a new password or an app at the same moment',
    async () => {
      const { server } = scene;
      const { writer } = server.deps.database;
      const { token } = await invite(
        server.contextOf((await server.createTenant()).tenantId),
        { email: 'ivy@example.com', role: 'member' },
        { by: 'owner' },
      );
      const browser = new ConsoleBrowser(server.baseUrl);
      const joined = { token, name: 'Ivy', password };
      const { json } = await browser.call<SignedIn>('POST /invitations/accept', joined);
      const { id } = json.account;
      const sessions = () => writer('sessions').where({ account_id: id });
      const reset = async () => {
        await writer('accounts').where({ id }).update({ password_hash: 'of a new password' });
        await sessions().delete();
      };
      const read = workspacesOfAccount.postgres.bind(workspacesOfAccount);
      const reading = vi.spyOn(workspacesOfAccount, 'postgres');
      onTestFinished(() => reading.mockRestore());
      const meanwhile = (change: () => PromiseLike<unknown>) =>
        reading.mockImplementationOnce(async (db, calls) => {
          await change();
          return await read(db, calls);
        });
      const [{ password_hash }] = await writer('accounts').where({ id });
      meanwhile(reset);
      const tenantId = json.tenant.id;
      expect((await browser.call('POST /session/switch', { tenantId })).status).toBe(401);
      await writer('accounts').where({ id }).update({ password_hash });
      meanwhile(reset);
      const email = 'ivy@example.com';
      expect((await signIn(browser, { email })).status).toBe(401);
      expect(reading).toHaveBeenCalledTimes(2);
      expect(await sessions()).toEqual([]);

      await writer('accounts').where({ id }).update({ password_hash });
      expect((await signIn(browser, { email })).status).toBe(200);
      const other = new ConsoleBrowser(server.baseUrl);
      const changed = { password: { current: password, new: 'another password' } };
      meanwhile(async () =>
        expect((await browser.call('PATCH /profile', changed)).status).toBe(200),
      );
      expect((await signIn(other, { email })).status).toBe(401);
      const wanted = { email, password: 'another password' };
      // A code is necessary from now on.
      meanwhile(() => writer('accounts').where({ id }).update({ totp: 1 }));
      expect((await signIn(other, wanted)).status).toBe(401);
      await writer('accounts').where({ id }).update({ totp: 0 });
      expect((await signIn(other, wanted)).status).toBe(200);
      expect(await sessions()).toHaveLength(2);
    },
  );

  test('an invited person joins once, changes its role, and is signed out when it is deactivated', async () => {
    const { server } = scene;
    const owner = new ConsoleBrowser(server.baseUrl);
    await signIn(owner);
    const invite = async (email: string, role: MemberRole) =>
      (await owner.call<CreatedInvitation>('POST /invitations', { email, role })).json;
    const replaced = await invite('Bo@example.com', 'member');
    const { token } = await invite('bo@example.com', 'member');
    const bo = new ConsoleBrowser(server.baseUrl);
    const accept = (browser: ConsoleBrowser, given: string | null, more = {}) =>
      browser.call<SignedIn>('POST /invitations/accept', {
        token: given,
        name: 'Bo',
        password: 'bos password',
        ...more,
      });
    expect(await accept(bo, replaced.token)).toMatchObject({ status: 422 });
    expect((await bo.call('POST /invitations/preview', { token })).json).toEqual({
      email: 'bo@example.com',
      tenantName: 'First',
      role: 'member',
      hasAccount: false,
    });
    expect((await accept(bo, token, { password: 'short' })).status).toBe(400);
    const joined = await accept(bo, token);
    expect(joined).toMatchObject({ status: 200, json: { member: { name: 'Bo', role: 'member' } } });
    expect(await accept(new ConsoleBrowser(server.baseUrl), token)).toMatchObject({
      status: 422,
      json: { error: { details: { reason: 'used' } } },
    });
    expect(
      await owner.call('POST /invitations', { email: 'bo@example.com', role: 'admin' }),
    ).toMatchObject({ status: 409 });
    const late = await invite('late@example.com', 'member');
    expect((await bo.call('GET /invitations')).status).toBe(403);

    const boId = joined.json.member.id;
    const ownerId = (await owner.call<SignedIn>('GET /session')).json.member.id;
    const set = (by: ConsoleBrowser, id: string, change: object) =>
      by.call(`PATCH /members/${id}`, change);
    expect((await set(bo, boId, { role: 'owner' })).status).toBe(403);
    expect((await set(owner, boId, { role: 'admin' })).status).toBe(200);
    expect((await bo.call('GET /invitations?status=open')).json).toMatchObject({
      data: [{ email: 'late@example.com', status: 'open' }],
    });
    // Administrators do not make, change or invite owners.
    expect((await set(bo, boId, { role: 'owner' })).status).toBe(403);
    expect((await set(bo, ownerId, { active: false })).status).toBe(403);
    expect(
      (await bo.call('POST /invitations', { email: 'x@example.com', role: 'owner' })).status,
    ).toBe(403);
    expect(await set(owner, ownerId, { role: 'member' })).toMatchObject({
      status: 422,
      json: { error: { details: { rule: 'last_owner' } } },
    });
    expect((await set(owner, boId, { active: false })).status).toBe(200);
    expect((await bo.call('GET /session')).status).toBe(401);
    expect(
      await bo.call('POST /session', { email: 'bo@example.com', password: 'bos password' }),
    ).toMatchObject({ status: 401, json: { error: { details: { reason: 'no_workspace' } } } });

    const events = await owner.call<Page<{ type: string }>>('GET /events?type=member.*&limit=100');
    expect(events.json.data.map(({ type }) => type)).toEqual([
      // The owner, by the setup.
      'member.joined',
      'member.invited',
      'member.invited',
      'member.joined',
      'member.invited',
      'member.updated',
      'member.deactivated',
    ]);

    await server.advance(7 * 24 * hourMs);
    expect(await accept(bo, late.token)).toMatchObject({
      status: 422,
      json: { error: { details: { reason: 'expired' } } },
    });
  });

  test('an account with an authenticator app needs a code that was not used, also for an invitation', async () => {
    const { server } = scene;
    const browser = new ConsoleBrowser(server.baseUrl);
    await signIn(browser);
    const begin = (given: string) =>
      browser.call<TotpSecret>('POST /profile/totp', { password: given });
    expect((await begin('wrong')).status).toBe(401);
    const { secret } = (await begin(password)).json;
    const code = () => codeAt(secret, Math.floor(server.now().getTime() / 30_000));
    const confirm = (given: string) => browser.call('POST /profile/totp/confirm', { code: given });
    const used = code();
    const near = [-2, -1, 0, 1, 2].map((step) =>
      codeAt(secret, Math.floor(server.now().getTime() / 30_000) + step),
    );
    const wrong = Array.from({ length: 6 }, (_, n) => `00000${n}`).find(
      (one) => !near.includes(one),
    );
    expect((await confirm(wrong ?? '')).status).toBe(401);
    expect(await confirm(used)).toMatchObject({ status: 200, json: { totp: true } });
    expect((await begin(password)).status).toBe(422);

    const other = new ConsoleBrowser(server.baseUrl);
    const reason = async (given: object) => {
      const { json } = await other.call<{ error: { details: { reason: string } } }>(
        'POST /session',
        { email: 'ana@example.com', password, ...given },
      );
      return json.error.details.reason;
    };
    expect(await reason({})).toBe('code_required');
    expect(await reason({ code: used })).toBe('code_wrong');
    expect(await reason({ password: 'wrong', code: code() })).toBe('credentials');
    const tenant = server.contextOf((await server.createTenant()).tenantId);
    const { token } = await invite(
      tenant,
      { email: 'ana@example.com', role: 'member' },
      { by: 'owner' },
    );
    const accept = await other.call('POST /invitations/accept', { token, password });
    expect(accept).toMatchObject({ json: { error: { details: { reason: 'code_required' } } } });
    await server.advance(hourMs);
    expect((await signIn(other, { code: code() })).status).toBe(200);

    const rows = await server.deps.database.writer('accounts').select('*');
    expect(JSON.stringify(rows)).not.toContain(secret);
    const removed = await other.call('POST /profile/totp/remove', { password });
    expect(removed).toMatchObject({ status: 200, json: { totp: false } });
    expect((await signIn(browser)).status).toBe(200);
    await server.advance(hourMs);
  });

  test('a member of an agency works in a client only while its grant lasts, and every change names the grant', async () => {
    const { server } = scene;
    const [agency, client] = await Promise.all([server.createTenant(), server.createTenant()]);
    await agency.makeAgency();
    const { db } = server.contextOf(agency.tenantId);
    const boss = await joinAs(server, agency.tenantId, 'owner');
    const agent = await joinAs(server, agency.tenantId, 'admin');
    const beginner = await joinAs(server, agency.tenantId, 'member');
    const asClient = async <Body>(request: string, body?: object) => {
      const [method = '', path = ''] = request.split(' ');
      const answer = await fetch(`${server.baseUrl}/api/v1${path}`, {
        method,
        headers: { 'x-api-key': client.apiKey, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return (answer.status === 204 ? undefined : await answer.json()) as Body;
    };
    const give = async (permissions: readonly string[], expiresAt?: string) =>
      await asClient<{ id: string }>('POST /agency-grants', {
        agencyId: db.tenantId,
        permissions,
        ...(expiresAt && { expiresAt }),
      });
    const revoke = async ({ id }: { id: string }) => await asClient(`DELETE /agency-grants/${id}`);
    const enter = async (browser: ConsoleBrowser) =>
      await browser.call<SignedIn>('POST /session/switch', { tenantId: client.tenantId });
    const refusal = (code: string, details: object = {}) => ({
      json: { error: { code, details } },
    });

    expect(await enter(agent)).toMatchObject(refusal('SVC-NOT-FOUND'));
    for (const permission of ['keys', 'manage']) {
      const grant = await give([permission]);
      expect(await enter(agent)).toMatchObject(refusal('SVC-GRANT-REQUIRED'));
      await revoke(grant);
    }
    const grant = await give(['manage', 'keys']);
    expect(await enter(beginner)).toMatchObject(refusal('SVC-ROLE-REQUIRED', { role: 'admin' }));
    const other = await server.createTenant();
    await other.makeAgency();
    const stranger = await joinAs(server, other.tenantId, 'owner');
    expect(await enter(stranger)).toMatchObject(refusal('SVC-NOT-FOUND'));

    const hook = await asClient<{ id: string }>('POST /webhook-endpoints', {
      url: 'https://hooks.example.invalid/client',
      events: ['contact.created'],
    });

    const before = agent.cookie;
    const { json: entered } = await enter(agent);
    expect(await statusOf(server, before)).toBe(401);
    const guest = entered.member;
    expect(entered).toMatchObject({
      tenant: { id: client.tenantId },
      member: { role: 'admin' },
      agency: { tenantId: agency.tenantId, grantId: grant.id },
      workspaces: [{ tenantId: agency.tenantId }],
    });
    expect((await agent.call<SignedIn>('GET /session')).json).toEqual(entered);
    const made = await agent.call<{ id: string }>('POST /canned-responses', {
      shortcut: 'agency',
      text: 'Hello',
    });
    expect(made.status).toBe(201);
    const hookPath = `/webhook-endpoints/${hook.id}`;
    const requests = [
      'POST /api-keys',
      'POST /invitations',
      'PATCH /profile',
      `DELETE /agency-grants/${grant.id}`,
      'POST /webhook-endpoints',
      `PATCH ${hookPath}`,
      `DELETE ${hookPath}`,
      ...['rotate-secret', 'enable', 'disable', 'test', 'replay'].map(
        (action) => `POST ${hookPath}/${action}`,
      ),
      `GET ${hookPath}/secret`,
    ];
    for (const request of requests) {
      const body = request.startsWith('GET') ? undefined : {};
      expect(await agent.call(request, body), request).toMatchObject(
        refusal('SVC-FORBIDDEN', { reason: 'guest' }),
      );
    }
    expect((await agent.call(`GET ${hookPath}`)).status).toBe(200);
    const log = await asClient<Page<AuditEntry>>('GET /audit-log?sort=createdAt');
    const actor = { type: 'member', id: guest.id, grantId: grant.id };
    expect(log.data.slice(-2)).toMatchObject([
      { action: 'session.created', actor, sessionId: entered.sessionId },
      {
        action: 'POST /canned-responses',
        actor,
        recordId: made.json.id,
        sessionId: entered.sessionId,
      },
    ]);
    const ofAgency = await boss.call<Page<AuditEntry>>(
      'GET /audit-log?action=agency_client.entered',
    );
    expect(ofAgency.json.data).toMatchObject([{ actor: { id: guest.id, grantId: null } }]);

    await revoke(grant);
    const ended = refusal('SVC-SIGN-IN-REQUIRED', { reason: 'ended' });
    expect(await agent.call('GET /contacts')).toMatchObject(ended);
    const signInAgain = async () => await signIn(agent, { email: guest.email });
    expect((await signInAgain()).json.tenant.id).toBe(agency.tenantId);
    expect(await enter(agent)).toMatchObject(refusal('SVC-GRANT-REQUIRED'));

    const expiresAt = new Date(server.now().getTime() + hourMs).toISOString();
    const short = await give(['manage', 'keys'], expiresAt);
    expect((await enter(agent)).status).toBe(200);
    await server.advance(hourMs + 1_000);
    expect(await agent.call('GET /contacts')).toMatchObject(ended);
    await revoke(short);

    await give(['manage', 'keys']);
    await signInAgain();
    await enter(agent);
    const change = { role: 'member' };
    expect((await boss.call(`PATCH /members/${guest.id}`, change)).status).toBe(200);
    expect(await agent.call('GET /contacts')).toMatchObject(ended);
    await boss.call(`PATCH /members/${guest.id}`, { role: 'admin' });
    await signInAgain();
    await enter(agent);
    expect((await agent.call('GET /contacts')).status).toBe(200);
    await agency.suspend();
    expect(await agent.call('GET /contacts')).toMatchObject(ended);
  });

  test('an account works in several tenants, and each session reaches one of them', async () => {
    const { server } = scene;
    const other = server.contextOf((await server.createTenant()).tenantId);
    const { token } = await invite(
      other,
      { email: 'ana@example.com', role: 'member' },
      { by: 'owner' },
    );
    const browser = new ConsoleBrowser(server.baseUrl);
    const accept = (given: string) =>
      browser.call<SignedIn>('POST /invitations/accept', { token, password: given });
    expect((await accept('a wrong password')).status).toBe(401);
    const joined = await accept(password);
    expect(joined.json.tenant.id).toBe(other.db.tenantId);
    expect(joined.json.workspaces).toHaveLength(2);
    const inOther = browser.cookie;
    const here = await browser.call<{ id: string }>('POST /canned-responses', {
      shortcut: 'here',
      text: 'Only in the other tenant',
    });
    const record = `GET /canned-responses/${here.json.id}`;
    expect((await browser.call(record)).status).toBe(200);
    const first = joined.json.workspaces.find(({ name }) => name === 'First')?.tenantId;
    const switched = await browser.call<SignedIn>('POST /session/switch', { tenantId: first });
    expect(switched.json).toMatchObject({ tenant: { id: first }, member: { role: 'owner' } });
    expect(await statusOf(server, inOther)).toBe(401);
    expect((await browser.call(record)).status).toBe(404);
    expect((await browser.call('POST /session/switch', { tenantId: 'ten_x' })).status).toBe(404);
    // The next sign-in enters the tenant of the last session.
    expect((await signIn(browser)).json.tenant.id).toBe(first);
  });
});

test('guessing a password is limited, also for many requests at once, and its owner signs in from elsewhere', async () => {
  const { server } = await openConsole('SQLite', { closes: true });
  const attacker = new ConsoleBrowser(server.baseUrl, '198.51.100.9');
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, n) => signIn(attacker, { password: `guess ${n}` })),
  );
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(7);
  // Even the right password is refused then, so that the attacker does not learn it.
  expect(await signIn(attacker)).toMatchObject({
    status: 429,
    json: { error: { details: { scope: 'sign_in' } } },
  });
  // An unknown address gets the same answers.
  const unknown = await signIn(attacker, { email: 'nobody@example.com', password: 'guess' });
  expect(unknown.text).toBe(guesses.find(({ status }) => status === 401)?.text);
  const owner = new ConsoleBrowser(server.baseUrl, '203.0.113.5');
  expect((await signIn(owner)).status).toBe(200);
  await server.advance(hourMs);
  expect((await signIn(attacker)).status).toBe(200);
  const { json } = await owner.call<Page<AuditEntry>>('GET /audit-log?action=session.refused');
  expect(json.data).toHaveLength(5);
  expect(json.data[0]).toMatchObject({ actor: { type: 'system' }, ip: '198.51.100.9' });
  expect(JSON.stringify(json)).not.toContain('nobody');
});

test('guessing a code of an authenticator app is limited as guessing a password is', async () => {
  const { server, owner } = await openConsole('SQLite', { closes: true });
  const { secret } = (await owner.call<TotpSecret>('POST /profile/totp', { password })).json;
  const step = Math.floor(server.now().getTime() / 30_000);
  const code = codeAt(secret, step);
  expect((await owner.call('POST /profile/totp/confirm', { code })).status).toBe(200);
  const attacker = new ConsoleBrowser(server.baseUrl, '198.51.100.9');
  const near = Array.from({ length: 30 }, (_, n) => codeAt(secret, step - 1 + n));
  const wrong = Array.from({ length: 31 }, (_, n) => String(n).padStart(6, '0'));
  const guess = { code: wrong.find((one) => !near.includes(one)) };
  const guesses = await Promise.all(Array.from({ length: 8 }, () => signIn(attacker, guess)));
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(3);
  const elsewhere = new ConsoleBrowser(server.baseUrl, '203.0.113.5');
  const next = codeAt(secret, Math.floor(server.now().getTime() / 30_000) + 1);
  expect((await signIn(attacker, { code: next })).status).toBe(429);
  expect((await signIn(elsewhere, { code: next })).status).toBe(200);
});

test.each(targets)(
  '%s: of several uses of a link at the same time, one succeeds',
  async (target) => {
    const { server, owner } = await openConsole(target, { closes: true });
    const statuses = async (request: string, body: (n: number) => object) => {
      const browsers = Array.from({ length: 4 }, () => new ConsoleBrowser(server.baseUrl));
      const answers = await Promise.all(browsers.map((one, n) => one.call(request, body(n))));
      return answers.map(({ status }) => status).toSorted();
    };
    const invited = { email: 'bo@example.com', role: 'member' };
    const { token } = (await owner.call<CreatedInvitation>('POST /invitations', invited)).json;
    const once = [200, 422, 422, 422];
    const join = (n: number) => ({ token, name: `Bo ${n}`, password });
    expect(await statuses('POST /invitations/accept', join)).toEqual(once);
    const { installation } = server.deps.system;
    const accountId = (await owner.call<SignedIn>('GET /session')).json.account.id;
    const link = { kind: 'password_reset', accountId, now: server.now(), isMailed: true } as const;
    const tokens = [await createLink(installation, link), await createLink(installation, link)];
    const reset = (n: number) => ({ token: tokens[n % 2], password: `password number ${n}` });
    expect(await statuses('POST /password-resets/accept', reset)).toEqual([204, 422, 422, 422]);
  },
);

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

/** The endpoints that members may not use. Administrators may use every endpoint; some refuse changes of owners. */
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
  const member = await join(server, owner, 'member');
  const admin = await join(server, owner, 'admin');
  const guest = await enterAsGuest(server, owner);
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

test('no secret is in the database, in the log, in a second response, or in the report of an error', async () => {
  for (const target of targets) {
    const provider = await OidcProvider.start();
    const { server, owner, setupToken, lines } = await openConsole(target, {
      closes: true,
      env: {
        PARLEY_OIDC_ISSUER: provider.issuer,
        PARLEY_OIDC_CLIENT_ID: oidcClient.id,
        PARLEY_OIDC_CLIENT_SECRET: oidcClient.secret,
        PARLEY_PUBLIC_URL: 'https://desk.example.com',
        PARLEY_WHATSAPP_APP_SECRET: 'app-secret-of-the-installation',
      },
    });
    /** Sends a request twice: the second response is the stored one. */
    const twice = async <Body>(request: string, body: object) => {
      const headers = { 'idempotency-key': request.replace(' ', ':') };
      const first = await owner.call<Body>(request, body, headers);
      const second = await owner.call(request, body, headers);
      expect([first.status, second.status], request).toEqual([first.status, first.status]);
      expect(first.status, first.text).toBeLessThan(300);
      return first.json;
    };
    const key = await twice<IssuedApiKey>('POST /api-keys', { name: 'Shop' });
    const rotated = await twice<IssuedApiKey>(`POST /api-keys/${key.id}/rotate`, { grace: '1h' });
    const invitation = await twice<CreatedInvitation>('POST /invitations', {
      email: 'bo@example.com',
      role: 'member',
    });
    const totp = await twice<TotpSecret>('POST /profile/totp', { password });
    const step = Math.floor(server.now().getTime() / 30_000);
    const code = { code: codeAt(totp.secret, step) };
    expect((await owner.call('POST /profile/totp/confirm', code)).status).toBe(200);
    const headerOfReceiver = 'header-of-the-receiver';
    const endpoint = await twice<{ id: string; secret: string }>('POST /webhook-endpoints', {
      url: 'https://hooks.example.invalid/x',
      events: ['*'],
      headers: { 'x-receiver': headerOfReceiver },
    });
    const path = `/webhook-endpoints/${endpoint.id}`;
    const fresh = await twice<{ secret: string }>(`POST ${path}/rotate-secret`, {});
    const credentials = {
      accessToken: 'access-token-of-the-channel',
      appSecret: 'app-secret-of-the-channel',
      verifyToken: 'verify-token-of-the-channel',
    };
    const channel = await twice<{ id: string }>('POST /channels', {
      type: 'whatsapp',
      provider: 'whatsapp_cloud',
      name: 'Real',
      config: { phoneNumberId: '106540352242922', wabaId: '102290129340398' },
      credentials,
    });
    const replaced = { ...credentials, appSecret: 'next-app-secret-of-the-channel' };
    await owner.call(`PATCH /channels/${channel.id}`, { credentials: replaced });
    // The provider cannot be reached, and the response says so.
    expect((await owner.call(`POST /channels/${channel.id}/verify`, {})).status).toBe(502);

    const bo = new ConsoleBrowser(server.baseUrl);
    const bosPassword = 'the password of Bo';
    await bo.call('POST /invitations/accept', {
      token: invitation.token,
      name: 'Bo',
      password: bosPassword,
    });
    const { installation } = server.deps.system;
    const accountId = (await bo.call<SignedIn>('GET /session')).json.account.id;
    const link = { kind: 'password_reset', accountId, now: server.now() } as const;
    const reset = await createLink(installation, link);
    const visitor = new ConsoleBrowser(server.baseUrl);
    const { url } = (await visitor.call<SsoStart>('POST /sso', {})).json;
    const flow = visitor.flow;
    const query = String(provider.approve(url));
    expect((await visitor.call('POST /sso/finish', { query })).status).toBe(200);
    for (const path of ['/api-keys', '/invitations', '/audit-log', '/events', '/sessions']) {
      expect((await owner.call(`GET ${path}`)).status).toBe(200);
    }
    for (const path of ['/channels', '/webhook-endpoints', '/request-log', '/session']) {
      expect((await owner.call(`GET ${path}`)).status).toBe(200);
    }
    // A secret in a URL, by mistake of a caller.
    for (const path of [`contacts/${key.secret}`, `${key.secret}?token=${key.secret}`]) {
      const headers = { authorization: `Bearer ${rotated.secret}` };
      const { status } = await fetch(`${server.baseUrl}/api/v1/${path}`, { headers });
      expect(status).toBe(404);
    }

    const shownOnce = [
      ...[key.secret, rotated.secret, invitation.token, totp.secret],
      ...[endpoint.secret, fresh.secret],
    ].map(String);
    const neverShown = [
      ...[setupToken, password, bosPassword, reset, headerOfReceiver],
      ...[owner.token, bo.token, visitor.token, flow],
      ...Object.values(replaced),
      ...[credentials.appSecret, 'app-secret-of-the-installation'],
      ...[oidcClient.secret, ...provider.issued],
    ];
    const secrets = [...shownOnce, ...neverShown];
    for (const secret of secrets) expect(secret.length).toBeGreaterThan(10);
    await server.deps.requestLog.flush();
    const rows = await everyRow(server);
    const answers = [owner, bo, visitor].flatMap(({ seen }) => seen.map(({ text }) => text));
    for (const secret of secrets) {
      expect(rows).not.toContain(secret);
      expect(lines.join('')).not.toContain(secret);
      const holders = answers.filter((text) => text.includes(secret));
      expect(holders).toHaveLength(shownOnce.includes(secret) ? 1 : 0);
    }
    expect(lines.length).toBeGreaterThan(5);

    // An error of the database could name the values of its statement.
    const { writer } = server.deps.database;
    for (const [table, request, body] of [
      ['channel_secrets', `PATCH /channels/${channel.id}`, { credentials }],
      ['webhook_endpoints', `PATCH ${path}`, { headers: { 'x-receiver': headerOfReceiver } }],
      ['webhook_secrets', `POST ${path}/rotate-secret`, {}],
      ['accounts', 'PATCH /profile', { password: { current: password, new: bosPassword } }],
      ['one_time_links', 'POST /password-resets/accept', { token: reset, password: bosPassword }],
      ['sessions', 'POST /session', { email: 'bo@example.com', password: bosPassword }],
    ] as const) {
      const before = lines.length;
      await writer.schema.renameTable(table, 'a_lost_table');
      const broken = await owner.call(request, body);
      await writer.schema.renameTable('a_lost_table', table);
      expect(broken.status, request).toBe(500);
      const report = `${broken.text}${lines.slice(before).join('')}`;
      expect(report).toContain('request failed');
      for (const secret of [...secrets, 'bo@example.com']) expect(report).not.toContain(secret);
    }
  }
});

/** Returns a member of an agency who works in the tenant of its client, which is that of the owner. */
async function enterAsGuest(server: TestServer, owner: ConsoleBrowser): Promise<ConsoleBrowser> {
  const agency = await server.createTenant();
  await agency.makeAgency();
  const guest = await joinAs(server, agency.tenantId, 'owner');
  const permissions = ['manage', 'keys'];
  const grant = { agencyId: agency.tenantId, permissions };
  expect((await owner.call('POST /agency-grants', grant)).status).toBe(201);
  const tenantId = (await owner.call<SignedIn>('GET /session')).json.tenant.id;
  expect((await guest.call('POST /session/switch', { tenantId })).status).toBe(200);
  return guest;
}

async function join(server: TestServer, owner: ConsoleBrowser, role: MemberRole) {
  const email = `${role}@example.com`;
  const { json } = await owner.call<CreatedInvitation>('POST /invitations', { email, role });
  const browser = new ConsoleBrowser(server.baseUrl);
  await browser.call('POST /invitations/accept', { token: json.token, name: role, password });
  return browser;
}

/** Returns a new member of any tenant, who is signed in. */
async function joinAs(server: TestServer, tenantId: string, role: MemberRole) {
  const email = `${role}.${tenantId}@example.com`.toLowerCase();
  const ctx = server.contextOf(tenantId);
  const { token } = await invite(ctx, { email, role }, { by: 'owner' });
  const browser = new ConsoleBrowser(server.baseUrl);
  const person = { token, name: role, password };
  expect((await browser.call('POST /invitations/accept', person)).status).toBe(200);
  return browser;
}

/** Returns the status of a request with this cookie. */
async function statusOf(server: TestServer, cookie: string): Promise<number> {
  const browser = new ConsoleBrowser(server.baseUrl);
  browser.cookie = cookie;
  return (await browser.call('GET /session')).status;
}

async function statusWith({ baseUrl }: TestServer, apiKey: string): Promise<number> {
  const headers = { authorization: `Bearer ${apiKey}` };
  return (await fetch(`${baseUrl}/api/v1/tenants/current`, { headers })).status;
}
