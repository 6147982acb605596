import type { Ticket, TicketStatus, UpdateTicketBody } from '@parley/contract';
import { ticketTransitions } from '@parley/domain';
import { describe, expect, test } from 'vitest';
import { type BadInput, badFields } from './bad-input/row.ts';
import { refused } from './client.ts';
import type { CrudCase } from './crud/crud-case.ts';
import { describeCrud } from './crud/describe-crud.ts';
import { recordedEvents } from './event-checks.ts';
import { eventually } from './poll.ts';
import {
  aContact,
  aConversation,
  aCustomField,
  aTicket,
  createScene,
  type Scene,
} from './scene.ts';
import { startOwn, type Targets } from './target.ts';

const past = '2026-01-01T00:00:00.000Z';

const tickets: CrudCase<'tickets'> = {
  minimal: () => ({ subject: 'Help' }),
  defaults: ({ number }) => ({
    number,
    description: null,
    status: 'new',
    priority: 'normal',
    type: null,
    contactId: null,
    conversationId: null,
    channelId: null,
    assigneeId: null,
    tags: [],
    customFields: {},
    externalId: null,
    followUpOfId: null,
    dueAt: null,
    firstRespondedAt: null,
    solvedAt: null,
    closedAt: null,
    reopenCount: 0,
    lastCommentAt: null,
    commentCount: 0,
    source: 'api',
    metadata: {},
  }),
  full: async (scene) => {
    const { id, contactId } = await aConversation(scene);
    return {
      subject: ' The parcel is damaged ',
      description: ' A cup is broken ',
      priority: 'high',
      type: 'incident',
      contactId,
      conversationId: id,
      assigneeId: await scene.tenant.createUser(),
      followUpOfId: (await aTicket(scene)).id,
      tags: ['delivery', 'Delivery'],
      externalId: 'A-1042',
      dueAt: '2026-12-01T10:00:00+02:00',
      metadata: { team: 'sales' },
    };
  },
  shown: {
    subject: 'The parcel is damaged',
    description: 'A cup is broken',
    tags: ['delivery'],
    dueAt: '2026-12-01T08:00:00.000Z',
  },
  texts: ['subject', 'description'],
  change: { subject: 'Changed' },
  unique: { externalId: ['A-1042', 'A-1042'] },
  events: 'ticket',
  filters: async (scene) => {
    const assigneeId = await scene.tenant.createUser();
    const contact = await aContact(scene);
    const conversation = await aConversation(scene);
    const { key } = await aCustomField(scene, { entity: 'ticket' });
    const ticketIn = (status: TicketStatus, body: object) => async () => {
      const { id } = await aTicket(scene, body);
      await move(scene, id, status);
      return id;
    };
    return {
      records: {
        parcel: ticketIn('open', {
          subject: 'Où est mon colis?',
          priority: 'urgent',
          type: 'question',
          assigneeId,
          contactId: contact.id,
          dueAt: past,
          tags: ['Delivery'],
          externalId: 'A-1',
        }),
        cup: ticketIn('solved', {
          description: 'A broken cup',
          type: 'incident',
          conversationId: conversation.id,
          dueAt: past,
          tags: ['refund', 'delivery'],
          customFields: { [key]: 'Gold' },
        }),
        hours: { subject: 'Opening hours', priority: 'low', dueAt: '2126-01-01T00:00:00Z' },
      },
      cases: [
        [{ status: 'new' }, 'hours'],
        [{ status: 'open,solved' }, 'parcel cup'],
        [{ priority: 'urgent' }, 'parcel'],
        [{ priority: 'low,high' }, 'hours'],
        [{ type: 'incident,task' }, 'cup'],
        [{ assigneeId }, 'parcel'],
        [{ assigneeId: 'none' }, 'cup hours'],
        [{ contactId: contact.id }, 'parcel'],
        [{ conversationId: conversation.id }, 'cup'],
        [{ tag: 'delivery' }, 'parcel cup'],
        [{ customField: `${key}:gold` }, 'cup'],
        [{ number: '1' }, 'parcel'],
        [{ number: '3,2,2147483647' }, 'cup hours'],
        [{ externalId: 'A-1,A-2' }, 'parcel'],
        [{ q: 'ou est' }, 'parcel'],
        [{ q: 'CUP' }, 'cup'],
        [{ overdue: true }, 'parcel'],
        [{ overdue: false }, 'cup hours'],
        [{ dueBefore: '2100-01-01T00:00:00Z' }, 'parcel cup'],
        [{ dueAfter: past }, 'parcel cup hours'],
        [{ dueAfter: '2100-01-01T00:00:00Z' }, 'hours'],
      ],
    };
  },
};

export const badTickets: readonly BadInput[] = [
  ...badFields('tickets.create', [
    ['no subject', { subject: undefined }, 'required'],
    ['a blank subject', { subject: ' ' }, 'too_short'],
    ['a subject of 256 characters', { subject: 'x'.repeat(256) }, 'too_long'],
    ['a description of 20,001 characters', { description: 'x'.repeat(20_001) }, 'too_long'],
    ['an unknown priority', { priority: 'medium' }, 'invalid_enum'],
    ['a due time without an offset', { dueAt: '2026-12-01T10:00:00' }, 'invalid_format'],
  ]),
  ...badFields('tickets.update', [
    ['an unknown status', { status: 'reopened' }, 'invalid_enum'],
    ['a subject that is null', { subject: null }, 'invalid_type'],
  ]),
];

