import {
  type CreatedInvitation,
  type SessionList,
  type SignedIn,
  type TotpSecret,
  unattendedHeader,
} from '@parley/contract/console';
import type {
  ApiKey,
  AuditEntry,
  IssuedApiKey,
  Member,
  MemberRole,
  Page,
} from '@parley/contract/schemas';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ConsoleBrowser } from '../../test/console-browser.ts';
import {
  type ConsoleScene,
  openConsole,
  password,
  signIn,
  statusOf,
} from '../../test/console-scene.ts';
import { targets } from '../../test/databases.ts';
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
    const { installation } = server.deps.system;
    const late = await createLink(installation, { kind: 'setup', now: server.now() });
    const eve = { name: 'Eve', email: 'eve@example.com', password };
    const second = await new ConsoleBrowser(server.baseUrl).call('POST /setup', {
      token: late,
      ...eve,
    });
    expect(second).toMatchObject({ status: 422, json: { error: { details: { reason: 'used' } } } });
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

  test('notes, comments and changes of tickets show the name of the member who made them', async () => {
    const { owner } = scene;
    const made = async <Record>(request: string, body: object) =>
      (await owner.call<Record>(`POST ${request}`, body)).json;
    const { member } = (await owner.call<SignedIn>('GET /session')).json;
    const author = { type: 'member', id: member.id, name: member.name };
    const { id: contactId } = await made<{ id: string }>('/contacts', {});
    const { id } = await made<{ id: string }>('/tickets', { subject: 'Parcel', contactId });
    const comment = { body: 'Hello', visibility: 'internal' };
    expect(await made(`/contacts/${contactId}/notes`, { body: 'Hello' })).toMatchObject({ author });
    expect(await made(`/tickets/${id}/comments`, comment)).toMatchObject({ author });
    expect((await owner.call(`GET /tickets/${id}/history`)).json).toMatchObject({
      data: [{ author }],
    });
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

  test('an account has at most 50 sessions: a sign-in ends the oldest ones', async () => {
    const { server } = scene;
    const browser = new ConsoleBrowser(server.baseUrl);
    const { sessionId, account } = (await signIn(browser)).json;
    const { writer } = server.deps.database;
    const sessions = () => writer('sessions').where({ account_id: account.id });
    const { created_at: at, ...row } = await sessions().where({ id: sessionId }).first();
    const older = (n: number) => ({
      ...row,
      id: `ses_${n}`,
      hash: `hash ${n}`,
      created_at: new Date(new Date(at).getTime() - n).toISOString(),
    });
    await sessions().whereNot({ id: sessionId }).delete();
    await writer('sessions').insert(Array.from({ length: 50 }, (_, n) => older(n + 1)));
    await signIn(new ConsoleBrowser(server.baseUrl));
    const ids = (await sessions()).map(({ id }) => id);
    expect(ids).toHaveLength(50);
    expect(ids).toEqual(expect.arrayContaining([sessionId, 'ses_48']));
  });

  test('a session ends after 12 hours without use, and after 7 days', async () => {
    const { server } = scene;
    const [idle, used] = [new ConsoleBrowser(server.baseUrl), new ConsoleBrowser(server.baseUrl)];
    await signIn(idle);
    await signIn(used);
    await server.advance(11 * hourMs);
    const usedAt = server.now().getTime();
    expect((await used.call('GET /session')).status).toBe(200);
    const { json: members } = await used.call<Page<Member>>('GET /members');
    const seenAt = members.data.map(({ lastSeenAt }) => Date.parse(lastSeenAt ?? ''));
    expect(Math.max(...seenAt)).toBeGreaterThanOrEqual(usedAt);
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

  test('a new password ends the other sessions and earlier links, and the link of an operator all sessions', async () => {
    const { server } = scene;
    const [browser, other] = [
      new ConsoleBrowser(server.baseUrl),
      new ConsoleBrowser(server.baseUrl),
    ];
    const accountId = (await signIn(browser)).json.account.id;
    await signIn(other);
    const { installation } = server.deps.system;
    const link = { kind: 'password_reset', accountId } as const;
    const earlier = await createLink(installation, { ...link, now: server.now(), isMailed: true });
    const accept = (wanted: string) =>
      other.call('POST /password-resets/accept', { token: wanted, password });
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

    expect(await accept(earlier)).toMatchObject({
      status: 422,
      json: { error: { details: { reason: 'used' } } },
    });
    const replaced = await createLink(installation, { ...link, now: server.now() });
    const token = await createLink(installation, { ...link, now: server.now() });
    expect((await accept(replaced)).status).toBe(422);
    expect((await accept(token)).status).toBe(204);
    expect(await accept(token)).toMatchObject({ status: 422 });
    expect((await browser.call('GET /session')).status).toBe(401);

    // A request that began before its session ended changes nothing.
    const { sessionId: id, member, tenant } = changed.json;
    const session = { id, accountId, role: 'owner', name: 'Ana' } as const;
    const late = memberContext(server.deps, { tenantId: tenant.id, userId: member.id, session });
    await expect(updateProfile(late, { name: 'Eve' }, undefined)).rejects.toMatchObject({
      code: 'SVC-SIGN-IN-REQUIRED',
    });
    expect((await signIn(other)).json.account.name).toBe('Ana Maria');
  });

  test('a checked password or code changes nothing after a new password or app, or when the code was used', async () => {
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
    const session = { id: sessionId, accountId: id, role: 'member', name: 'Uma' } as const;
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
    await spend(withFirst, first);
    await expect(spend(withFirst, first)).rejects.toMatchObject(failed);
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

  test('a tenant has at most 100 open invitations, and expired ones do not count', async () => {
    const { server } = scene;
    const ctx = server.contextOf((await server.createTenant()).tenantId);
    const inviteOne = (name: string) =>
      invite(ctx, { email: `${name}@example.com`, role: 'member' }, { by: 'owner' });
    const { id } = await inviteOne('first');
    const { writer } = server.deps.database;
    const row = await writer('invitations').where({ id }).first();
    const copy = (_: unknown, n: number) => ({
      ...row,
      id: `inv_${n}`,
      hash: `hash ${n}`,
      email: `${n}@example.com`,
    });
    await writer('invitations').insert(Array.from({ length: 99 }, copy));
    await expect(inviteOne('next')).rejects.toMatchObject({ code: 'SVC-LIMIT-REACHED' });
    await writer('invitations').where({ id }).update({ expires_at: server.now().toISOString() });
    expect(await inviteOne('next')).toMatchObject({ status: 'open' });
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

  test('an account works in several tenants, and each session reaches one of them', async () => {
    const { server } = scene;
    const made = await server.createTenant();
    const other = server.contextOf(made.tenantId);
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
    // Or another one when that tenant is suspended.
    await browser.call('POST /session/switch', { tenantId: made.tenantId });
    await made.suspend();
    expect((await signIn(browser)).json.tenant.id).toBe(first);
  });
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

async function statusWith({ baseUrl }: TestServer, apiKey: string): Promise<number> {
  const headers = { authorization: `Bearer ${apiKey}` };
  return (await fetch(`${baseUrl}/api/v1/tenants/current`, { headers })).status;
}
