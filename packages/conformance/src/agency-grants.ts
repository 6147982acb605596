import { describe, expect, test } from 'vitest';
import {
  aClient,
  agencyEvents,
  anAgency,
  anInvitingClient,
  aTrustingClient,
  issuedApi,
} from './agencies.fixtures.ts';
import { checkError } from './answer.ts';
import { refused } from './client.ts';
import { recordedEvents } from './event-checks.ts';
import { expectRefused, knock } from './every-endpoint/authentication.ts';
import { preparedRequest } from './fixtures.ts';
import { isSuccess, routes } from './routes.ts';
import { createScene, missingId, type Scene } from './scene.ts';
import { startOwn, type Targets } from './target.ts';

export function describeAgencyGrants({ paused: target, start }: Targets): void {
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
      expect(again.message).toContain('Revoke it before you create another one');
      await client.api.agencyGrants.revoke({ params: { id: grant.id } });
      await refused(first.tenants.current(), 'SVC-UNAUTHORIZED', { reason: 'revoked' });
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

    test('a suspended client reads and revokes the grant of its agency, and creates none', async () => {
      const scene = await anAgency(target());
      const { api, tenant } = scene;
      const { client, grant, params } = await aTrustingClient(scene);
      const { id } = grant;
      await api.agencyClients.suspend({ params });
      const own = client.api.agencyGrants;
      await refused(client.api.tenants.current(), 'SVC-TENANT-SUSPENDED');
      expect((await own.list()).data).toEqual([grant]);
      expect(await own.get({ params: { id } })).toEqual(grant);
      await own.revoke({ params: { id } });
      expect(await own.get({ params: { id } })).toMatchObject({ status: 'revoked' });
      await refused(
        api.agencyClients.issueApiKey({ params, body: { name: 'Key' } }),
        'SVC-GRANT-REQUIRED',
      );
      const body = { agencyId: tenant.tenantId, permissions: ['keys' as const] };
      await refused(own.create({ body }), 'SVC-TENANT-SUSPENDED');
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
      await refused(client.tenants.current(), 'SVC-UNAUTHORIZED', { reason: 'expired' });
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
      await refused(past, 'SVC-RULE-VIOLATION', { rule: 'in_the_future', field: 'expiresAt' });
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
