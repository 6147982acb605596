import type { cannedResponsesRoutes } from '@parley/contract/schemas';
import { givenFields } from './fields.ts';
import { anyOf, containing, spoken, tagged } from './filters.ts';
import { crudRules } from './rules.ts';
import { caselessKey } from './texts.ts';

export const cannedResponseRules = crudRules<typeof cannedResponsesRoutes>({
  kind: 'cannedResponse',
  initial: (body, { id, at }) => ({
    id,
    shortcut: body.shortcut,
    title: null,
    text: body.text,
    language: null,
    tags: [],
    metadata: {},
    createdAt: at,
    updatedAt: at,
    ...givenFields(body),
  }),
  unique: { shortcut: ({ shortcut }) => caselessKey(shortcut) },
  events: 'canned_response',
  filters: {
    q: containing(({ shortcut, title, text }) => [shortcut, title, text]),
    shortcut: anyOf('shortcut', caselessKey),
    tag: tagged('tags'),
    language: spoken('language'),
  },
  sortKeys: { shortcut: ({ shortcut }) => caselessKey(shortcut) },
});
