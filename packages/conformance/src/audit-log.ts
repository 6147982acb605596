import { describe, expect, test } from 'vitest';
import {
  aClient,
  anAgency,
  anInvitingClient,
  aTrustingClient,
  issuedApi,
} from './agencies.fixtures.ts';
import { checkError } from './answer.ts';
import { call as callWith } from './client.ts';
import {
  aChannel,
  aContact,
  aMessage,
  anEndpoint,
  aPhone,
  createScene,
  type Scene,
} from './scene.ts';
import type { Targets } from './target.ts';

export function describeAuditLog({ paused: target }: Targets): void {
  describe('the audit log', () => {
    test('names the action, the key, the record and the request, and filters by each', async () => {
      const scene = await createScene(target());
      const { tenant, api } = scene;
      const { id: keyId } = await tenant.createKey();
      const revoked = await scene.call('apiKeys.revoke', { params: { id: keyId } });
      await api.tenants.update({ body: { name: 'Other' } });
      const { data } = await api.auditLog.list({ query: { sort: 'createdAt' } });
      const actor = { type: 'api_key', id: tenant.apiKeyId, grantId: null };
      expect(data).toMatchObject([
        { action: 'api_key.revoked', actor, recordId: keyId },
        { action: 'tenant.updated', actor, recordId: tenant.tenantId },
      ]);
      expect(data[0]?.requestId).toBe(revoked.headers.get('x-request-id'));
      expect(data[0]?.ip).not.toBe('');
      const found = async (query: Record<string, string>) =>
        (await api.auditLog.list({ query })).data.map(({ action }) => action);
      expect(await found({ action: 'tenant.updated' })).toEqual(['tenant.updated']);
      expect(await found({ recordId: keyId })).toEqual(['api_key.revoked']);
      expect(await found({ actorId: keyId })).toEqual([]);
      expect(await found({ grantId: 'grant_1' })).toEqual([]);
      expect(await found({ createdAfter: '2999-01-01T00:00:00Z' })).toEqual([]);
    });

    test('has one entry for each audited success, none for refusals, reads and repeats', async () => {
      const scene = await createScene(target());
      const { api } = scene;
      const { id: channelId } = await aChannel(scene);
      const { id: endpointId } = await anEndpoint(scene);
      await api.webhookEndpoints.getSecret({ params: { id: endpointId } });
      const { id } = await aContact(scene, { name: 'Zuleika' });
      await api.contacts.block({ params: { id } });
      const headers = { 'idempotency-key': 'once' };
      const other = await aContact(scene);
      const merge = { headers, body: { primaryId: id, duplicateId: other.id } };
      await scene.call('contacts.merge', merge);
      await scene.call('contacts.merge', merge);
      await api.contacts.delete({ params: { id } });
      const refused = await scene.call('contacts.delete', { params: { id } });
      expect(checkError(refused).code).toBe('SVC-NOT-FOUND');
      await api.contacts.list({});
      const { data } = await api.auditLog.list({ query: { sort: 'createdAt' } });
      expect(data.map(({ action, recordId }) => [action, recordId])).toEqual([
        ['channel.created', channelId],
        ['webhook_endpoint.created', endpointId],
        ['webhook_endpoint.secret_read', endpointId],
        ['contact.blocked', id],
        ['contact.merged', id],
        ['contact.deleted', id],
      ]);
      expect(JSON.stringify(data)).not.toContain('Zuleika');
    });

    test('of an agency and of its client names what the agency did, with its grant', async () => {
      const scene = await anAgency(target());
      const { api } = scene;
      const made = await aClient(scene);
      const { id, tenantId, secret } = made;
      const grantId = made.grant?.id ?? '';
      const call: Scene['call'] = (name, request) =>
        callWith(scene.target.baseUrl, secret, name, request);
      const client: Scene = { ...scene, api: issuedApi(scene, made), call };
      const { id: channelId } = await aChannel(client);
      const contact = await aContact(client, { name: 'Zuleika' });
      const addTag = { params: { id: contact.id }, body: { tags: ['Zuleika'] } };
      await client.api.contacts.addTags(addTag);
      await client.api.contacts.removeTag({ params: { id: contact.id, name: 'Zuleika' } });
      const message = {
        headers: { 'idempotency-key': 'once' },
        body: { channelId, to: '5511912345678', type: 'text' as const, text: 'Zuleika' },
      };
      const sent = await client.call('messages.send', message);
      const repeat = await client.call('messages.send', message);
      expect([sent.status, repeat.json]).toEqual([202, sent.json]);
      await api.agencyClients.update({ params: { id }, body: { name: 'Zuleika' } });
      const suspension = await scene.call('agencyClients.suspend', { params: { id } });
      await api.agencyClients.reactivate({ params: { id } });
      const issue = { params: { id }, body: { name: 'Zuleika' } };
      const { id: apiKeyId } = await api.agencyClients.issueApiKey(issue);
      await api.agencyClients.revokeApiKey({ params: { id, apiKeyId } });

      const query = { sort: 'createdAt' as const };
      const inClient = (await client.api.auditLog.list({ query })).data;
      const byAgency = { type: 'agency', id: scene.tenant.tenantId, grantId };
      const byKey = { type: 'api_key', id: made.apiKey?.id, grantId };
      const ungranted = { ...byAgency, grantId: null };
      expect(inClient.map((entry) => [entry.action, entry.recordId, entry.actor])).toEqual([
        ['tenant.created', tenantId, ungranted],
        ['agency_grant.created', grantId, ungranted],
        ['api_key.created', made.apiKey?.id, byAgency],
        ['channel.created', channelId, byKey],
        ['POST /contacts', contact.id, byKey],
        ['POST /contacts/:id/tags', contact.id, byKey],
        ['DELETE /contacts/:id/tags/:name', contact.id, byKey],
        ['POST /messages', (sent.json as { id: string }).id, byKey],
        ['tenant.updated', tenantId, byAgency],
        ['tenant.suspended', tenantId, byAgency],
        ['tenant.resumed', tenantId, byAgency],
        ['api_key.created', apiKeyId, byAgency],
        ['api_key.revoked', apiKeyId, byAgency],
      ]);
      const { name } = await api.tenants.current();
      const agency = { id: scene.tenant.tenantId, name };
      expect(inClient.map((entry) => entry.agency)).toEqual(inClient.map(() => agency));
      const { data: ofGrant } = await client.api.auditLog.list({ query: { ...query, grantId } });
      expect(ofGrant).toEqual(inClient.slice(2));
      const suspended = inClient.find(({ action }) => action === 'tenant.suspended');
      expect(suspended?.requestId).toBe(suspension.headers.get('x-request-id'));
      const inAgency = (await api.auditLog.list({ query })).data;
      const byOwnKey = { type: 'api_key', id: scene.tenant.apiKeyId, grantId: null };
      expect(inAgency.map((entry) => [entry.action, entry.recordId, entry.actor])).toEqual([
        ['agency_client.created', id, byOwnKey],
        ['agency_client.updated', id, byOwnKey],
        ['agency_client.suspended', id, byOwnKey],
        ['agency_client.reactivated', id, byOwnKey],
        ['api_key.created', apiKeyId, byOwnKey],
        ['api_key.revoked', apiKeyId, byOwnKey],
      ]);
      const all = JSON.stringify([inClient, inAgency]);
      for (const text of ['Zuleika', secret]) expect(all).not.toContain(text);
      expect(inClient.map((entry) => entry.clientId)).toEqual(inClient.map(() => null));
    });

    test('of an agency and of its client names the grants that the client gives and ends', async () => {
      const agency = await anAgency(target());
      const { client, grant, params } = await aTrustingClient(agency);
      const key = await agency.api.agencyClients.issueApiKey({ params, body: { name: 'Key' } });
      const issued = { ...client, api: issuedApi(agency, { secret: key.secret ?? '' }) };
      const { id: channelId } = await aChannel(client);
      const first = { channelId, to: aPhone() };
      const senders = [client, issued, client, issued];
      const sent = await Promise.all(senders.map((sender) => aMessage(sender, first)));
      expect(new Set(sent.map(({ conversationId }) => conversationId)).size).toBe(1);
      await client.api.agencyGrants.revoke({ params: { id: grant.id } });
      const body = { permissions: ['manage' as const] };
      const again = await agency.api.agencyClients.createGrant({ params, body });
      const entriesOf = async ({ api }: Scene) => {
        const { data } = await api.auditLog.list({ query: { sort: 'createdAt' } });
        return data
          .filter(({ action }) => action.startsWith('agency_'))
          .map(({ action, recordId, actor }) => [action, recordId, actor.type, actor.grantId]);
      };
      expect(await entriesOf(client)).toEqual([
        ['agency_grant.created', grant.id, 'agency', null],
        ['agency_grant.revoked', grant.id, 'api_key', null],
        ['agency_grant.created', again.id, 'agency', null],
      ]);
      expect(await entriesOf(agency)).toEqual([
        ['agency_client.created', params.id, 'api_key', null],
        ['agency_grant.revoked', grant.id, 'client', null],
        ['agency_grant.created', again.id, 'api_key', null],
      ]);
      const invited = await anInvitingClient(agency);
      await agency.api.agencyClients.archive({ params: invited.params });
      expect(await entriesOf(invited.client)).toEqual([
        ['agency_grant.created', invited.grant.id, 'api_key', null],
        ['agency_grant.revoked', invited.grant.id, 'agency', invited.grant.id],
      ]);
      expect((await entriesOf(agency)).slice(3)).toEqual([
        ['agency_grant.created', invited.grant.id, 'client', null],
        ['agency_client.archived', invited.params.id, 'api_key', null],
      ]);
    });

    test('of an agency names the client of each action, and filters by it', async () => {
      const agency = await anAgency(target());
      const { client, grant, params } = await aTrustingClient(agency);
      await agency.api.agencyClients.issueApiKey({ params, body: { name: 'Key' } });
      await client.api.agencyGrants.revoke({ params: { id: grant.id } });
      const invited = await anInvitingClient(agency);
      await agency.api.agencyClients.update({ params: invited.params, body: { name: 'Cups' } });
      await agency.api.tenants.update({ body: { locale: 'de' } });
      await agency.api.agencyClients.archive({ params: invited.params });
      const entriesOf = async ({ api }: Scene, query: { clientId?: string } = {}) => {
        const { data } = await api.auditLog.list({ query: { ...query, sort: 'createdAt' } });
        return data.map((entry) => [entry.action, entry.clientId]);
      };
      const ofTrusting = [
        ['agency_client.created', params.id],
        ['api_key.created', params.id],
        ['agency_grant.revoked', params.id],
      ];
      expect(await entriesOf(agency)).toEqual([
        ...ofTrusting,
        ['agency_grant.created', invited.params.id],
        ['agency_client.updated', invited.params.id],
        ['tenant.updated', null],
        ['agency_client.archived', invited.params.id],
      ]);
      expect(await entriesOf(agency, { clientId: params.id })).toEqual(ofTrusting);
      for (const [, named] of await entriesOf(client)) expect(named).toBeNull();
    });
  });
}
