import { crudFixtures } from './crud/crud-fixtures.ts';
import type { NounFixtures } from './fixture.ts';
import { unique } from './scene.ts';

export const cannedResponsesFixtures: NounFixtures<'cannedResponses'> = crudFixtures(
  'cannedResponses',
  {
    create: () => ({ shortcut: unique('shortcut'), text: 'Hello {{contact.firstName|there}}' }),
    update: () => ({ title: 'Changed' }),
  },
);
