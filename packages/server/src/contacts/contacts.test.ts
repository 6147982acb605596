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

  test.each([
    ['phone', { phone: '+49 30 123456' }, { phone: '+4930123456' }],
    ['email', { email: 'Ana@Example.com' }, { email: 'ana@example.COM' }],
    ['externalId', { externalId: 'c-1' }, { externalId: 'c-1' }],
  ])('one of many concurrent requests gets a unique %s', async (field, one, other) => {
    const scene = await createScene(server);
    const bodies = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? one : other));
    const answers = await Promise.all(
      bodies.map((body) => scene.call<Contact>('POST /contacts', body)),
    );
    const [created, ...others] = answers.sort((a, b) => a.status - b.status);
    expect(created?.status).toBe(201);
    for (const answer of others) {
      expect(answer).toMatchObject({
        status: 409,
        json: {
          error: {
            code: 'SVC-CONFLICT',
            details: { resource: 'contact', field, existingId: created?.json.id },
          },
        },
      });
    }
    const { json: third } = await scene.call<Contact>('POST /contacts', {});
    const patched = await scene.call(`PATCH /contacts/${third.id}`, other);
    expect(patched.status).toBe(409);
  });

  test('two tenants can have a contact with the same address', async () => {
    const body = { phone: '+4930999999', email: 'x@example.com', externalId: 'x' };
    for (const scene of [await createScene(server), await createScene(server)]) {
      expect((await scene.call('POST /contacts', body)).status).toBe(201);
    }
  });

  test('a cleared value is free for another contact', async () => {
    const scene = await createScene(server);
    const { json } = await scene.call<Contact>('POST /contacts', { email: 'a@example.com' });
    await scene.call(`PATCH /contacts/${json.id}`, { email: null });
    const again = await scene.call('POST /contacts', { email: 'A@example.com' });
    expect(again.status).toBe(201);
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
