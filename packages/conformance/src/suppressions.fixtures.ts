import { crudFixtures } from './crud/crud-fixtures.ts';
import type { NounFixtures } from './fixture.ts';
import { aPhone } from './scene.ts';

export const suppressionsFixtures: NounFixtures<'suppressions'> = crudFixtures('suppressions', {
  create: () => ({ channelType: 'whatsapp', address: aPhone(), scope: 'marketing' }),
});
