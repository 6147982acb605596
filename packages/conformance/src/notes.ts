import { describe, expect, test } from 'vitest';
import { type BadInput, badField } from './bad-input/row.ts';
import { refused } from './client.ts';
import type { CrudCase } from './crud/crud-case.ts';
import { describeCrud } from './crud/describe-crud.ts';
import { aContact, aConversation, aDeal, createScene } from './scene.ts';
import type { Targets } from './target.ts';

export const badNotes: readonly BadInput[] = [
  badField('notes.createOnContact', 'a blank body', { body: ' ' }, 'too_short'),
  badField('notes.createOnDeal', '10,001 characters', { body: 'x'.repeat(10_001) }, 'too_long'),
  badField('notes.update', 'a body that is null', { body: null }, 'invalid_type'),
];

const notes: CrudCase<'notes'> = {
  owner: aContact,
  minimal: () => ({ body: 'Call after 18:00' }),
  defaults: ({ subject, author }) => ({ pinned: false, subject, author }),
  full: () => ({ body: ' 10 % off\n👋 ', pinned: true }),
  shown: { body: '10 % off\n👋' },
  texts: ['body'],
  change: { pinned: true },
  events: 'note',
  metadata: false,
  filters: () => ({
    records: { pinned: { pinned: true }, other: {} },
    cases: [
      [{ pinned: 'true' }, 'pinned'],
      [{ pinned: 'false' }, 'other'],
    ],
  }),
};

const makers = { Contact: aContact, Conversation: aConversation, Deal: aDeal } as const;

export function describeNotes({ paused: target }: Targets): void {
  describe('notes', () => {
    describeCrud('notes', target, notes);

    test.each(['Contact', 'Conversation', 'Deal'] as const)(
      'a note is about its %s alone',
      async (kind) => {
        const scene = await createScene(target());
        const { id } = await makers[kind](scene);
        const other = await makers[kind](scene);
        const body = { body: '10 % off' };
        const note = await scene.api.notes[`createOn${kind}`]({ params: { id }, body });
        expect(note).toMatchObject({
          subject: { type: kind.toLowerCase(), id },
          author: { type: 'api', id: scene.tenant.apiKeyId, name: null },
        });
        const list = (of: string) => scene.api.notes[`listOf${kind}`]({ params: { id: of } });
        expect((await list(id)).data).toEqual([note]);
        expect((await list(other.id)).data).toEqual([]);
        await refused(list(note.id), 'SVC-NOT-FOUND');
      },
    );

    test('the notes of a deal are deleted with it', async () => {
      const scene = await createScene(target());
      const { id } = await aDeal(scene);
      const body = { body: 'Asks for a discount' };
      const note = await scene.api.notes.createOnDeal({ params: { id }, body });
      await scene.api.deals.delete({ params: { id } });
      await refused(scene.api.notes.get({ params: { id: note.id } }), 'SVC-NOT-FOUND');
      await refused(scene.api.notes.createOnDeal({ params: { id }, body }), 'SVC-NOT-FOUND');
    });
  });
}
