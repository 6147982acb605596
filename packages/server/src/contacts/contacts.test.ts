import type { Contact } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';

describe.each(targets)('contacts on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test('names sort alphabetically, not by code point, with empty ones last', async () => {
    const scene = await createScene(server);
    for (const name of ['zoe', 'Élodie', 'adam', null, 'Bruno', 'eva']) {
      await scene.call('POST /contacts', { name });
    }
    const { json } = await scene.call<{ data: Contact[] }>('GET /contacts?sort=name');
    expect(json.data.map((contact) => contact.name)).toEqual([
      'adam',
      'Bruno',
      'Élodie',
      'eva',
      'zoe',
      null,
    ]);
  });
});
