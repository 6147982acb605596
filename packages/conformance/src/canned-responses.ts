import { describe } from 'vitest';
import { type BadInput, badField, badFields } from './bad-input/row.ts';
import type { CrudCase } from './crud/crud-case.ts';
import { describeCrud } from './crud/describe-crud.ts';
import { unique } from './scene.ts';
import type { Targets } from './target.ts';

const cannedResponses: CrudCase<'cannedResponses'> = {
  minimal: () => ({ shortcut: unique('shortcut'), text: 'Hello' }),
  defaults: { title: null, language: null, tags: [], metadata: {} },
  full: () => ({
    shortcut: ' Hello ',
    title: ' Greeting ',
    text: ' Hello {{contact.firstName|there}} ',
    language: 'pt-BR',
    tags: ['welcome', 'Welcome'],
    metadata: { team: 'sales' },
  }),
  shown: { shortcut: 'Hello', title: 'Greeting', tags: ['welcome'] },
  texts: ['shortcut', 'title', 'text'],
  change: { title: 'Changed' },
  unique: { shortcut: ['hello', 'HELLO'] },
  events: 'canned_response',
  filters: () => ({
    records: {
      hello: { shortcut: 'Hello', text: 'Olá', language: 'pt-BR', tags: ['Welcome'] },
      bye: { shortcut: 'bye', title: 'At the end', text: 'See you', language: 'en' },
      hours: { shortcut: 'hours', text: 'We are open', tags: ['shop', 'welcome'] },
    },
    cases: [
      [{ q: 'ola' }, 'hello'],
      [{ q: 'THE END' }, 'bye'],
      [{ q: 'hours' }, 'hours'],
      [{ q: ' ' }, 'hello bye hours'],
      [{ shortcut: 'HELLO,hours' }, 'hello hours'],
      [{ shortcut: 'hell' }, ''],
      [{ tag: 'welcome' }, 'hello hours'],
      [{ tag: 'shop,other' }, 'hours'],
      [{ language: 'pt' }, 'hello'],
      [{ language: 'en,pt-BR' }, 'hello bye'],
      [{ language: 'pt-PT' }, ''],
    ],
  }),
};

export const badCannedResponses: readonly BadInput[] = [
  ...badFields('cannedResponses.create', [
    ['no shortcut', { shortcut: undefined }, 'required'],
    ['a blank shortcut', { shortcut: ' ' }, 'too_short'],
    ['a shortcut of 65 characters', { shortcut: 'x'.repeat(65) }, 'too_long'],
    ['an empty text', { text: '' }, 'too_short'],
    ['a text of 4,097 characters', { text: 'x'.repeat(4_097) }, 'too_long'],
  ]),
  badField('cannedResponses.update', 'a text that is null', { text: null }, 'invalid_type'),
];

export function describeCannedResponses({ paused: target }: Targets): void {
  describe('canned responses', () => describeCrud('cannedResponses', target, cannedResponses));
}
