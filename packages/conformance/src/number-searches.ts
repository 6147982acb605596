import { expect, test } from 'vitest';
import { aChannel, aContact, anInbound, createScene } from './scene.ts';
import type { Target } from './target.ts';

export function testNumberSearches(target: () => Target): void {
  test('a whole number finds its contact and conversations in each form, with separators or without, and in full width', async () => {
    const scene = await createScene(target());
    const { id: channelId } = await aChannel(scene);
    const search = async (q: string) => {
      const query = { q };
      const pages = [scene.api.contacts.list({ query }), scene.api.conversations.list({ query })];
      return (await Promise.all(pages)).map(({ data }) => data.map(({ id }) => id));
    };
    for (const [stored, other, separated] of [
      ['5511987654329', '551187654329', '+55 (11) 8765-4329'],
      ['541112345678', '5491112345678', '+54 9 11 1234-5678'],
      ['5215512345678', '525512345678', '+52.55.1234.5678'],
      ['14155550123', '+14155550123', '1 415 555 0123'],
      ['819012345678', '８１９０１２３４５６７８', '＋８１　９０－１２３４－５６７８'],
    ] as const) {
      const { contactId, conversationId } = await anInbound(scene, channelId, { from: stored });
      for (const q of [stored, `+${stored}`, other, separated, stored.slice(3, 10)]) {
        expect(await search(q), q).toEqual([[contactId], [conversationId]]);
      }
    }
    // A prefix with `+` is not found inside of a number.
    expect(await search('+41555501')).toEqual([[], []]);
    const part = await aContact(scene, { externalId: '2024-123-456' });
    expect(await search('2024-123-456')).toEqual([[part.id], []]);
  });
}
