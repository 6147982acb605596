import type { NounFixtures } from './fixture.ts';

const query = { from: '2026-11-01', to: '2026-11-08' };

export const reportsFixtures: NounFixtures<'reports'> = {
  requests: {
    messages: () => ({ query }),
    conversations: () => ({ query }),
    tickets: () => ({ query }),
    deals: () => ({ query }),
  },
  lists: {},
};
