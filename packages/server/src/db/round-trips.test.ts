import type { Contact } from '@parley/contract/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordSent, tripsOf } from '../../test/asked-of-postgres.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import type { TestServer } from '../../test/start-server.ts';

const recorded = recordSent();
let server: TestServer;
beforeAll(async () => {
  server = await startQuiet('Postgres');
});
afterAll(async () => {
  await server.close();
  recorded.restore();
});

// Each further round trip under such a lock also waits for the event loop, and all other requests with it.
test('the lock of a board or of ticket numbers is taken and released in two round trips', async () => {
  const { call } = await createScene(server);
  const { json: contact } = await call<Contact>('POST /contacts', { name: 'Ana' });
  const body = { title: 'Roof', contactId: contact.id };
  // The first deal makes the contact an opportunity.
  await call('POST /deals', body);
  const events = ['append-events', 'deliver-events'];
  const cases = [
    {
      path: 'deals',
      body,
      trips: [
        ['select pipelines', 'select deals', 'select contacts'],
        ['insert deals', 'insert deal_periods', ...events],
      ],
    },
    {
      path: 'tickets',
      body: { subject: 'Leak', contactId: contact.id },
      trips: [
        ['select contacts', 'take-ticket-number'],
        ['insert tickets', 'insert ticket_changes', ...events],
      ],
    },
  ];
  for (const { path, body, trips } of cases) {
    recorded.sent.length = 0;
    expect((await call(`POST /${path}`, body)).status).toBe(201);
    expect(tripsOf(recorded.sent)).toEqual([trips]);
  }
});
