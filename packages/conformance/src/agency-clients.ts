import { describe, expect, test } from 'vitest';
import {
  aClient,
  anAgency,
  anInvitingClient,
  aTrustingClient,
  issuedApi,
} from './agencies.fixtures.ts';
import { checkError } from './answer.ts';
import type { BadInput } from './bad-input/row.ts';
import { refused } from './client.ts';
import { recordedEvents } from './event-checks.ts';
import { expectRefused, knock } from './every-endpoint/authentication.ts';
import { preparedRequest } from './fixtures.ts';
import { isSuccess, routes } from './routes.ts';
import {
  aMessage,
  createScene,
  messageWith,
  missingId,
  type Scene,
  sceneOf,
  unique,
} from './scene.ts';
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
      expect((await refused(regrant, 'SVC-FORBIDDEN')).details).toEqual({ reason: 'regrant' });
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
      const late = await refused(invite('Cy', 'cy@example.com'), 'SVC-FORBIDDEN');
      expect(late.details).toEqual({ reason: 'own_access' });
      const { params: foreign } = await anInvitingClient(scene);
      const body = { name: 'Cy', email: 'cy@example.com' };
      const strange = api.agencyClients.inviteOwner({ params: foreign, body });
      expect((await refused(strange, 'SVC-FORBIDDEN')).details).toEqual({
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

  describe('grants of agencies', () => {
    test('either side revokes a grant, and its keys are refused from the next request', async () => {
      const scene = await anAgency(target());
      const { api, tenant } = scene;
      const { client, grant, params } = await aTrustingClient(scene);
      const issue = async () =>
        issuedApi(
          scene,
          (await api.agencyClients.issueApiKey({ params, body: { name: 'Key' } })) as {
            secret: string;
          },
        );
      const first = await issue();
      expect(await first.tenants.current()).toMatchObject({ id: client.tenant.tenantId });
      const body = { agencyId: tenant.tenantId, permissions: ['profile' as const] };
      const again = await refused(client.api.agencyGrants.create({ body }), 'SVC-CONFLICT');
      expect(again.details).toMatchObject({ resource: 'agencyGrant', existingId: grant.id });
      await client.api.agencyGrants.revoke({ params: { id: grant.id } });
      const gone = await refused(first.tenants.current(), 'SVC-UNAUTHORIZED');
      expect(gone.details).toEqual({ reason: 'revoked' });
      const revoked = await client.api.agencyGrants.get({ params: { id: grant.id } });
      expect(revoked).toMatchObject({
        status: 'revoked',
        revokedBy: { type: 'client', id: client.tenant.tenantId },
      });
      await client.api.agencyGrants.revoke({ params: { id: grant.id } });
      expect(await client.api.agencyGrants.get({ params: { id: grant.id } })).toEqual(revoked);
      const ids = { ...params, agencyGrantId: grant.id };
      expect(await api.agencyClients.getGrant({ params: ids })).toEqual(revoked);

      const second = await api.agencyClients.createGrant({
        params,
        body: { permissions: ['keys'] },
      });
      const issued = await issue();
      const manage = refused(api.agencyClients.suspend({ params }), 'SVC-GRANT-REQUIRED');
      expect((await manage).details).toEqual({ clientId: params.id, permission: 'manage' });
      await api.agencyClients.revokeGrant({ params: { ...params, agencyGrantId: second.id } });
      await refused(issued.tenants.current(), 'SVC-UNAUTHORIZED');
      const byStatus = async (status: string) =>
        (await api.agencyClients.listGrants({ params, query: { status } })).data.map(
          ({ id }) => id,
        );
      expect(await byStatus('revoked')).toEqual([second.id, grant.id]);
      expect(await byStatus('active,expired')).toEqual([]);
      const own = await client.api.agencyGrants.list({ query: { status: 'revoked' } });
      expect(own.data.map(({ id }) => id)).toEqual([second.id, grant.id]);

      const ofGrants = (all: readonly { type: string; actor: object }[]) =>
        all.filter(({ type }) => type.startsWith('agency_grant.'));
      const byClient = { type: 'client', id: client.tenant.tenantId, grantId: null };
      const inAgency = ofGrants(await recordedEvents(scene));
      expect(inAgency.map(({ type }) => type)).toEqual([
        'agency_grant.created',
        'agency_grant.revoked',
        'agency_grant.created',
        'agency_grant.revoked',
      ]);
      expect(inAgency[1]).toMatchObject({
        actor: byClient,
        data: { changes: ['status', 'revokedBy', 'revokedAt'] },
      });
      const inClient = ofGrants(await recordedEvents(client));
      expect(inClient.at(-1)).toMatchObject({
        type: 'agency_grant.revoked',
        actor: { type: 'agency', id: tenant.tenantId, grantId: second.id },
        data: { object: { status: 'revoked' }, previous: { status: 'active' } },
      });
      const wrong = { params: { ...ids, id: (await aClient(scene)).id } };
      await refused(api.agencyClients.getGrant(wrong), 'SVC-NOT-FOUND');
    });

    test('an agency creates no grant of a client that it did not create, even if the client allows agencies to', async () => {
      const scene = await anAgency(target());
      const { client, grant, params } = await anInvitingClient(scene);
      await client.api.agencyGrants.revoke({ params: { id: grant.id } });
      const body = { permissions: ['keys' as const] };
      const regrant = await refused(
        scene.api.agencyClients.createGrant({ params, body }),
        'SVC-FORBIDDEN',
      );
      expect(regrant.details).toEqual({ reason: 'not_provisioned' });
    });

    test('a key that is issued while its grant is revoked is refused or revoked', async () => {
      const scene = await anAgency(target());
      const { client, grant, params } = await anInvitingClient(scene);
      const [, ...issued] = await Promise.all([
        client.api.agencyGrants.revoke({ params: { id: grant.id } }),
        ...Array.from({ length: 4 }, () =>
          scene.call('agencyClients.issueApiKey', { params, body: { name: 'Key' } }),
        ),
      ]);
      for (const { status, json } of issued) {
        expect([201, 403]).toContain(status);
        if (status === 201) {
          const key = issuedApi(scene, json as { secret: string });
          await refused(key.tenants.current(), 'SVC-UNAUTHORIZED');
        }
      }
    });

    test('a key that an agency issued changes no grant, no key of others, and not who may grant', async () => {
      const scene = await anAgency(target());
      const { client, grant, params } = await anInvitingClient(scene);
      const body = { name: 'Key' };
      const keys = await Promise.all([
        scene.api.agencyClients.issueApiKey({ params, body }),
        scene.api.agencyClients.issueApiKey({ params, body }),
      ]);
      const issued = issuedApi(scene, keys[0] as { secret: string });
      const forbidden = async (outcome: Promise<unknown>) =>
        expect((await refused(outcome, 'SVC-FORBIDDEN')).details).toEqual({ reason: 'issued_key' });
      const other = await anAgency(target());
      const given = { agencyId: other.tenant.tenantId, permissions: ['keys' as const] };
      const { agencyClientId } = await client.api.agencyGrants.create({ body: given });
      const ofOther = { params: { id: agencyClientId }, body };
      const { id: otherKeyId } = await other.api.agencyClients.issueApiKey(ofOther);
      const { tenantId: agencyId, apiKeyId } = client.tenant;
      await forbidden(issued.apiKeys.revoke({ params: { id: otherKeyId } }));
      await forbidden(issued.agencyGrants.create({ body: { agencyId, permissions: ['keys'] } }));
      await forbidden(issued.agencyGrants.revoke({ params: { id: grant.id } }));
      await forbidden(issued.apiKeys.revoke({ params: { id: apiKeyId } }));
      const settings = { agencyCanRegrant: false };
      await forbidden(issued.tenants.update({ body: { settings } }));
      await client.tenant.makeAgency();
      await forbidden(issued.agencyClients.list());
      expect(await issued.agencyGrants.get({ params: { id: grant.id } })).toEqual(grant);
      await issued.tenants.update({ body: { settings: { agencyCanRegrant: true }, name: 'Shop' } });
      await issued.apiKeys.revoke({ params: { id: keys[1].id } });
      const ids = { ...params, apiKeyId };
      await refused(scene.api.agencyClients.revokeApiKey({ params: ids }), 'SVC-NOT-FOUND');
      const listed = await scene.api.agencyClients.listApiKeys({ params });
      expect(listed.data.map(({ status }) => status).sort()).toEqual(['active', 'revoked']);
    });

    test('a grant and its keys end at the expiry time', async () => {
      await using own = await startOwn(start);
      const scene = await anAgency(own);
      const expiresAt = new Date(own.now().getTime() + 60_000).toISOString();
      const permissions = ['manage' as const, 'keys' as const];
      const made = await aClient(scene, { grant: { permissions, expiresAt } });
      // Its keys make no request.
      const silent = await aClient(scene, { grant: { permissions, expiresAt } });
      const params = { id: made.id };
      const client = issuedApi(scene, made);
      expect(made.apiKey).toMatchObject({ expiresAt });
      const body = { name: 'Short', expiresInSeconds: 600 };
      const short = await scene.api.agencyClients.issueApiKey({ params, body });
      expect(short).toMatchObject({ expiresAt });
      const [inviting, left] = await Promise.all([createScene(own), createScene(own)]);
      const give = async ({ api }: Scene) =>
        await api.agencyGrants.create({
          body: { agencyId: scene.tenant.tenantId, permissions, expiresAt },
        });
      const [invited, revoked] = await Promise.all([give(inviting), give(left)]);
      await left.api.agencyGrants.revoke({ params: { id: revoked.id } });
      await client.tenants.current();
      await own.advance(61_000);
      const gone = await refused(client.tenants.current(), 'SVC-UNAUTHORIZED');
      expect(gone.details).toEqual({ reason: 'expired' });
      await checkExpired(scene, made.id);
      for (let first = 0; first < routes.length; first += askedAtOnce) {
        const asked = routes.slice(first, first + askedAtOnce);
        const knocks = asked.map((route) => knock(own, route, { 'x-api-key': made.secret }));
        for (const answer of await Promise.all(knocks)) expectRefused(answer, 'expired');
      }
      const grantId = made.grant?.id ?? '';
      await scene.api.agencyClients.revokeGrant({ params: { ...params, agencyGrantId: grantId } });
      const { data } = await scene.api.agencyClients.listGrants({ params });
      expect(data[0]).toMatchObject({ status: 'expired', revokedAt: null });
      const expired = {
        type: 'agency_grant.expired',
        actor: { type: 'system', id: null, grantId: null },
        data: { object: { status: 'expired' }, previous: { status: 'active' } },
      };
      const subjectOf = (grant?: { id: string }) => ({ type: 'agency_grant', id: grant?.id });
      const inAgency = await agencyEvents(scene);
      const ended = inAgency.filter(({ type }) => type === expired.type);
      expect(ended).toHaveLength(3);
      for (const grant of [data[0], silent.grant ?? undefined]) {
        expect(ended).toContainEqual(expect.objectContaining({ subject: subjectOf(grant) }));
      }
      const ofClient = await recordedEvents(inviting);
      expect(ofClient.at(-1)).toMatchObject({ ...expired, subject: subjectOf(invited) });
      const ofOther = await recordedEvents(left);
      expect(ofOther.at(-1)).toMatchObject({ type: 'agency_grant.revoked' });
      const past = aClient(scene, { grant: { permissions, expiresAt } });
      const error = await refused(past, 'SVC-RULE-VIOLATION');
      expect(error.details).toEqual({ rule: 'in_the_future', field: 'expiresAt' });
    });

    test('a grant shows both sides the name of the agency, also after it has changed', async () => {
      const agency = await anAgency(target());
      const { client, grant, params } = await anInvitingClient(agency);
      const { name } = await agency.api.tenants.current();
      expect(grant.agencyName).toBe(name);
      await agency.api.agencies.update({ body: { name: 'Sol Agency' } });
      const seen = await client.api.agencyGrants.get({ params: { id: grant.id } });
      expect(seen).toEqual({ ...grant, agencyName: 'Sol Agency' });
      expect((await client.api.agencyGrants.list()).data).toEqual([seen]);
      expect((await agency.api.agencyClients.listGrants({ params })).data).toEqual([seen]);
      expect((await agency.api.agencyClients.get({ params })).grant).toEqual(seen);
      await client.api.agencyGrants.revoke({ params: { id: grant.id } });
      for (const side of [await recordedEvents(client), await agencyEvents(agency)]) {
        const grants = side.filter(({ type }) => type.startsWith('agency_grant.'));
        expect(grants.map(({ data }) => data.object['agencyName'])).toEqual([name, 'Sol Agency']);
      }
    });

    test('the list of the grants of a missing client refuses an unusable cursor first', async () => {
      const { api } = await anAgency(target());
      const params = { id: missingId('cli') };
      const list = (query = {}) => api.agencyClients.listGrants({ params, query });
      await refused(list({ cursor: 'x' }), 'SVC-CURSOR-INVALID');
      await refused(list(), 'SVC-NOT-FOUND');
    });

    test('only agencies have clients, and only agencies get grants', async () => {
      const scene = await createScene(target());
      const { api, tenant } = scene;
      await refused(api.agencies.current(), 'SVC-AGENCY-REQUIRED');
      await refused(api.agencies.update({ body: { name: 'Agency' } }), 'SVC-AGENCY-REQUIRED');
      await refused(api.agencyClients.list(), 'SVC-AGENCY-REQUIRED');
      const other = await createScene(target());
      for (const agencyId of [tenant.tenantId, other.tenant.tenantId]) {
        const body = { agencyId, permissions: ['keys' as const] };
        await refused(api.agencyGrants.create({ body }), 'SVC-NOT-FOUND');
      }
      const agency = await anAgency(target());
      const own = { agencyId: agency.tenant.tenantId, permissions: ['keys' as const] };
      await refused(agency.api.agencyGrants.create({ body: own }), 'SVC-NOT-FOUND');
      const { params } = await anInvitingClient(agency);
      const suspend = refused(agency.api.agencyClients.suspend({ params }), 'SVC-FORBIDDEN');
      expect((await suspend).details).toEqual({ reason: 'not_provisioned' });
    });
  });
}

/** The number of requests that a test sends at the same time. */
const askedAtOnce = 20;

/** Checks for each endpoint under a client whose grant has expired that it asks for a grant exactly if it needs one. */
async function checkExpired(scene: Scene, clientId: string): Promise<void> {
  const ofClients = routes.filter(({ path }) => path.startsWith('/agencies/current/clients/'));
  expect(ofClients.length).toBeGreaterThan(10);
  for (const { name, errors } of ofClients) {
    const request = await preparedRequest(scene, name);
    const params = { ...request.params, id: clientId };
    const answer = await scene.call(name, { ...request, params });
    const code = isSuccess(answer.status) ? undefined : checkError(answer).code;
    const needsGrant = errors.includes('SVC-GRANT-REQUIRED');
    expect(code === 'SVC-GRANT-REQUIRED', `${name}: ${answer.text}`).toBe(needsGrant);
  }
}

/**
 * Returns the events about clients and grants. Other events are left out, because they depend on how a target creates
 * tenants.
 */
async function agencyEvents(scene: Scene) {
  return (await recordedEvents(scene)).filter(({ type }) => type.startsWith('agency_'));
}
