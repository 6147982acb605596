import type { NounFixtures } from './fixture.ts';

export const tenantsFixtures: NounFixtures<'tenants'> = {
  requests: {
    current: () => ({}),
    limits: () => ({}),
    update: () => ({ body: { name: 'Changed', settings: { optOutKeywords: ['enough'] } } }),
  },
  lists: {},
};