const statuses = Object.keys(ticketTransitions) as TicketStatus[];
const moves = statuses.flatMap((from) => statuses.map((to) => [from, to] as const));

export function describeTickets({ paused: target, start }: Targets): void {
  describe('tickets', () => {
    describeCrud('tickets', target, tickets);

    test.each(moves)(
      'a ticket that is %s may become %s only where the table says so',
      async (from, to) => {
        const scene = await createScene(target());
        const { id } = await aTicket(scene);
        const before = await move(scene, id, from);
        const allowed = ticketTransitions[from];
        if (to === from) {
          expect(await move(scene, id, to)).toEqual(before);
          return;
        }
        if (allowed.includes(to)) {
          const after = await move(scene, id, to);
          expect(after).toMatchObject({
            status: to,
            reopenCount: from === 'solved' && to === 'open' ? 1 : 0,
          });
          expect(after.solvedAt === null).toBe(!['solved', 'closed'].includes(to));
          expect(after.closedAt === null).toBe(to !== 'closed');
          return;
        }
        const error = await refused(move(scene, id, to), 'SVC-INVALID-TRANSITION');
        const suggestion = from === 'closed' ? { suggestion: 'follow_up' } : {};
        expect(error.details).toEqual({ resource: 'ticket', id, from, to, allowed, ...suggestion });
        expect(await scene.api.tickets.get({ params: { id } })).toEqual(before);
      },
    );

    test('only tags, metadata and custom fields of a closed ticket can change', async () => {
      const scene = await createScene(target());
      const { id } = await aTicket(scene);
      const closed = await move(scene, id, 'closed');
      const changes: UpdateTicketBody[] = [
        { subject: 'Changed' },
        { dueAt: past },
        { assigneeId: await scene.tenant.createUser() },
        { priority: 'low', tags: ['late'] },
      ];
      for (const body of changes) {
        const change = scene.api.tickets.update({ params: { id }, body });
        const error = await refused(change, 'SVC-INVALID-TRANSITION');
        expect(error.message).toMatch(/Create a ticket with `followUpOfId` instead\.$/);
        expect(error.details).toMatchObject({
          from: 'closed',
          action: 'update',
          suggestion: 'follow_up',
        });
      }
      const { key } = await aCustomField(scene, { entity: 'ticket' });
      const open = { tags: ['late'], metadata: { a: 1 }, customFields: { [key]: 'Gold' } };
      const body = { subject: closed.subject, ...open };
      const changed = await scene.api.tickets.update({ params: { id }, body });
      expect(changed).toEqual({ ...closed, ...open, updatedAt: changed.updatedAt });
    });

    test('tickets have the numbers 1, 2, 3 …, and no number is used twice or left out', async () => {
      const scene = await createScene(target());
      const create = (externalId?: string) =>
        scene.call('tickets.create', { body: { subject: 'Help', externalId } });
      await create('taken');
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) => create(n % 3 === 0 ? 'taken' : undefined)),
      );
      const made = answers.filter(({ status }) => status === 201).map(({ json }) => json as Ticket);
      const numbers = made.map(({ number }) => number).sort((a, b) => a - b);
      expect(numbers).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
      const last = made.find(({ number }) => number === 9)?.id ?? '';
      await scene.api.tickets.delete({ params: { id: last } });
      expect((await aTicket(scene)).number).toBe(10);
      expect((await aTicket(await createScene(target()))).number).toBe(1);
    });

    test('a ticket about a conversation has its contact and channel, and refuses another contact', async () => {
      const scene = await createScene(target());
      const { id: conversationId, contactId, channelId } = await aConversation(scene);
      const ticket = await aTicket(scene, { conversationId });
      expect(ticket).toMatchObject({ conversationId, contactId, channelId });
      const other = await aContact(scene);
      const wrong = aTicket(scene, { conversationId, contactId: other.id });
      await refused(wrong, 'SVC-RULE-VIOLATION', {
        rule: 'contact_of_conversation',
        field: 'contactId',
      });
      const followUp = await aTicket(scene, { followUpOfId: ticket.id });
      expect(followUp).toMatchObject({ conversationId, contactId, channelId });
      const own = await aTicket(scene, { followUpOfId: ticket.id, contactId: other.id });
      expect(own).toMatchObject({ conversationId: null, contactId: other.id, channelId: null });
    });

    test('the history has each change of status, priority and assignee with its author', async () => {
      const scene = await createScene(target());
      const assigneeId = await scene.tenant.createUser();
      const { id } = await aTicket(scene, { priority: 'low' });
      const change = (body: UpdateTicketBody) => scene.api.tickets.update({ params: { id }, body });
      await change({ status: 'open', assigneeId });
      await change({ priority: 'urgent', subject: 'Changed' });
      await change({ subject: 'Changed again' });
      await change({ assigneeId: null });
      const { data } = await scene.api.tickets.listHistory({ params: { id } });
      expect(data.map(({ field, from, to }) => [field, from, to])).toEqual([
        ['status', null, 'new'],
        ['status', 'new', 'open'],
        ['assigneeId', null, assigneeId],
        ['priority', 'low', 'urgent'],
        ['assigneeId', assigneeId, null],
      ]);
      const author = { type: 'api', id: scene.tenant.apiKeyId, name: null };
      for (const entry of data) expect(entry).toMatchObject({ ticketId: id, author });
      const query = { field: ['status'], sort: '-createdAt' } as const;
      const ofStatus = await scene.api.tickets.listHistory({ params: { id }, query });
      expect(ofStatus.data.map(({ to }) => to)).toEqual(['open', 'new']);
    });

    test('the history of a ticket that is created with an assignee begins with its status and assignee', async () => {
      const scene = await createScene(target());
      const assigneeId = await scene.tenant.createUser();
      const { id } = await aTicket(scene, { assigneeId, priority: 'high' });
      const { data } = await scene.api.tickets.listHistory({ params: { id } });
      expect(data.map(({ field, from, to }) => [field, from, to])).toEqual([
        ['status', null, 'new'],
        ['assigneeId', null, assigneeId],
      ]);
    });

    test('each kind of change of a ticket has its own event', async () => {
      const scene = await createScene(target());
      const assigneeId = await scene.tenant.createUser();
      const { id } = await aTicket(scene);
      const body = { status: 'solved', assigneeId, subject: 'Changed' } as const;
      await scene.api.tickets.update({ params: { id }, body });
      const events = (await recordedEvents(scene)).filter(({ subject }) => subject.id === id);
      expect(events.map(({ type, data }) => [type, data.previous])).toEqual([
        ['ticket.created', null],
        ['ticket.status_changed', { status: 'new', solvedAt: null }],
        ['ticket.assigned', { assigneeId: null }],
        ['ticket.updated', { subject: 'Help' }],
      ]);
    });

    test('a solved ticket is closed after four days, unless it was opened again', async () => {
      await using own = await startOwn(start);
      const scene = await createScene(own);
      const ids = [(await aTicket(scene)).id, (await aTicket(scene)).id];
      const [left = '', opened = ''] = ids;
      for (const id of ids) await move(scene, id, 'solved');
      await own.advance(95 * 3_600_000);
      expect((await scene.api.tickets.get({ params: { id: left } })).status).toBe('solved');
      await move(scene, opened, 'open');
      await move(scene, opened, 'solved');
      await own.advance(3_600_000 + 60_000);
      const closed = await eventually(
        own,
        () => scene.api.tickets.get({ params: { id: left } }),
        ({ status }) => status === 'closed',
      );
      expect(closed.closedAt).not.toBeNull();
      expect((await scene.api.tickets.get({ params: { id: opened } })).status).toBe('solved');
      const { data } = await scene.api.tickets.listHistory({ params: { id: left } });
      expect(data.at(-1)).toMatchObject({
        from: 'solved',
        to: 'closed',
        author: { type: 'system', id: null },
      });
      await scene.api.tickets.delete({ params: { id: opened } });
      const query = { subjectId: opened, type: 'ticket.deleted' };
      const [deletion] = (await scene.api.events.list({ query })).data;
      expect(String(deletion?.timestamp) >= String(closed.closedAt)).toBe(true);
    });

    test('solved tickets are closed after the hours that the tenant sets, also those from before', async () => {
      await using own = await startOwn(start);
      const scene = await createScene(own);
      const set = (ticketAutoCloseHours: number | null) =>
        scene.api.tenants.update({ body: { settings: { ticketAutoCloseHours } } });
      const { id } = await aTicket(scene);
      const status = async () => (await scene.api.tickets.get({ params: { id } })).status;
      const closed = () => eventually(own, status, (now) => now === 'closed');
      await move(scene, id, 'solved');
      await set(200);
      await own.advance(100 * 3_600_000);
      await own.settle();
      expect(await status()).toBe('solved');
      await set(null);
      await own.advance(200 * 3_600_000);
      await own.settle();
      expect(await status()).toBe('solved');
      await set(250);
      await closed();
      const [next, deleted] = [await aTicket(scene), await aTicket(scene)];
      for (const one of [next, deleted]) await move(scene, one.id, 'solved');
      await scene.api.tickets.delete({ params: { id: deleted.id } });
      await own.advance(250 * 3_600_000 + 60_000);
      await eventually(
        own,
        async () => (await scene.api.tickets.get({ params: { id: next.id } })).status,
        (now) => now === 'closed',
      );
      const about = await scene.api.events.list({ query: { subjectId: deleted.id } });
      const types = ['ticket.created', 'ticket.deleted', 'ticket.status_changed'];
      expect(about.data.map(({ type }) => type).sort()).toEqual(types);
    });
  });
}

/** Gives a new ticket this status. Every ticket starts as `new`. */
async function move(scene: Scene, id: string, status: TicketStatus): Promise<Ticket> {
  return await scene.api.tickets.update({ params: { id }, body: { status } });
}
