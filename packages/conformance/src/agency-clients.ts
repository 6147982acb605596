import { describe, expect, test } from 'vitest';
import {
  aClient,
  agencyEvents,
  anAgency,
  anInvitingClient,
  issuedApi,
} from './agencies.fixtures.ts';
import type { BadInput } from './bad-input/row.ts';
import { refused } from './client.ts';
import { aMessage, messageWith, sceneOf, unique } from './scene.ts';
import { startOwn, type Targets } from './target.ts';

export const badAgencyClients: readonly BadInput[] = [
  {
    title: 'agencyClients.create with a slug in capital letters, and permissions that do not exist',
    code: 'SVC-VALIDATION',
    issues: [
      ['body', 'slug', 'invalid_format'],
      ['body', 'grant.permissions.0', 'invalid_enum'],
    ],
    send: async (scene) => {
      await scene.tenant.makeAgency();
      const body = { name: 'Café', slug: 'Café', grant: { permissions: ['everything'] } };
      return await scene.call('agencyClients.create', { body });
    },
  },
];

export function describeAgencyClients({ paused: target, start }: Targets): void {
  describe('clients of an agency', () => {
    test('one call creates the tenant, the grant and the key, and both tenants record it', async () => {
      const scene = await anAgency(target());
      const { api, tenant } = scene;
      const agencyId = tenant.tenantId;
      expect(await api.agencies.current()).toMatchObject({
        id: agencyId,
        counts: { clients: 0 },
        limits: { clients: 1_000 },
      });
      const made = await aClient(scene, {
        name: 'Padaria',
        slug: 'padaria',
        externalId: '4711',
        timezone: 'America/Sao_Paulo',
        owner: { name: 'Ana Lima', email: 'Ana@example.com' },
      });
      const { secret, apiKey, invitation, invitationToken, ...client } = made;
      expect(invitation).toMatchObject({
        email: 'ana@example.com',
        role: 'owner',
        invitedById: null,
      });
      expect(invitationToken).toMatch(/^[\w-]{40,}$/);
      expect(client).toMatchObject({
        name: 'Padaria',
        slug: 'padaria',
        externalId: '4711',
        status: 'active',
        provisioned: true,
        timezone: 'America/Sao_Paulo',
        grant: {
          agencyId,
          agencyClientId: client.id,
          permissions: ['profile', 'manage', 'keys'],
          status: 'active',
          grantedBy: { type: 'agency', id: agencyId },
        },
      });
      expect(apiKey).toMatchObject({
        createdBy: { type: 'agency', id: agencyId },
        grantId: client.grant?.id,
        expiresAt: null,
      });
      expect(await api.agencyClients.get({ params: { id: client.id } })).toEqual(client);
      expect((await api.agencies.current()).counts).toEqual({ clients: 1 });

      const issued = issuedApi(scene, made);
      expect(await issued.tenants.current()).toMatchObject({
        id: client.tenantId,
        kind: 'client',
        agencyId,
      });
      expect(await issued.apiKeys.current()).toMatchObject({
        id: apiKey?.id,
        grantId: client.grant?.id,
      });
      await issued.contacts.create({ body: { name: 'Ana' } });
      const inClient = await issued.events.list({ query: { sort: 'sequence' } });
      const byAgency = { type: 'agency', id: agencyId, grantId: client.grant?.id };
      expect(inClient.data.map(({ type, actor }) => [type, actor])).toEqual([
        ['agency_grant.created', { ...byAgency, grantId: null }],
        ['api_key.created', byAgency],
        ['member.invited', { ...byAgency, grantId: null }],
        ['contact.created', { type: 'api_key', id: apiKey?.id, grantId: client.grant?.id }],
      ]);
      const inAgency = await agencyEvents(scene);
      expect(inAgency.map(({ type }) => type)).toEqual([
        'agency_client.created',
        'agency_grant.created',
      ]);
      const events = JSON.stringify([inAgency, inClient]);
      for (const value of [secret, invitationToken]) expect(events).not.toContain(value);
      const members = await issued.members.list();
      expect(members.data).toMatchObject([{ name: 'Ana Lima', role: 'owner', active: true }]);
    });

    test('a client without a grant shows only what the agency knows, and every action needs a grant', async () => {
      const { api } = await anAgency(target());
      const { id } = await api.agencyClients.create({ body: { name: 'Alone' } });
      const { data } = await api.agencyClients.list();
      expect(data[0]).toMatchObject({ id, name: 'Alone', grant: null, timezone: null });
      const params = { id };
      const needs = async (outcome: Promise<unknown>, permission: string) =>
        expect((await refused(outcome, 'SVC-GRANT-REQUIRED')).details).toEqual({
          clientId: id,
          permission,
        });
      await needs(api.agencyClients.get({ params }), 'profile');
      await needs(api.agencyClients.update({ params, body: { name: 'Taken' } }), 'manage');
      await needs(api.agencyClients.suspend({ params }), 'manage');
      await needs(api.agencyClients.archive({ params }), 'manage');
      await needs(api.agencyClients.issueApiKey({ params, body: { name: 'Key' } }), 'keys');
      await needs(api.agencyClients.listApiKeys({ params }), 'keys');
      const regrant = api.agencyClients.createGrant({ params, body: { permissions: ['keys'] } });
      const off = await refused(regrant, 'SVC-FORBIDDEN', { reason: 'regrant' });
      expect(off.message).toContain('Ask the client to create the grant');
      const keyless = { name: 'Keyless', grant: { permissions: ['manage' as const] } };
      const key = api.agencyClients.create({ body: { ...keyless, issueKey: { name: 'Key' } } });
      expect((await refused(key, 'SVC-RULE-VIOLATION')).details).toMatchObject({
        rule: 'grant_with_keys',
      });
    });

    test('only one of two clients at once gets a slug, and nothing of the other one is left', async () => {
      const { api, call } = await anAgency(target());
      const slug = unique('slug');
      const create = (name: string) =>
        call('agencyClients.create', {
          body: { name, slug, grant: { permissions: ['keys'] }, issueKey: { name: 'Key' } },
        });
      const answers = await Promise.all([create('One'), create('Two')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      const { data } = await api.agencyClients.list();
      expect(data).toHaveLength(1);
      const conflict = answers.find(({ status }) => status === 409)?.json;
      expect(conflict).toMatchObject({
        error: { details: { resource: 'agencyClient', field: 'slug', existingId: data[0]?.id } },
      });
      expect((await api.agencies.current()).counts).toEqual({ clients: 1 });
    });

    test('the agency and the client see each other’s changes of the profile', async () => {
      const scene = await anAgency(target());
      const { api } = scene;
      const made = await aClient(scene, { externalId: unique('customer') });
      const params = { id: made.id };
      const client = issuedApi(scene, made);
      const body = { name: 'Renamed', locale: 'pt-BR', metadata: { plan: 'gold' } };
      const updated = await api.agencyClients.update({ params, body });
      expect(updated).toMatchObject(body);
      expect(await client.tenants.current()).toMatchObject({ name: 'Renamed', locale: 'pt-BR' });
      await client.tenants.update({ body: { name: 'Own name', timezone: 'Asia/Tokyo' } });
      const seen = await api.agencyClients.get({ params });
      expect(seen).toMatchObject({ name: 'Own name', timezone: 'Asia/Tokyo' });
      const found = await api.agencyClients.list({ query: { q: 'OWN' } });
      expect(found.data).toEqual([seen]);
      const none = await api.agencyClients.list({ query: { q: 'own', provisioned: false } });
      expect(none.data).toEqual([]);
      const query = { externalId: `${made.externalId},other`, status: 'active' };
      expect((await api.agencyClients.list({ query })).data).toEqual([seen]);
      const events = await agencyEvents(scene);
      expect(events.at(-1)).toMatchObject({
        type: 'agency_client.updated',
        data: { previous: { name: made.name, locale: 'en', metadata: {} } },
      });
    });

    test('an agency invites the owner of a client again, until others than the agency have access', async () => {
      const scene = await anAgency(target());
      const { api } = scene;
      const { id, tenantId, secret } = await aClient(scene, {
        owner: { name: 'Ana Lima', email: 'ana@example.com' },
      });
      const params = { id };
      const invite = (name: string, email: string) =>
        api.agencyClients.inviteOwner({ params, body: { name, email } });
      const again = await invite('Ana', 'Ana@example.com');
      const other = await invite('Bo Berg', 'bo@example.com');
      expect(again).toEqual({
        invitation: expect.objectContaining({
          email: 'ana@example.com',
          role: 'owner',
          invitedById: null,
        }),
        invitationToken: expect.stringMatching(/^[\w-]{40,}$/),
      });
      expect(other.invitationToken).not.toBe(again.invitationToken);
      const client = issuedApi(scene, { secret });
      const members = await client.members.list({ query: { sort: 'createdAt' } });
      expect(members.data.map(({ name, role }) => [name, role])).toEqual([
        ['Ana Lima', 'owner'],
        ['Bo Berg', 'owner'],
      ]);
      const query = { sort: 'createdAt' as const };
      const inClient = (await client.auditLog.list({ query })).data;
      const byAgency = { type: 'agency', id: scene.tenant.tenantId };
      const invitations = inClient.filter(({ action }) => action === 'invitation.created');
      expect(invitations.map(({ recordId }) => recordId).slice(1)).toEqual([
        again.invitation.id,
        other.invitation.id,
      ]);
      for (const { actor } of invitations) expect(actor).toMatchObject(byAgency);
      const events = await client.events.list({ query: { type: 'member.invited' } });
      expect(events.data).toHaveLength(3);
      const inAgency = (await api.auditLog.list({ query })).data;
      expect(inAgency.map(({ action, recordId }) => [action, recordId])).toEqual([
        ['agency_client.created', id],
        ['agency_client.owner_invited', id],
        ['agency_client.owner_invited', id],
      ]);

      await scene.target.ownTenant({ tenantId, secret });
      await refused(invite('Cy', 'cy@example.com'), 'SVC-FORBIDDEN', { reason: 'own_access' });
      const { params: foreign } = await anInvitingClient(scene);
      const body = { name: 'Cy', email: 'cy@example.com' };
      const strange = api.agencyClients.inviteOwner({ params: foreign, body });
      await refused(strange, 'SVC-FORBIDDEN', {
        reason: 'not_provisioned',
      });
    });

    test('a suspended client is refused from the next request, until the agency reactivates it', async () => {
      const scene = await anAgency(target());
      const { api } = scene;
      const made = await aClient(scene);
      const params = { id: made.id };
      const client = issuedApi(scene, made);
      await client.tenants.current();
      const body = { reason: 'Unpaid' };
      const suspended = await api.agencyClients.suspend({ params, body });
      expect(suspended).toMatchObject({ status: 'suspended', suspendedReason: 'Unpaid' });
      expect(suspended.suspendedAt).not.toBeNull();
      const again = { params, body: { reason: 'Other' } };
      expect(await api.agencyClients.suspend(again)).toEqual(suspended);
      await refused(client.tenants.current(), 'SVC-TENANT-SUSPENDED');
      const active = await api.agencyClients.reactivate({ params });
      expect(active).toMatchObject({ status: 'active', suspendedAt: null, suspendedReason: null });
      expect(await api.agencyClients.reactivate({ params })).toEqual(active);
      expect(await client.tenants.current()).toMatchObject({ status: 'active' });
      await api.agencyClients.archive({ params });
      await refused(client.tenants.current(), 'SVC-UNAUTHORIZED');
      await refused(api.agencyClients.get({ params }), 'SVC-NOT-FOUND');
      const types = (await agencyEvents(scene)).map(({ type }) => type);
      expect(types.slice(2)).toEqual([
        'agency_client.suspended',
        'agency_client.reactivated',
        'agency_client.archived',
        'agency_grant.revoked',
      ]);
    });

    test.each([
      ['the agency', 'the operator'],
      ['the operator', 'the agency'],
    ])('a client that %s and %s suspend works again when both have ended it', async (...order) => {
      const scene = await anAgency(target());
      const made = await aClient(scene);
      const params = { id: made.id };
      const operator = await scene.target.ownTenant(made);
      const client = issuedApi(scene, made);
      const body = { reason: 'Unpaid' };
      const suspend = async (by: string) =>
        by === 'the agency'
          ? await scene.api.agencyClients.suspend({ params, body })
          : await operator.suspend();
      const resume = async (by: string) =>
        by === 'the agency'
          ? await scene.api.agencyClients.reactivate({ params })
          : await operator.resume();
      for (const ending of [order, order.toReversed()]) {
        for (const by of order) await suspend(by);
        for (const by of ending) {
          await refused(client.tenants.current(), 'SVC-TENANT-SUSPENDED');
          await resume(by);
        }
        expect(await client.tenants.current()).toMatchObject({ status: 'active' });
        expect(await scene.api.agencyClients.get({ params })).toMatchObject({ status: 'active' });
      }
    });

    test('the queued messages of a suspended client are sent when the agency reactivates it', async () => {
      await using own = await startOwn(start);
      const scene = await anAgency(own);
      const made = await aClient(scene);
      const params = { id: made.id };
      const client = sceneOf(own, await own.ownTenant(made));
      await own.pause();
      const { id } = await aMessage(client);
      await scene.api.agencyClients.suspend({ params });
      await own.resume();
      await own.advance(60_000);
      await refused(client.api.tenants.current(), 'SVC-TENANT-SUSPENDED');
      const suspendedUntil = own.now().toISOString();
      await scene.api.agencyClients.reactivate({ params });
      const sent = await messageWith(client, id, 'read');
      expect((sent.sentAt as string) >= suspendedUntil).toBe(true);
    });
  });
}
