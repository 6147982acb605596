import { knowledgeLimits, type ValidationIssue } from '@parley/contract';
import { type BadInput, badField, badFields, badQuery } from '../bad-input/row.ts';

type Code = ValidationIssue['code'];

const page = (title: string, url: unknown, code: Code) =>
  badField('knowledgeSources.create', title, { type: 'url', url }, ['url', code]);

const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));
const tags = (count: number) => Array.from({ length: count }, (_, index) => `tag${index}`);

const sources: readonly BadInput[] = [
  ...badFields('knowledgeSources.create', [
    ['no type', { type: undefined }, 'required'],
    ['an unknown type', { type: 'pdf' }, 'invalid_enum'],
    ['type null', { type: null }, 'invalid_enum'],
    [
      'an unknown type and a number as title',
      { type: 'pdf', title: 1 },
      ['type', 'invalid_enum'],
      ['title', 'invalid_type'],
    ],
    ['no title', { title: undefined }, 'required'],
    ['a blank title', { title: ' \t ' }, 'too_short'],
    ['a title of 256 characters', { title: 't'.repeat(256) }, 'too_long'],
    ['a number as title', { title: 1 }, 'invalid_type'],
    ['no content', { content: undefined }, 'required'],
    ['an empty content', { content: '' }, 'too_short'],
    ['a blank content', { content: ' \n' }, 'too_short'],
    [
      'a content of 500,001 characters',
      { content: 'c'.repeat(knowledgeLimits.content + 1) },
      'too_long',
    ],
    ['a list as content', { content: ['c'] }, 'invalid_type'],
    ['a script as url', { url: 'javascript:alert(1)' }, 'invalid_format'],
    ['an empty externalId', { externalId: '' }, 'too_short'],
    ['an externalId of 129 characters', { externalId: 'e'.repeat(129) }, 'too_long'],
    ['a language in words', { language: 'english!' }, 'invalid_format'],
    ['an empty language', { language: '' }, 'invalid_format'],
    ['language null', { language: null }, 'invalid_type'],
    ['51 tags', { tags: tags(51) }, 'too_long'],
    ['a tag of 65 characters', { tags: ['t'.repeat(65)] }, ['tags.0', 'too_long']],
    ['metadata of 21 keys', { metadata: keys(21) }, 'too_long'],
    ['a list in metadata', { metadata: { a: [1] } }, ['metadata.a', 'invalid_type']],
  ]),
  page('no url of a page', undefined, 'required'),
  page('url null of a page', null, 'invalid_type'),
  page('a page without a scheme', 'shop.example.com/help', 'invalid_format'),
  page('a page with a password', 'https://user:secret@shop.example.com/', 'invalid_format'),
  page('a file as page', 'file:///etc/passwd', 'invalid_format'),
  page('a page of 2,001 characters', `https://shop.example.com/${'x'.repeat(1_976)}`, 'too_long'),
  ...badFields('knowledgeSources.update', [
    ['a status of the server', { status: 'processing' }, 'invalid_enum'],
    ['content null', { content: null }, 'invalid_type'],
    ['title null', { title: null }, 'invalid_type'],
  ]),
];

const faqs: readonly BadInput[] = [
  ...badFields('knowledgeFaqs.create', [
    ['no question', { question: undefined }, 'required'],
    ['a blank question', { question: '  ' }, 'too_short'],
    ['a question of 501 characters', { question: 'q'.repeat(501) }, 'too_long'],
    ['no answer', { answer: undefined }, 'required'],
    ['an empty answer', { answer: '' }, 'too_short'],
    ['an answer of 10,001 characters', { answer: 'a'.repeat(10_001) }, 'too_long'],
    ['21 alternates', { alternateQuestions: tags(21) }, 'too_long'],
    [
      'a blank alternate',
      { alternateQuestions: ['?', ' '] },
      ['alternateQuestions.1', 'too_short'],
    ],
    ['alternates in one text', { alternateQuestions: 'Why?' }, 'invalid_type'],
    ['an archived beginning', { status: 'archived' }, 'invalid_enum'],
    ['a position of -1', { position: -1 }, 'out_of_range'],
    ['a position of a million and one', { position: 1_000_001 }, 'out_of_range'],
    ['half a position', { position: 1.5 }, 'invalid_type'],
    ['a sourceId of 65 characters', { sourceId: 's'.repeat(65) }, 'too_long'],
  ]),
  ...badFields('knowledgeFaqs.update', [
    ['an unknown status', { status: 'hidden' }, 'invalid_enum'],
    ['alternates null', { alternateQuestions: null }, 'invalid_type'],
  ]),
  ...badFields('knowledgeFaqs.batch', [
    ['no items', { items: [] }, 'too_short'],
    ['items in an object', { items: {} }, 'invalid_type'],
    ['101 items', { items: tags(101).map((question) => ({ question, answer: 'x' })) }, 'too_long'],
    [
      'a mistake in one item',
      { items: [{ question: 'Why?', answer: 'x' }, { question: 'What?' }] },
      ['items.1.answer', 'required'],
    ],
  ]),
  ...badFields('knowledgeFaqs.feedback', [
    ['no opinion', { helpful: undefined }, 'required'],
    ['an opinion in words', { helpful: 'yes' }, 'invalid_type'],
  ]),
];

const queries: readonly BadInput[] = (
  ['knowledgeSources.list', 'knowledgeFaqs.list'] as const
).flatMap((name) => [
  badQuery(name, { q: 'q'.repeat(501) }, 'too_long'),
  badQuery(name, { q: 'a\0b' }, 'invalid_format'),
  badQuery(name, { q: ['a', 'b'] }, 'invalid_type'),
  badQuery(name, { q: 'lantern', limit: '51' }, ['limit', 'out_of_range']),
  badQuery(name, { q: 'lantern', limit: '0' }, ['limit', 'out_of_range']),
  badQuery(name, { minScore: '1.1' }, 'out_of_range'),
  badQuery(name, { minScore: '-0.1' }, 'out_of_range'),
  badQuery(name, { minScore: 'half' }, 'invalid_type'),
  badQuery(name, { minScore: '' }, 'invalid_type'),
  badQuery(name, { match: 'some' }, 'invalid_enum'),
  badQuery(name, { snippets: '6' }, 'out_of_range'),
  badQuery(name, { snippets: '-1' }, 'out_of_range'),
  badQuery(name, { fuzzy: '1' }, 'invalid_type'),
  badQuery(name, { language: 'english!' }, 'invalid_format'),
  badQuery(name, { tag: '' }, 'too_short'),
  badQuery(name, { status: 'lost' }, 'invalid_enum'),
  badQuery(name, { sort: 'score' }, 'invalid_enum'),
  badQuery(name, { externalId: 'e'.repeat(129) }, 'too_long'),
]);

export const badKnowledge: readonly BadInput[] = [...sources, ...faqs, ...queries];
