import { anAgency } from './agencies.fixtures.ts';
import type { NounFixtures } from './fixture.ts';
import type { Scene } from './scene.ts';

export const agencyGrantsFixtures: NounFixtures<'agencyGrants'> = {
  requests: {
    list: () => ({}),
    create: async ({ target }) => ({ body: await aBody(target) }),
    get: onOne,
    revoke: onOne,
  },
  lists: {
    list: async ({ api, target }) => {
      const { id } = await api.agencyGrants.create({ body: await aBody(target) });
      await api.agencyGrants.revoke({ params: { id } });
    },
  },
  references: {
    create: {
      // Every tenant may name any agency. A tenant that is no agency counts as not found.
      agencyId: { resource: 'tenant', make: async ({ tenant }) => tenant.tenantId },
    },
  },
};

async function aBody(target: Scene['target']) {
  const { tenant } = await anAgency(target);
  return { agencyId: tenant.tenantId, permissions: ['keys' as const] };
}

async function onOne({ api, target }: Scene) {
  const { id } = await api.agencyGrants.create({ body: await aBody(target) });
  return { params: { id } };
}
