import type {
  CannedResponse,
  CreateCannedResponseBody,
  ListCannedResponsesQuery,
  UpdateCannedResponseBody,
} from '@parley/contract/schemas';
import { givenFields } from './fields.ts';
import { anyOf, containing, spoken, tagged } from './filters.ts';
import { defineRules } from './rules.ts';
import { caselessKey } from './texts.ts';

export const cannedResponseRules = defineRules<
  CannedResponse,
  CreateCannedResponseBody,
  UpdateCannedResponseBody,
  ListCannedResponsesQuery
>({
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
  events: {
    created: 'canned_response.created',
    updated: 'canned_response.updated',
    deleted: 'canned_response.deleted',
  },
  filters: {
    q: containing(({ shortcut, title, text }) => [shortcut, title, text]),
    shortcut: anyOf('shortcut', caselessKey),
    tag: tagged('tags'),
    language: spoken('language'),
  },
  sortKeys: { shortcut: ({ shortcut }) => caselessKey(shortcut) },
});
