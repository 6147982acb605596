import type { NounFixtures } from './fixture.ts';

export const tenantsFixtures: NounFixtures<'tenants'> = {
  requests: { current: () => ({}) },
  lists: {},
};
