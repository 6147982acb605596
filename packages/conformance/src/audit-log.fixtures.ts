import type { NounFixtures } from './fixture.ts';

export const auditLogFixtures: NounFixtures<'auditLog'> = {
  requests: { list: () => ({}) },
  lists: {
    list: async (scene) => {
      const { id } = await scene.tenant.createKey();
      await scene.api.apiKeys.revoke({ params: { id } });
      const { data } = await scene.api.auditLog.list({ query: { recordId: id } });
      return data[0] as { id: string };
    },
  },
};
