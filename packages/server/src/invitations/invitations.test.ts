import type { CreatedInvitation, Invitation, SignedIn } from '@parley/contract/console';
import type { Member, MemberRole, Page } from '@parley/contract/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConsoleBrowser } from '../../test/console-browser.ts';
import { type ConsoleScene, joinAs, openConsole } from '../../test/console-scene.ts';
import { targets } from '../../test/databases.ts';
import { createUser } from '../users/service.ts';
import { invite } from './service.ts';

describe.each(targets)('invitations on %s', (target) => {
  let scene: ConsoleScene;
  beforeAll(async () => {
    scene = await openConsole(target);
  });
  afterAll(() => scene.server.close());

  test('an administrator neither revokes nor replaces the open invitation of an owner', async () => {
    const { server, owner } = scene;
    const tenantId = (await owner.call<SignedIn>('GET /session')).json.tenant.id;
    const admin = await joinAs(server, tenantId, 'admin');
    const invited = async (by: ConsoleBrowser, email: string, role: MemberRole) =>
      await by.call<CreatedInvitation>('POST /invitations', { email, role });
    const statusesOf = async (email: string) => {
      const { json } = await owner.call<Page<Invitation>>('GET /invitations');
      return json.data.filter((one) => one.email === email).map(({ status }) => status);
    };
    const refused = { status: 403, json: { error: { code: 'SVC-ROLE-REQUIRED' } } };

    const email = 'olga@example.com';
    const { id } = (await invited(owner, email, 'owner')).json;
    expect(await invited(admin, email, 'member')).toMatchObject(refused);
    expect(await admin.call(`DELETE /invitations/${id}`)).toMatchObject(refused);
    expect(await statusesOf(email)).toEqual(['open']);

    // A member without an account, whom an owner invites in a higher role.
    const known = 'kim@example.com';
    const user = await createUser(server.contextOf(tenantId), { name: 'Kim', email: known });
    await invited(owner, known, 'owner');
    for (const change of [{ active: false }, { role: 'admin' }]) {
      expect(await admin.call(`PATCH /members/${user.id}`, change)).toMatchObject(refused);
    }
    const { json } = await owner.call<Page<Member>>('GET /members');
    expect(json.data.find((one) => one.id === user.id)).toMatchObject({
      active: true,
      role: 'member',
    });
    expect(await statusesOf(known)).toEqual(['open']);

    expect((await invited(owner, email, 'admin')).status).toBe(201);
    expect((await invited(admin, email, 'member')).status).toBe(201);
    expect((await owner.call(`PATCH /members/${user.id}`, { active: false })).status).toBe(200);
    const late = await invited(owner, 'late@example.com', 'owner');
    expect((await owner.call(`DELETE /invitations/${late.json.id}`)).status).toBe(204);
    expect([await statusesOf(email), await statusesOf(known)]).toEqual([
      ['open', 'revoked', 'revoked'],
      ['revoked'],
    ]);
  });

  test('a member that is deactivated or gets a lower role loses the open invitations that it made', async () => {
    const { server, owner } = scene;
    const invited = async (by: ConsoleBrowser, email: string, role: MemberRole) =>
      (await by.call<CreatedInvitation>('POST /invitations', { email, role })).json.token ?? '';
    const join = async (token: string) => {
      const browser = new ConsoleBrowser(server.baseUrl);
      const person = { token, name: 'Eve', password: 'a boat on the lake' };
      return { browser, ...(await browser.call<SignedIn>('POST /invitations/accept', person)) };
    };
    const useAfter = async (change: object, role: MemberRole) => {
      const name = `${role}-${Object.values(change)}`;
      const eve = await join(await invited(owner, `${name}@example.com`, role));
      const token = await invited(eve.browser, `${name}-again@example.com`, role);
      const path = `/members/${eve.json.member.id}`;
      expect((await owner.call(`PATCH ${path}`, change)).status).toBe(200);
      return (await join(token)).json;
    };
    const refused = { error: { code: 'SVC-LINK-INVALID', details: { reason: 'used' } } };
    expect(await useAfter({ active: false }, 'admin')).toMatchObject(refused);
    expect(await useAfter({ role: 'admin' }, 'owner')).toMatchObject(refused);
    expect(await useAfter({ role: 'owner' }, 'admin')).toMatchObject({ member: { role: 'admin' } });
  });

  test('two invitations of one new address that are accepted at once both sign the person in', async () => {
    const { server } = scene;
    const email = 'twice@example.com';
    const tokens = await Promise.all(
      [0, 1].map(async () => {
        const ctx = server.contextOf((await server.createTenant()).tenantId);
        return (await invite(ctx, { email, role: 'member' }, { by: 'owner' })).token;
      }),
    );
    const person = { name: 'Tess', password: 'a boat on the lake' };
    const joined = await Promise.all(
      tokens.map((token) =>
        new ConsoleBrowser(server.baseUrl).call<SignedIn>('POST /invitations/accept', {
          token,
          ...person,
        }),
      ),
    );
    expect(joined.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(joined.map(({ json }) => json.account.id)).size).toBe(1);
    expect(new Set(joined.map(({ json }) => json.tenant.id)).size).toBe(2);
  });
});
