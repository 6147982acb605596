import type { CreateTicketCommentBody, Ticket, TicketStatus } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { type BadInput, badFields } from './bad-input/row.ts';
import { refused } from './client.ts';
import { recordedEvents } from './event-checks.ts';
import {
  aChannel,
  aContact,
  aConversation,
  anInbound,
  aReport,
  aTicket,
  createScene,
  type Scene,
} from './scene.ts';
import type { Targets } from './target.ts';

export const badTicketComments: readonly BadInput[] = [
  ...badFields('ticketComments.create', [
    ['a blank body', { body: ' ' }, 'too_short'],
    ['a body of 20,001 characters', { body: 'x'.repeat(20_001) }, 'too_long'],
    ['no visibility', { visibility: undefined }, 'required'],
  ]),
];

const statuses: TicketStatus[] = ['new', 'open', 'pending', 'on_hold', 'solved', 'closed'];

/** The status of a ticket after a comment or a message; `409` when the request is refused. */
const after = {
  answer: { new: 'open', closed: '409' },
  internal: { closed: '409' },
  customer: { pending: 'open', solved: 'open', closed: '409' },
  inbound: { pending: 'open', solved: 'open' },
  // A report of the network, such as a new phone number.
  report: {},
} as const satisfies Record<string, Partial<Record<TicketStatus, string>>>;
const cases = Object.keys(after).flatMap((cause) =>
  statuses.map((status) => [cause as keyof typeof after, status] as const),
);

