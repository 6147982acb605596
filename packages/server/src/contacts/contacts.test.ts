import type { Contact } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { eventsTable } from '../events/table.ts';

describe.each(targets)('contacts on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test('changes of tags and of fields record two events, each with the previous values', async () => {
    const scene = await createScene(server);
    const { json: contact } = await scene.call<Contact>('POST /contacts', {
      name: 'Ana',
      tags: ['a'],
    });
    const body = { name: 'Ana Lima', tags: ['a', 'b'], metadata: { plan: 'gold' } };
    const { json } = await scene.call<Contact>(`PATCH /contacts/${contact.id}`, body);
    await scene.call(`PATCH /contacts/${contact.id}`, body);
    expect(await scene.events()).toEqual([
      'contact.created',
      'contact.tags_changed',
      'contact.updated',
    ]);
    const rows = await scene.ctx.db.select(eventsTable).orderBy('sequence', 'desc').limit(2);
    const [updated, tagged] = rows.map((row) => JSON.parse(row.body).data);
    expect(tagged).toMatchObject({ previous: { tags: ['a'] }, changes: ['tags'] });
    expect(updated).toMatchObject({
      previous: { name: 'Ana', metadata: {} },
      changes: ['name', 'metadata'],
      object: json,
    });
  });

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
