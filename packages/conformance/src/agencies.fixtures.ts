import type { AgencyClientWithKey, AgencyGrant, CreateAgencyClientBody } from '@parley/contract';
import { createApi } from './client.ts';
import { recordedEvents } from './event-checks.ts';
import type { NounFixtures } from './fixture.ts';
import { createScene, type Scene, sceneOf, unique } from './scene.ts';
import type { Target } from './target.ts';

/** Makes the tenant of the scene an agency. */
export async function asAgency(scene: Scene): Promise<Scene> {
  await scene.tenant.makeAgency();
  return scene;
}

/** Creates a new agency. */
export async function anAgency(target: Target): Promise<Scene> {
  return await asAgency(await createScene(target));
}

/** Creates a new client of the agency of the scene. The agency has all permissions and an API key of the client. */
export async function aClient(
  scene: Scene,
  body: Partial<CreateAgencyClientBody> = {},
): Promise<AgencyClientWithKey & { secret: string }> {
  const { api } = await asAgency(scene);
  const grant = { permissions: ['manage', 'keys'] } as const;
  const client = await api.agencyClients.create({
    body: {
      name: unique('Client'),
      grant: { ...grant, permissions: [...grant.permissions] },
      issueKey: { name: 'First' },
      ...body,
    },
  });
  return { ...client, secret: client.secret ?? '' };
}

/** Creates a client of the agency of the scene that allows the agency to create grants. */
export async function aTrustingClient(scene: Scene) {
  const { id, tenantId, secret, grant } = await aClient(scene);
  const client = sceneOf(scene.target, await scene.target.ownTenant({ tenantId, secret }));
  await client.api.tenants.update({ body: { settings: { agencyCanRegrant: true } } });
  return { client, grant: grant as AgencyGrant, params: { id } };
}

/** Creates a tenant that the agency of the scene did not create, and that would allow an agency to create grants. */
export async function anInvitingClient(scene: Scene) {
  await asAgency(scene);
  const client = await createScene(scene.target);
  await client.api.tenants.update({ body: { settings: { agencyCanRegrant: true } } });
  const grant = await client.api.agencyGrants.create({
    body: { agencyId: scene.tenant.tenantId, permissions: ['manage', 'keys'] },
  });
  return { client, grant, params: { id: grant.agencyClientId } };
}

/** Returns the API of a client, called with a key that its agency issued. */
export function issuedApi(scene: Scene, { secret }: { secret: string }) {
  return createApi(scene.target.baseUrl, secret);
}

export const agenciesFixtures: NounFixtures<'agencies'> = {
  requests: {
    current: async (scene) => {
      await asAgency(scene);
      return {};
    },
    update: async (scene) => {
      await asAgency(scene);
      return { body: { name: unique('Agency') } };
    },
  },
  lists: {},
};

/**
 * Returns the events about clients and grants. Other events are left out, because they depend on how a target creates
 * tenants.
 */
export async function agencyEvents(scene: Scene) {
  return (await recordedEvents(scene)).filter(({ type }) => type.startsWith('agency_'));
}