export function describeTicketComments({ paused: target }: Targets): void {
  describe('ticket comments', () => {
    test.each(cases)(
      'after %s, a ticket that is %s has the status of the table',
      async (cause, from) => {
        const scene = await createScene(target());
        const { id: conversationId, channelId, contactId, address } = await aConversation(scene);
        const { id } = await aTicket(scene, { conversationId });
        const before = await scene.api.tickets.update({ params: { id }, body: { status: from } });
        const expected: string = { ...plain, ...after[cause] }[from];
        const comment = (body: Partial<CreateTicketCommentBody>) => commentOn(scene, id, body);
        const act = () => {
          if (cause === 'inbound') return anInbound(scene, channelId, { from: address });
          if (cause === 'report') return aReport(scene, channelId, { from: address });
          if (cause === 'internal') return comment({ visibility: 'internal' });
          return comment(cause === 'customer' ? { contactId } : {});
        };
        if (expected === '409') {
          const { details } = await refused(act(), 'SVC-INVALID-TRANSITION');
          expect(details).toMatchObject({ from, action: 'comment', suggestion: 'follow_up' });
          expect(await scene.api.tickets.get({ params: { id } })).toEqual(before);
          return;
        }
        await act();
        expect(await scene.api.tickets.get({ params: { id } })).toMatchObject({
          status: expected,
          reopenCount: from === 'solved' && expected === 'open' ? 1 : 0,
          commentCount: cause === 'inbound' || cause === 'report' ? 0 : 1,
        });
      },
    );

    test('the first public answer sets the time of the first response, and every comment counts', async () => {
      const scene = await createScene(target());
      const { id: contactId } = await aContact(scene, { name: 'Ana' });
      const { id } = await aTicket(scene);
      const own = { type: 'api', id: scene.tenant.apiKeyId, name: null };
      const internal = await commentOn(scene, id, { visibility: 'internal' });
      expect(internal).toMatchObject({ ticketId: id, author: own, messageId: null });
      const ofContact = await commentOn(scene, id, { contactId });
      expect(ofContact.author).toEqual({ type: 'contact', id: contactId, name: 'Ana' });
      const read = () => scene.api.tickets.get({ params: { id } });
      expect(await read()).toMatchObject({
        status: 'new',
        firstRespondedAt: null,
        commentCount: 2,
      });
      const answer = await commentOn(scene, id, {});
      await commentOn(scene, id, { body: 'And more' });
      const params = { id: (await aTicket(scene)).id, ticketCommentId: answer.id };
      const strange = await refused(scene.api.ticketComments.get({ params }), 'SVC-NOT-FOUND');
      expect(strange.message).toMatch(/^The `ticket` has no `ticketComment`/);
      const ticket = await read();
      expect(ticket).toMatchObject({ firstRespondedAt: answer.createdAt, commentCount: 4 });
      const { data } = await scene.api.ticketComments.list({ params: { id } });
      expect(data.at(-1)?.createdAt).toBe(ticket.lastCommentAt);
      const query = { visibility: ['internal'] } as const;
      const hidden = await scene.api.ticketComments.list({ params: { id }, query });
      expect(hidden.data).toEqual([internal]);
      const events = (await recordedEvents(scene)).filter(
        ({ type }) => type === 'ticket.commented',
      );
      expect(events.map((event) => event.data.object)).toEqual(data);
      expect(events.map((event) => event.subject)).toEqual(
        data.map((comment) => ({ type: 'ticket_comment', id: comment.id })),
      );
    });

    test('a delivered comment is a message of the conversation, and names the ticket as its source', async () => {
      const scene = await createScene(target());
      const { id: conversationId, address } = await aConversation(scene);
      const { id } = await aTicket(scene, { conversationId });
      const comment = await commentOn(scene, id, { deliver: true });
      const message = await scene.api.messages.get({ params: { id: comment.messageId ?? '' } });
      expect(message).toMatchObject({
        conversationId,
        to: address,
        type: 'text',
        text: comment.body,
        status: 'queued',
        source: { type: 'ticket', id },
      });
    });

    test('a comment whose message is refused is not stored, and nothing changes', async () => {
      const scene = await createScene(target());
      const tickets = [
        await aTicket(scene, { conversationId: (await aConversation(scene)).id }),
        await aTicket(scene, { conversationId: await aClosedWindow(scene) }),
        await aTicket(scene),
      ] as const;
      const refusals = [
        [tickets[0], { body: 'x'.repeat(20_000) }, 'SVC-TEXT-TOO-LONG'],
        [tickets[1], {}, 'SVC-WINDOW-CLOSED'],
        [tickets[2], {}, 'SVC-RULE-VIOLATION'],
        [tickets[0], { visibility: 'internal' }, 'SVC-RULE-VIOLATION'],
        [tickets[0], { contactId: tickets[0].contactId ?? '' }, 'SVC-RULE-VIOLATION'],
      ] as const;
      const eventsBefore = await recordedEvents(scene);
      for (const [ticket, body, code] of refusals) {
        await refused(commentOn(scene, ticket.id, { deliver: true, ...body }), code);
      }
      const internal = { contactId: tickets[0].contactId ?? '', visibility: 'internal' } as const;
      await refused(commentOn(scene, tickets[0].id, internal), 'SVC-RULE-VIOLATION');
      for (const ticket of tickets) {
        expect(await scene.api.tickets.get({ params: { id: ticket.id } })).toEqual(ticket);
        const { data } = await scene.api.ticketComments.list({ params: { id: ticket.id } });
        expect(data).toEqual([]);
      }
      expect(await recordedEvents(scene)).toEqual(eventsBefore);
    });

    test('a message after the close makes one follow-up, and later messages belong to it', async () => {
      const scene = await createScene(target());
      const { id: conversationId, channelId, contactId, address } = await aConversation(scene);
      const older = await aTicket(scene, { conversationId });
      const body = { conversationId, priority: 'high', tags: ['delivery'] } as const;
      const closed = await aTicket(scene, { ...body, tags: ['delivery'] });
      for (const { id } of [older, closed]) {
        await scene.api.tickets.update({ params: { id }, body: { status: 'closed' } });
      }
      await anInbound(scene, channelId, { from: address });
      const list = async () =>
        (await scene.api.tickets.list({ query: { sort: '-number' } })).data as Ticket[];
      const [followUp, ...others] = await list();
      expect(others).toHaveLength(2);
      expect(followUp).toMatchObject({
        number: 3,
        subject: closed.subject,
        status: 'new',
        priority: 'high',
        tags: ['delivery'],
        followUpOfId: closed.id,
        conversationId,
        channelId,
        contactId,
        source: 'conversation',
      });
      const params = { id: followUp?.id ?? '' };
      await scene.api.tickets.update({ params, body: { status: 'pending' } });
      await anInbound(scene, channelId, { from: address });
      expect((await list()).map(({ status }) => status)).toEqual(['open', 'closed', 'closed']);
      const { data } = await scene.api.tickets.listHistory({ params });
      expect(data.at(-1)?.author).toMatchObject({ type: 'contact', id: contactId });
      const events = await recordedEvents(scene);
      expect(events.findLast(({ type }) => type === 'ticket.created')?.actor).toMatchObject({
        type: 'contact',
        id: contactId,
      });
    });

    test('a message that starts a new conversation changes the ticket of the previous one', async () => {
      const scene = await createScene(target());
      const settings = { threading: 'new_after_close' } as const;
      const channel = await aChannel(scene, { settings });
      for (const [status, expected] of [
        ['pending', ['open']],
        ['solved', ['open']],
        ['closed', ['new', 'closed']],
      ] as const) {
        const { id: conversationId, contactId, address } = await aConversation(scene, channel.id);
        const { id } = await aTicket(scene, { conversationId });
        await scene.api.tickets.update({ params: { id }, body: { status } });
        const close = { params: { id: conversationId }, body: { status: 'closed' } } as const;
        await scene.api.conversations.update(close);
        const next = await anInbound(scene, channel.id, { from: address });
        expect(next.conversationId).not.toBe(conversationId);
        const query = { contactId: [contactId], sort: '-number' } as const;
        const { data } = await scene.api.tickets.list({ query });
        expect(data.map((ticket) => ticket.status)).toEqual(expected);
        const [first] = data;
        // Later messages belong to the follow-up.
        const isFollowUp = status === 'closed';
        expect(first).toMatchObject({
          conversationId: isFollowUp ? next.conversationId : conversationId,
          followUpOfId: isFollowUp ? id : null,
        });
      }
    });

    test('reactions and messages of blocked contacts leave the ticket as it is', async () => {
      const scene = await createScene(target());
      const channel = await aChannel(scene);
      const { id: conversationId, contactId, address } = await aConversation(scene, channel.id);
      const { id } = await aTicket(scene, { conversationId });
      const { externalId } = await anInbound(scene, channel.id, { from: address });
      const solved = await scene.api.tickets.update({ params: { id }, body: { status: 'solved' } });
      const reaction = { externalId: externalId ?? '', emoji: '👍' };
      await anInbound(scene, channel.id, { type: 'reaction', from: address, reaction });
      await scene.api.contacts.block({ params: { id: contactId } });
      await anInbound(scene, channel.id, { from: address });
      expect(await scene.api.tickets.get({ params: { id } })).toEqual(solved);
    });
  });
}

const plain = Object.fromEntries(statuses.map((status) => [status, status])) as Record<
  TicketStatus,
  string
>;

function commentOn(scene: Scene, id: string, body: Partial<CreateTicketCommentBody>) {
  const whole = { body: 'We send a new cup', visibility: 'public', ...body } as const;
  return scene.api.ticketComments.create({ params: { id }, body: whole });
}

/** Creates a conversation whose window is closed: its customer wrote too long ago. */
async function aClosedWindow(scene: Scene): Promise<string> {
  const channel = await aChannel(scene);
  const timestamp = '2026-01-01T00:00:00.000Z';
  const { conversationId } = await anInbound(scene, channel.id, { timestamp });
  return conversationId;
}
