import type { MessageStatus } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { contactImportTransitions } from '../src/contact-imports.ts';
import { conversationTransitions } from '../src/conversations.ts';
import { dealTransitions } from '../src/deals.ts';
import { knowledgeFaqTransitions } from '../src/knowledge-faqs.ts';
import { messageTransitions } from '../src/message-steps.ts';
import { checkTransition, invalidTransition, type Transitions } from '../src/refusals.ts';
import { tenantTransitions } from '../src/tenants.ts';
import { ticketTransitions } from '../src/tickets.ts';

// The conformance suite tries every change of status, and takes the allowed ones from these tables. So the tables are
// compared with the changes that the API must refuse.

const refused: [string, Transitions<string>, string][] = [
  ['conversation', conversationTransitions, 'snoozed>pending closed>pending closed>snoozed'],
  ['deal', dealTransitions, 'won>lost lost>won'],
  ['FAQ', knowledgeFaqTransitions, 'draft>archived archived>published'],
  [
    'ticket',
    ticketTransitions,
    'open>new pending>new on_hold>new solved>new solved>pending solved>on_hold ' +
      'closed>new closed>open closed>pending closed>on_hold closed>solved',
  ],
  ['tenant', tenantTransitions, 'archived>active archived>suspended'],
  [
    'import',
    contactImportTransitions,
    'running>queued completed>queued completed>running completed>failed completed>canceled ' +
      'failed>queued failed>running failed>completed failed>canceled ' +
      'canceled>queued canceled>running canceled>completed canceled>failed',
  ],
];

test.each(refused)('a %s makes every change of status except these', (_kind, table, expected) => {
  const statuses = Object.keys(table);
  const pairs = statuses.flatMap((from) =>
    statuses.filter((to) => to !== from && !table[from]?.includes(to)).map((to) => `${from}>${to}`),
  );
  expect(pairs.join(' ')).toBe(expected);
});

test('a message gets each status only after these', () => {
  const statuses = Object.keys(messageTransitions) as MessageStatus[];
  const before = (to: MessageStatus) =>
    statuses.filter((from) => messageTransitions[from].includes(to));
  expect(Object.fromEntries(statuses.map((to) => [to, before(to)]))).toEqual({
    queued: ['sending', 'failed'],
    sending: ['queued'],
    sent: ['queued', 'sending', 'failed'],
    delivered: ['queued', 'sending', 'sent', 'failed'],
    read: ['queued', 'sending', 'sent', 'delivered', 'failed'],
    failed: ['queued', 'sending', 'sent'],
    canceled: ['queued'],
    received: [],
  });
});

test('the message of a refused change names the change and what is possible', () => {
  const deal = { id: 'deal_1', status: 'won' } as const;
  expect(() => checkTransition('deal', dealTransitions, deal, 'lost')).toThrow(
    'The `deal` is `won`, so its status cannot become `lost`. It can become `open`.',
  );
  const ticket = { resource: 'ticket', id: 'tkt_1', from: 'closed', action: 'comment' };
  const { message } = invalidTransition({ ...ticket, allowed: [], suggestion: 'follow_up' });
  expect(message).toBe(
    'The `ticket` is `closed`, so the action `comment` is not possible. Create a ticket with `followUpOfId` instead.',
  );
  const cancel = { resource: 'message', id: 'msg_1', from: 'sent', action: 'cancel' };
  expect(invalidTransition({ ...cancel, allowed: ['queued'] }).message).toBe(
    'The `message` is `sent`, so the action `cancel` is not possible. It is possible in the status `queued`.',
  );
});
