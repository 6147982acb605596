import { afterEach, expect, test, vi } from 'vitest';
import { aPhone, createScene, type Scene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { linkIdentity, unlinkIdentity } from '../identities/service.ts';
import { inTransaction } from '../tenancy/context.ts';
import { moveAddress } from './addresses.ts';
import { contacts } from './records.ts';
import { identitiesTable } from './table.ts';

const server = serverOfTests(() => startQuiet('Postgres'));
afterEach(() => void vi.restoreAllMocks());

/** Moves an address, and does `meanwhile` after the transaction has read the address. */
async function move(
  { ctx }: Scene,
  moved: Parameters<typeof moveAddress>[2],
  meanwhile: () => Promise<unknown>,
): Promise<string[]> {
  const { lock } = contacts;
  vi.spyOn(contacts, 'lock').mockImplementationOnce(async (ctx, id) => {
    await meanwhile();
    return await lock(ctx, id);
  });
  await inTransaction(ctx, (ctx) => moveAddress(ctx, 'whatsapp', moved));
  return (await ctx.db.select(identitiesTable)).map(({ address }) => address);
}

/** Creates a contact with an address of WhatsApp. */
async function withAddress() {
  const scene = await createScene(server);
  const [previous, current] = [aPhone(), aPhone()];
  const { id } = await contacts.create(scene.ctx, {});
  const { identities } = await linkIdentity(scene.ctx, id, {
    channelType: 'whatsapp',
    address: previous,
  });
  return { scene, id, identityId: identities[0]?.id ?? '', moved: { previous, current } };
}

test('an address that is unlinked while it moves stays unlinked', async () => {
  const { scene, id, identityId, moved } = await withAddress();
  const unlink = () => unlinkIdentity(scene.ctx, { id, identityId });
  expect(await move(scene, moved, unlink)).toEqual([]);
});

test('an address that two channels report as moved moves once', async () => {
  const { scene, moved } = await withAddress();
  const again = () => inTransaction(scene.ctx, (ctx) => moveAddress(ctx, 'whatsapp', moved));
  expect(await move(scene, moved, again)).toEqual([moved.current]);
});

test('an address does not move to one that another contact gets meanwhile', async () => {
  const { scene, moved } = await withAddress();
  const { id } = await contacts.create(scene.ctx, {});
  const taken = { channelType: 'whatsapp', address: moved.current } as const;
  const link = () => linkIdentity(scene.ctx, id, taken);
  const { previous, current } = moved;
  expect(new Set(await move(scene, moved, link))).toEqual(new Set([previous, current]));
});
