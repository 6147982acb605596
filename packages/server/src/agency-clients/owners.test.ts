import type { CreatedInvitation, SignedIn } from '@parley/contract/console';
import type { AgencyClientWithKey, OwnerInvitation } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { ConsoleBrowser } from '../../test/console-browser.ts';
import { openConsole, password, signIn } from '../../test/console-scene.ts';
import { targets } from '../../test/databases.ts';
import { invite } from '../invitations/service.ts';
import { setKind } from '../tenants/service.ts';
import { createUser } from '../users/service.ts';

test.each(targets)(
  '%s: a new link replaces those of earlier owners, until an owner has joined',
  async (target) => {
    const { server, owner: agency } = await openConsole(target, { closes: true });
    const { tenant } = (await agency.call<SignedIn>('GET /session')).json;
    await setKind(server.contextOf(tenant.id), 'agency');
    const path = '/agencies/current/clients';
    const lost = { name: 'Bo', email: 'wrong@example.com' };
    const { json: made } = await agency.call<AgencyClientWithKey>(`POST ${path}`, {
      name: 'Client',
      owner: lost,
    });
    const inviteOwner = async (email: string) =>
      await agency.call<OwnerInvitation>(`POST ${path}/${made.id}/invite-owner`, {
        name: 'Bo',
        email,
      });
    const accept = async (token: string | null) =>
      await new ConsoleBrowser(server.baseUrl).call<SignedIn>('POST /invitations/accept', {
        token,
        name: 'Bo',
        password,
      });

    await server.advance(8 * 24 * 3_600_000);
    await signIn(agency);
    const again = await inviteOwner(lost.email);
    const right = await inviteOwner('bo@example.com');
    expect([again.status, right.status]).toEqual([200, 200]);
    for (const token of [made.invitationToken, again.json.invitationToken]) {
      expect(await accept(token)).toMatchObject({
        status: 422,
        json: { error: { code: 'SVC-LINK-INVALID' } },
      });
    }
    const gone = { name: 'Cy', email: 'cy@example.com', active: false };
    await createUser(server.contextOf(made.tenantId), gone);
    expect(await inviteOwner(gone.email)).toMatchObject({
      status: 409,
      json: { error: { code: 'SVC-CONFLICT' } },
    });
    expect(await accept(right.json.invitationToken)).toMatchObject({
      status: 200,
      json: { member: { role: 'owner' }, tenant: { id: made.tenantId } },
    });
    expect(await inviteOwner(lost.email)).toMatchObject({
      status: 403,
      json: { error: { code: 'SVC-FORBIDDEN', details: { reason: 'own_access' } } },
    });
  },
);

test.each(targets)(
  '%s: a client that revokes the grant of its creator ends the links of owners that no member made',
  async (target) => {
    const { server, owner: agency } = await openConsole(target, { closes: true });
    const { tenant } = (await agency.call<SignedIn>('GET /session')).json;
    await setKind(server.contextOf(tenant.id), 'agency');
    const { json: made } = await agency.call<AgencyClientWithKey>(
      'POST /agencies/current/clients',
      {
        name: 'Client',
        owner: { name: 'Bo', email: 'bo@agency.example' },
        grant: { permissions: ['manage', 'keys'] },
      },
    );
    const client = server.contextOf(made.tenantId);
    const open = async (email: string) =>
      (await invite(client, { email, role: 'owner' }, { by: 'owner' })).token;
    const join = async (token: string | null) => {
      const browser = new ConsoleBrowser(server.baseUrl);
      const person = { token, name: 'Cy', password };
      return { browser, ...(await browser.call('POST /invitations/accept', person)) };
    };
    const { browser: cy } = await join(await open('cy@example.com'));
    const byMember = await cy.call<CreatedInvitation>('POST /invitations', {
      email: 'di@example.com',
      role: 'owner',
    });
    const revoke = async () => (await cy.call(`DELETE /agency-grants/${made.grant?.id}`)).status;
    expect(await revoke()).toBe(204);
    expect(await join(made.invitationToken)).toMatchObject({
      status: 422,
      json: { error: { code: 'SVC-LINK-INVALID', details: { reason: 'used' } } },
    });
    const later = await open('ed@example.com');
    expect(await revoke()).toBe(204);
    expect((await join(later)).status).toBe(200);
    expect((await join(byMember.json.token)).status).toBe(200);
  },
);
