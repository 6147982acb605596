import { afterEach, expect, test, vi } from 'vitest';
import { someoneWaits } from '../../test/lock-waits.ts';
import { aPhone, createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { moveAddress } from '../contacts/addresses.ts';
import { mergeContacts } from '../contacts/merge.ts';
import { contacts } from '../contacts/records.ts';
import { batchContacts, upsertContact } from '../contacts/upsert.ts';
import { conversationsTable } from '../conversations/table.ts';
import { receiveMessage } from '../inbound/receive.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { linkIdentity, unlinkIdentity } from './service.ts';

const server = serverOfTests(() => startQuiet('Postgres'));
afterEach(() => void vi.restoreAllMocks());

/** Creates a contact with an address of WhatsApp. */
async function withAddress() {
  const scene = await createScene(server);
  const { ctx, channel } = scene;
  const address = aPhone();
  const { id } = await contacts.create(ctx, {});
  const { identities } = await linkIdentity(ctx, id, { channelType: 'whatsapp', address });
  const unlink = () => unlinkIdentity(ctx, { id, identityId: identities[0]?.id ?? '' });
  const receive = (ctx: TenantContext, externalId: string) => {
    const sentAt = ctx.now().toISOString();
    const content = { type: 'text', text: 'Hello', content: null } as const;
    return receiveMessage(ctx, channel, { from: [address], externalId, sentAt, content });
  };
  /** Returns whether the contact has the conversations of the address, and their numbers of messages. */
  const conversations = async () =>
    (await ctx.db.select(conversationsTable).where({ address })).map((row) => [
      row.contact_id === id,
      Number(row.message_count),
    ]);
  return { ...scene, address, unlink, receive, conversations };
}

type Owned = Awaited<ReturnType<typeof withAddress>>;
const ways: Record<string, (owned: Owned) => Promise<unknown>> = {
  'a message is sent to it': ({ send, address }) => send({ to: address }),
  'a message is received from it': ({ receive, ctx }) => receive(ctx, 'first'),
  'a conversation with it is started': ({ call, channel, address: to }) =>
    call('POST /conversations', { channelId: channel.id, to }),
};

const losses: Record<string, (owned: Owned) => Promise<unknown>> = {
  'is unlinked': ({ unlink }) => unlink(),
  moves: ({ ctx, address: previous }) =>
    inTransaction(ctx, (ctx) => moveAddress(ctx, 'whatsapp', { previous, current: aPhone() })),
};
const cases = Object.keys(losses).flatMap((loss) => Object.keys(ways).map((way) => [loss, way]));

test.each(cases)(
  'an address that %s while %s gets a new contact, and can write again',
  async (loss = '', way = '') => {
    const owned = await withAddress();
    const { lock } = contacts;
    vi.spyOn(contacts, 'lock').mockImplementationOnce(async (ctx, contactId) => {
      await losses[loss]?.(owned);
      return await lock(ctx, contactId);
    });
    await ways[way]?.(owned);
    const messages = way.includes('started') ? 0 : 1;
    expect(await owned.conversations()).toEqual([[false, messages]]);
    await owned.receive(owned.ctx, 'second');
    expect(await owned.conversations()).toEqual([[false, messages + 1]]);
  },
);

test('an upsert finds an address that is linked after its search', async () => {
  const { ctx } = await createScene(server);
  const address = aPhone();
  const { id } = await contacts.create(ctx, {});
  const { create } = contacts;
  vi.spyOn(contacts, 'create').mockImplementationOnce(async (...given) => {
    await linkIdentity(ctx, id, { channelType: 'whatsapp', address });
    return await create(...given);
  });
  const upserted = await upsertContact(ctx, { match: ['phone'], phone: `+${address}` });
  expect(upserted).toMatchObject({ status: 'updated', contact: { id } });
});

test('an upsert does not change a contact that loses the address after the search', async () => {
  const { ctx, address, unlink } = await withAddress();
  const { update } = contacts;
  vi.spyOn(contacts, 'update').mockImplementationOnce(async (...given) => {
    await unlink();
    return await update(...given);
  });
  const upserted = await upsertContact(ctx, { match: ['phone'], phone: `+${address}` });
  expect(upserted).toMatchObject({ status: 'created', contact: { phone: `+${address}` } });
});

test('a batch finds the contact that gets a phone number by a merge meanwhile', async () => {
  const { ctx } = await createScene(server);
  const address = aPhone();
  const phone = `+${address}`;
  const [{ id }, { id: primaryId }, { id: duplicateId }] = await Promise.all([
    contacts.create(ctx, { phone: `+${aPhone()}` }),
    contacts.create(ctx, {}),
    contacts.create(ctx, {}),
  ]);
  await linkIdentity(ctx, id, { channelType: 'whatsapp', address });
  await contacts.update(ctx, duplicateId, { phone });
  // The batch reads the duplicate before the commit of the merge, and waits for the lock of its row.
  const batch = await inTransaction(ctx, async (inner) => {
    await mergeContacts(inner, { primaryId, duplicateId });
    const started = batchContacts(ctx, { items: [{ match: ['phone'], phone, name: 'Ana' }] });
    await someoneWaits(server.deps.database);
    return { started };
  });
  const { results } = await batch.started;
  expect(results).toMatchObject([{ status: 'updated', contact: { id: primaryId, name: 'Ana' } }]);
});
