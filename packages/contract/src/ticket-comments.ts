import * as z from 'zod';
import { author } from './authors.ts';
import { eventsOf } from './events-of.ts';
import { at, exampleId, exampleIds, made, onePage } from './example-values.ts';
import { id, idInput } from './ids.ts';
import { named } from './named.ts';
import { idOrNull } from './nullable.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, createdRange, sortedBy } from './query.ts';
import { ownedRoutes } from './resource-routes.ts';
import { sendErrors } from './send-errors.ts';
import { textInput } from './text-inputs.ts';
import { timestamp } from './timestamps.ts';

const visibility = z
  .enum(['public', 'internal'])
  .describe('Who may read the comment. `public`: the customer too; `internal`: only your users.');

const text = textInput(20_000).describe(
  'Text of the comment. On delivery, the limit of the channel applies too.',
);

export class TicketCommentSchema extends named('A comment on a ticket, which never changes.', {
  id: id('ticketComment'),
  ticketId: id('ticket'),
  body: z.string().describe('Text of the comment.'),
  visibility,
  author,
  messageId: idOrNull(
    'message',
    'ID of the message with which the comment was sent to the customer; null = none.',
  ),
  createdAt: timestamp.describe('Creation time.'),
}) {}
export const ticketComment = new TicketCommentSchema();
export type TicketComment = z.infer<typeof ticketComment>;

export const createTicketCommentBody = z
  .object({
    body: text,
    visibility,
    deliver: z
      .boolean()
      .default(false)
      .describe(
        'Whether to send the comment to the customer as a text message in the conversation of the ticket. Only with `visibility: "public"`.',
      ),
    contactId: idInput('contact')
      .optional()
      .describe(
        'ID of the contact who wrote the comment elsewhere, for example in your portal. Only with `visibility: "public"`, and without `deliver`. Default: the caller wrote it.',
      ),
  })
  .describe('A new comment.');
export type CreateTicketCommentBody = z.infer<typeof createTicketCommentBody>;

export const listTicketCommentsQuery = pageQuery
  .extend({
    visibility: anyOf(visibility)
      .optional()
      .describe('Only comments with any of these visibilities.'),
    ...createdRange,
    sort: sortedBy('createdAt', '-createdAt'),
  })
  .describe('Which comments of a ticket to list.');
export type ListTicketCommentsQuery = z.infer<typeof listTicketCommentsQuery>;

export const ticketCommentPage = page(ticketComment).describe('A page of comments of a ticket.');

export const ticketCommentEvents = eventsOf(ticketComment, {
  'ticket.commented': 'A comment was added to a ticket. `data.object` is the comment.',
});

const routes = ownedRoutes('/tickets/:id/comments', 'ticket', 'ticketComment', ticketComment);

export const ticketCommentsRoutes = {
  list: routes.list('List the comments of a ticket', listTicketCommentsQuery, ticketCommentPage),
  create: {
    ...routes.create(
      'Comment on a ticket',
      createTicketCommentBody,
      'SVC-INVALID-TRANSITION',
      ...sendErrors,
    ),
    description:
      'A public comment opens a `new` ticket. A comment of a contact opens a `pending` or `solved` one. A closed ticket takes no comments. With `deliver: true`, a refused message also means that no comment is stored.',
  },
  get: routes.get('Get a comment of a ticket'),
};

const example: TicketComment = {
  id: exampleId('ticketComment', 'D'),
  ticketId: exampleId('ticket', 'B'),
  body: 'We send you a new cup today.',
  visibility: 'public',
  author: { type: 'api', id: exampleIds.apiKey, name: null },
  messageId: exampleIds.message,
  createdAt: at(35),
};

export const ticketCommentExamples = {
  ticketComment: example,
  ticketCommentPage: onePage(example),
  listTicketCommentsQuery: { visibility: ['public'], sort: '-createdAt' },
  createTicketCommentBody: { body: example.body, visibility: 'public', deliver: true },
} as const;

export const ticketCommentEventExamples = {
  'ticket.commented': made(example),
};
