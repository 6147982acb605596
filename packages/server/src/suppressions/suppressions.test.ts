import type { Contact } from '@parley/contract/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { aPhone, createScene, type Scene, startQuiet } from '../../test/scene.ts';
import type { TestServer } from '../../test/start-server.ts';
import { contacts } from '../contacts/records.ts';
import { linkIdentity } from '../identities/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { suppress } from './suppress.ts';

describe.each(targets)('an address that is suppressed on %s', (target) => {
  let server: TestServer;
  let scene: Scene;
  beforeAll(async () => {
    server = await startQuiet(target);
    scene = await createScene(server);
  });
  afterAll(() => server.close());

  const refuse = async (address: string) =>
    void (await suppress(scene.ctx, { channelType: 'whatsapp', address, scope: 'all' }));
  const statusOf = async (id: string) => (await contacts.get(scene.ctx, id)).consent.all.status;

  test('while a contact gets it opts out this contact', async () => {
    const { id } = await contacts.create(scene.ctx, {});
    const ways: ((ctx: TenantContext, phone: string) => Promise<Contact>)[] = [
      (ctx, phone) => contacts.create(ctx, { phone: `+${phone}` }),
      (ctx, phone) => contacts.update(ctx, id, { phone: `+${phone}` }),
      (ctx, address) => linkIdentity(ctx, id, { channelType: 'whatsapp', address }),
    ];
    // On SQLite, transactions that read records under a lock run one after the other.
    for (const way of target === 'SQLite' ? ways.slice(0, 1) : ways) {
      await scene.call(`POST /contacts/${id}/opt-in`, { scope: 'all' });
      const phone = aPhone();
      let attempts = 0;
      const contact = await inTransaction(scene.ctx, async (ctx) => {
        const given = await way(ctx, phone);
        attempts += 1;
        if (attempts === 1) await refuse(phone);
        return given;
      });
      expect([attempts, await statusOf(contact.id)]).toEqual([2, 'opted_out']);
    }
  });

  // On SQLite, the transaction that suppresses an address is the only one that writes.
  test.runIf(target === 'Postgres')('before another contact gets it opts out both', async () => {
    const phone = aPhone();
    const first = await contacts.create(scene.ctx, {});
    await linkIdentity(scene.ctx, first.id, { channelType: 'whatsapp', address: phone });
    const made: string[] = [];
    await inTransaction(scene.ctx, async (ctx) => {
      await suppress(ctx, { channelType: 'whatsapp', address: phone, scope: 'all' });
      if (made.length > 0) return;
      made.push((await contacts.create(scene.ctx, { phone: `+${phone}` })).id);
    });
    expect(await Promise.all([first.id, ...made].map(statusOf))).toEqual([
      'opted_out',
      'opted_out',
    ]);
  });
});
