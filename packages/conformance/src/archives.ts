import type { CreateContactBody } from '@parley/contract';
import { expect, test } from 'vitest';
import { refused } from './client.ts';
import { recordedEvents } from './event-checks.ts';
import {
  aChannel,
  aContact,
  aMessage,
  anInbound,
  aPhone,
  aReport,
  createScene,
  type Scene,
} from './scene.ts';
import type { Target } from './target.ts';

export function testArchives(target: () => Target): void {
  test('an archived contact is in no list but that of archived ones, and everything else works as before', async () => {
    const scene = await createScene(target());
    const { id: channelId } = await aChannel(scene);
    const phone = aPhone();
    const contact = await aContact(scene, { phone: `+${phone}` });
    const params = { id: contact.id };
    const archived = await scene.api.contacts.archive({ params });
    const { archivedAt } = archived;
    expect(archived).toEqual({ ...contact, archivedAt, updatedAt: archivedAt });
    expect(await scene.api.contacts.archive({ params })).toEqual(archived);
    const taken = refused(aContact(scene, { phone: `+${phone}` }), 'SVC-CONFLICT');
    expect((await taken).details).toMatchObject({ existingId: contact.id });
    const body = { match: ['phone'], phone: `+${phone}`, name: 'Ana' } as const;
    const upserted = await scene.api.contacts.upsert({ body: { ...body, match: ['phone'] } });
    expect(upserted).toMatchObject({ created: false, contact: { name: 'Ana', archivedAt } });
    await aMessage(scene, { channelId, to: phone });
    expect((await scene.api.contacts.get({ params })).archivedAt).toBe(archivedAt);
    const restored = await scene.api.contacts.unarchive({ params });
    expect(restored.archivedAt).toBeNull();
    expect(await scene.api.contacts.unarchive({ params })).toEqual(restored);
    const events = await recordedEvents(scene);
    const moves = events.flatMap(({ data: { previous } }) =>
      previous && 'archivedAt' in previous ? [previous] : [],
    );
    expect(moves).toEqual([{ archivedAt: null }, { archivedAt }]);
  });

  test('a message from an archived contact restores it, unless the contact is blocked; a report of the network does not', async () => {
    const scene = await createScene(target());
    const { id: channelId } = await aChannel(scene);
    const [from, blocked] = [aPhone(), aPhone()];
    const ids = [
      await anArchived(scene, { phone: `+${from}` }),
      await anArchived(scene, { phone: `+${blocked}` }),
    ];
    await scene.api.contacts.block({ params: { id: String(ids[1]) } });
    for (const sender of [from, blocked]) await anInbound(scene, channelId, { from: sender });
    const listed = async (archived: string) =>
      (await scene.api.contacts.list({ query: { archived } })).data.map(({ id }) => id);
    expect(await listed('false')).toEqual([ids[0]]);
    expect(await listed('true')).toEqual([ids[1]]);
    const { actor } = (await recordedEvents(scene)).findLast(
      ({ data: { previous } }) => previous && 'archivedAt' in previous,
    ) as { actor: unknown };
    expect(actor).toMatchObject({ type: 'contact', id: ids[0] });
    const reported = aPhone();
    const id = await anArchived(scene, { phone: `+${reported}` });
    await aReport(scene, channelId, { from: reported });
    expect(await listed('true')).toEqual([id, ids[1]]);
  });

  test('a merged contact is archived only if both contacts were', async () => {
    const scene = await createScene(target());
    const merged = async (primaryId: string, duplicateId: string) =>
      (await scene.api.contacts.merge({ body: { primaryId, duplicateId } })).archivedAt;
    const [a, b, c] = [await anArchived(scene), await anArchived(scene), await aContact(scene)];
    expect(await merged(a, b)).not.toBeNull();
    expect(await merged(a, c.id)).toBeNull();
    expect(await merged(a, await anArchived(scene))).toBeNull();
  });
}

/** Returns the ID of a new contact that is archived. */
export async function anArchived(scene: Scene, body: CreateContactBody = {}): Promise<string> {
  const { id } = await aContact(scene, body);
  await scene.api.contacts.archive({ params: { id } });
  return id;
}
