import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { contacts } from '../contacts/records.ts';
import { receiveMessage } from '../inbound/receive.ts';
import { linkIdentity } from './service.ts';

describe.each(targets)('the two forms of a number on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test('each belong to the contact that has exactly this form, when two contacts have them', async () => {
    const { ctx, channel } = await createScene(server);
    const link = (id: string, address: string) =>
      linkIdentity(ctx, id, { channelType: 'whatsapp', address });
    const newContact = async () => (await contacts.create(ctx, {})).id;
    const [user, short, long] = ['MX.1234567890', '525512345678', '5215512345678'];
    const [ofUser, ofLong, third] = [await newContact(), await newContact(), await newContact()];
    await link(ofUser, user);
    await link(ofLong, long);
    // The webhook names the other form of a number that already belongs to another contact.
    await receiveMessage(ctx, channel, {
      from: [user, short],
      externalId: 'first',
      sentAt: ctx.now().toISOString(),
      content: { type: 'text', text: 'Hello', content: null },
    });
    const found = await Promise.all([link(ofUser, short), link(ofLong, long)]);
    expect(found.map(({ identities }) => identities.map(({ address }) => address))).toEqual([
      [user, short],
      [long],
    ]);
    for (const [index, address] of [short, long].entries()) {
      const existingId = found[index]?.id;
      await expect(link(third, address)).rejects.toMatchObject({
        code: 'SVC-CONFLICT',
        details: { existingId },
      });
    }
  });
});
