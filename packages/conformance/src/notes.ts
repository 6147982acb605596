import type { Note } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { type BadInput, badField } from './bad-input/row.ts';
import { refused } from './client.ts';
import { recordedEvents } from './event-checks.ts';
import { aContact, aConversation, aDeal, createScene, type Scene } from './scene.ts';
import type { Targets } from './target.ts';

export const badNotes: readonly BadInput[] = [
  badField('notes.createOnContact', 'a blank body', { body: ' ' }, ['body', 'too_short']),
  badField('notes.createOnDeal', 'a body of 10,001 characters', { body: 'x'.repeat(10_001) }, [
    'body',
    'too_long',
  ]),
  badField('notes.update', 'a body that is null', { body: null }, ['body', 'invalid_type']),
];

const kinds = ['Contact', 'Conversation', 'Deal'] as const;
const makers = { Contact: aContact, Conversation: aConversation, Deal: aDeal } as const;

export function describeNotes({ paused: target }: Targets): void {
  describe('notes', () => {
    test.each(kinds)('a note is about its %s alone', async (kind) => {
      const scene = await createScene(target());
      const { id } = await makers[kind](scene);
      const other = await makers[kind](scene);
      const note = await scene.api.notes[`createOn${kind}`]({
        params: { id },
        body: { body: ' 10 % off\n👋 ' },
      });
      expect(note).toEqual({
        id: expect.stringMatching(/^note_/),
        subject: { type: kind.toLowerCase(), id },
        body: '10 % off\n👋',
        pinned: false,
        author: { type: 'api', id: scene.tenant.apiKeyId, name: null },
        createdAt: note.updatedAt,
        updatedAt: expect.any(String),
      });
      expect(await read(scene, note)).toEqual(note);
      const list = (of: string) => scene.api.notes[`listOf${kind}`]({ params: { id: of } });
      expect((await list(id)).data).toEqual([note]);
      expect((await list(other.id)).data).toEqual([]);
      await refused(list(note.id), 'SVC-NOT-FOUND');
    });

    test('a change of a note has an event with the previous values, and a deleted note is gone', async () => {
      const scene = await createScene(target());
      const { id: contactId } = await aContact(scene);
      const notes = await Promise.all(
        ['One', 'Two'].map((body) =>
          scene.api.notes.createOnContact({ params: { id: contactId }, body: { body } }),
        ),
      );
      const [one, two] = notes as [Note, Note];
      const params = { id: one.id };
      const pinned = await scene.api.notes.update({ params, body: { pinned: true } });
      expect(pinned).toEqual({ ...one, pinned: true, updatedAt: pinned.updatedAt });
      expect(await scene.api.notes.update({ params, body: { pinned: true } })).toEqual(pinned);
      const find = async (query: Record<string, string>) =>
        (await scene.api.notes.listOfContact({ params: { id: contactId }, query })).data;
      expect(await find({ pinned: 'true' })).toEqual([pinned]);
      expect(await find({ pinned: 'false' })).toEqual([two]);
      const changed = await scene.api.notes.update({ params, body: { body: 'Three' } });
      await scene.api.notes.delete({ params });
      await refused(read(scene, one), 'SVC-NOT-FOUND');
      await refused(scene.api.notes.delete({ params }), 'SVC-NOT-FOUND');
      expect(await find({})).toEqual([two]);
      const events = (await recordedEvents(scene)).filter(({ subject }) => subject.id === one.id);
      expect(events.map(({ type, data }) => [type, data.object, data.previous])).toEqual([
        ['note.created', one, null],
        ['note.updated', pinned, { pinned: false }],
        ['note.updated', changed, { body: 'One' }],
        ['note.deleted', changed, null],
      ]);
    });

    test('the notes of a deal are deleted with it', async () => {
      const scene = await createScene(target());
      const { id } = await aDeal(scene);
      const body = { body: 'Asks for a discount' };
      const note = await scene.api.notes.createOnDeal({ params: { id }, body });
      await scene.api.deals.delete({ params: { id } });
      await refused(read(scene, note), 'SVC-NOT-FOUND');
      await refused(scene.api.notes.createOnDeal({ params: { id }, body }), 'SVC-NOT-FOUND');
    });
  });
}

function read(scene: Scene, { id }: Note): Promise<Note> {
  return scene.api.notes.get({ params: { id } });
}
