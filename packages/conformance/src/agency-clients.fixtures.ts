import { aClient, asAgency, aTrustingClient } from './agencies.fixtures.ts';
import { bodyOn, listOn, on } from './crud/crud-fixtures.ts';
import type { NounFixtures } from './fixture.ts';
import { aName, type Scene, unique } from './scene.ts';

const onOne = on(aClient);

export const agencyClientsFixtures: NounFixtures<'agencyClients'> = {
  requests: {
    list: async (scene) => {
      await asAgency(scene);
      return {};
    },
    create: async (scene) => {
      await asAgency(scene);
      const grant = { permissions: ['keys' as const] };
      const owner = { name: 'Ana', email: `${unique('owner')}@example.com` };
      return { body: { name: unique('Client'), grant, owner, issueKey: { name: 'First' } } };
    },
    get: onOne,
    update: bodyOn(onOne, () => ({ name: unique('Changed') })),
    usage: async (scene) => ({
      ...(await onOne(scene)),
      query: { from: '2026-11-01', to: '2026-12-01' },
    }),
    archive: onOne,
    suspend: onOne,
    reactivate: async (scene) => {
      const request = await onOne(scene);
      await scene.api.agencyClients.suspend(request);
      return request;
    },
    inviteOwner: bodyOn(onOne, () => ({ name: 'Ana', email: `${unique('owner')}@example.com` })),
    listGrants: onOne,
    createGrant: async (scene) => {
      const { client, grant, params } = await aTrustingClient(scene);
      await client.api.agencyGrants.revoke({ params: { id: grant.id } });
      return { params, body: { permissions: ['keys'] } };
    },
    getGrant: onGrant,
    revokeGrant: onGrant,
    listApiKeys: onOne,
    issueApiKey: bodyOn(onOne, () => ({ name: 'Dashboard' })),
    getApiKey: onKey,
    revokeApiKey: onKey,
  },
  lists: {
    list: {
      prepare: async (scene) => {
        await asAgency(scene);
        return { request: {}, insert: (index) => aClient(scene, { name: aName(index) }) };
      },
    },
    listGrants: {
      prepare: async (scene) => {
        const { grant, params } = await aTrustingClient(scene);
        let last = grant.id;
        return {
          request: { params },
          insert: async () => {
            const ids = { ...params, agencyGrantId: last };
            await scene.api.agencyClients.revokeGrant({ params: ids });
            const body = { permissions: ['keys' as const] };
            last = (await scene.api.agencyClients.createGrant({ params, body })).id;
          },
        };
      },
    },
    listApiKeys: listOn(onOne, ({ api }, request) =>
      api.agencyClients.issueApiKey({ ...request, body: { name: unique('Key') } }),
    ),
  },
};

async function onGrant(scene: Scene) {
  const { id, grant } = await aClient(scene);
  return { params: { id, agencyGrantId: grant?.id ?? '' } };
}

async function onKey(scene: Scene) {
  const { id, apiKey } = await aClient(scene);
  return { params: { id, apiKeyId: apiKey?.id ?? '' } };
}
