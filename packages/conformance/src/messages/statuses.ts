import type { Message, MessageStatus, SimulateStatusBody } from '@parley/contract';
import { messageTransitions } from '@parley/domain';
import { expect, test } from 'vitest';
import { refused } from '../client.ts';
import {
  aChannel,
  aFailedMessage,
  allOf,
  aMessage,
  anInbound,
  createScene,
  magicPhone,
  messageWith,
  type Scene,
} from '../scene.ts';
import type { Target } from '../target.ts';
import { aTemplate, becomesMarketing } from '../templates/records.ts';

type Report = SimulateStatusBody['status'];

// For each case: the reports in the order in which they arrive, the final status, and which reports were ignored.
const stories: readonly (readonly [readonly Report[], MessageStatus, readonly boolean[]])[] = [
  [['sent', 'delivered', 'read'], 'read', [false, false, false]],
  [['read', 'delivered', 'sent'], 'read', [false, true, true]],
  [['delivered', 'sent', 'read'], 'read', [false, true, false]],
  [['read'], 'read', [false]],
  [['delivered', 'delivered'], 'delivered', [false, true]],
  [['failed'], 'failed', [false]],
  [['sent', 'failed'], 'failed', [false, false]],
  [['failed', 'sent'], 'failed', [false, true]],
  [['failed', 'delivered'], 'delivered', [false, false]],
  [['failed', 'read'], 'read', [false, false]],
  [['failed', 'failed'], 'failed', [false, true]],
  [['delivered', 'failed'], 'delivered', [false, true]],
  [['read', 'failed', 'delivered', 'sent'], 'read', [false, true, true, true]],
];

const stampOf = { sent: 'sentAt', delivered: 'deliveredAt', read: 'readAt' } as const;

export function testStatuses(running: () => Target, paused: () => Target): void {
  test.each(stories.map((story) => [story[0].join(', '), story] as const))(
    'reports of %s only ever raise the status',
    async (_title, [reports, status, ignored]) => {
      const scene = await createScene(paused());
      const { id, channelId } = await aMessage(scene);
      for (const [index, status] of reports.entries()) {
        await report(scene, channelId, id, status, timeAt(index));
      }
      const message = await scene.api.messages.get({ params: { id } });
      expect(message.status).toBe(status);
      expect(message.error === null).toBe(status !== 'failed');
      const events = await timeline(scene, id);
      const reported = events.filter((event) => event.type !== 'queued');
      expect(reported.map((event) => event.type)).toEqual(reports);
      expect(reported.map((event) => event.ignored)).toEqual(ignored);
      expect(reported.map((event) => event.at)).toEqual(reports.map((_, index) => timeAt(index)));
      for (const step of ['sent', 'delivered', 'read'] as const) {
        // Each time is set once, from the provider's clock, even by a late report.
        const first = reports.indexOf(step);
        const counts = first >= 0 && !(step === 'sent' && reports[0] === 'failed');
        expect(message[stampOf[step]], step).toBe(counts ? timeAt(first) : null);
      }
    },
  );

  test('a message can be canceled, and sent again, only in the statuses of the table', async () => {
    const scene = await createScene(paused());
    for (const from of Object.keys(messageTransitions) as MessageStatus[]) {
      // While the worker is paused, no request can bring a message into this status.
      if (from === 'sending') continue;
      for (const [action, to] of [
        ['cancel', 'canceled'],
        ['retry', 'queued'],
      ] as const) {
        const before = await messageThatIs(scene, from);
        const { id } = before;
        const request = scene.api.messages[action]({ params: { id } });
        if (messageTransitions[from].includes(to)) {
          expect(await request).toMatchObject({ id, status: to });
        } else {
          const { details } = await refused(request, 'SVC-INVALID-TRANSITION');
          expect(details).toMatchObject({ resource: 'message', id, from });
          expect(await scene.api.messages.get({ params: { id } })).toEqual(before);
        }
      }
    }
  });

  test('the timeline keeps the reason of a failure after a later delivery report', async () => {
    const scene = await createScene(paused());
    const { id, channelId } = await aFailedMessage(scene, '131026');
    await report(scene, channelId, id, 'delivered');
    const message = await scene.api.messages.get({ params: { id } });
    expect(message).toMatchObject({ status: 'delivered', error: null });
    const failed = (await timeline(scene, id)).find((event) => event.type === 'failed');
    expect(failed?.error).toMatchObject({ code: 'SVC-UNDELIVERABLE', providerCode: '131026' });
  });

  test('a canceled message stays canceled after any status report', async () => {
    const scene = await createScene(paused());
    const { id, channelId } = await aMessage(scene);
    await scene.api.messages.cancel({ params: { id } });
    for (const status of ['sent', 'read', 'failed'] as const) {
      expect((await report(scene, channelId, id, status)).status).toBe('canceled');
    }
    const events = await timeline(scene, id);
    expect(events.map((event) => [event.type, event.ignored])).toEqual([
      ['queued', false],
      ['canceled', false],
      ['sent', true],
      ['read', true],
      ['failed', true],
    ]);
  });

  test('refuses a simulated status report for an inbound message, and does not change it', async () => {
    const scene = await createScene(paused());
    const channel = await aChannel(scene);
    const before = await anInbound(scene, channel.id);
    const { id } = before;
    const error = await refused(report(scene, channel.id, id, 'read'), 'SVC-INVALID-TRANSITION');
    const transition = { from: 'received', to: 'read', allowed: [] };
    expect(error.details).toMatchObject({ resource: 'message', id, ...transition });
    expect(await scene.api.messages.get({ params: { id } })).toEqual(before);
    expect((await timeline(scene, id)).map((event) => event.type)).toEqual(['received']);
  });

  test('a status report for a message of another channel is ignored', async () => {
    const scene = await createScene(paused());
    const { id } = await aMessage(scene);
    const other = await aChannel(scene);
    const error = await refused(report(scene, other.id, id, 'read'), 'SVC-NOT-FOUND');
    expect(error).toMatchObject({
      message: 'The `channel` has no `message` with this ID. Check the IDs of both.',
      details: { resource: 'message', id },
    });
  });

  test('retries a retryable failed message on request, unless the contact refuses it', async () => {
    const scene = await createScene(paused());
    const failed = await aFailedMessage(scene, '131042');
    expect(failed.error).toMatchObject({ retryable: true, reason: 'billing' });
    const retry = { params: { id: failed.id } };
    const contact = { params: { id: failed.contactId } };
    await scene.api.contacts.block(contact);
    await refused(scene.api.messages.retry(retry), 'SVC-RECIPIENT-BLOCKED');
    await scene.api.contacts.unblock(contact);
    await scene.api.contacts.optOut({ ...contact, body: { scope: 'all' } });
    await refused(scene.api.messages.retry(retry), 'SVC-RECIPIENT-OPTED-OUT');
    await scene.api.contacts.optIn({ ...contact, body: { scope: 'all' } });
    const answer = await scene.call('messages.retry', retry);
    expect(answer.status).toBe(202);
    expect(answer.json).toMatchObject({
      id: failed.id,
      status: 'queued',
      error: null,
    });
    expect((await timeline(scene, failed.id)).map((event) => event.type)).toEqual([
      'queued',
      'failed',
      'retried',
    ]);
  });

  test('refuses to retry a template that became marketing after an opt-out, and one that was deleted', async () => {
    const scene = await createScene(paused());
    const made = await aTemplate(scene);
    const { id: templateId, channelId, name, language } = made;
    const template = { name, language, variables: { 1: 'Ana' } };
    const { id, contactId } = await aMessage(scene, { channelId, type: 'template', template });
    await scene.api.channels.simulateStatus({
      params: { id: channelId },
      body: { messageId: id, status: 'failed', error: { providerCode: '131042' } },
    });
    const contact = { params: { id: contactId } };
    await scene.api.contacts.optOut({ ...contact, body: { scope: 'marketing' } });
    await becomesMarketing(scene, made);
    const retry = () => scene.api.messages.retry({ params: { id } });
    await refused(retry(), 'SVC-RECIPIENT-OPTED-OUT');
    await scene.api.contacts.optIn({ ...contact, body: { scope: 'marketing' } });
    await scene.api.templates.delete({ params: { id: channelId, templateId } });
    await refused(retry(), 'SVC-TEMPLATE-NOT-FOUND');
    await aTemplate(scene, { name, category: 'marketing' }, channelId);
    expect(await retry()).toMatchObject({ status: 'queued', category: 'marketing' });
  });

  test('a retried message is sent to the provider again', async () => {
    const scene = await createScene(running());
    const { id } = await aMessage(scene, { to: magicPhone('131048') });
    expect(await messageWith(scene, id, 'failed')).toMatchObject({ attempts: 1 });
    await scene.api.messages.retry({ params: { id } });
    expect(await messageWith(scene, id, 'failed')).toMatchObject({ attempts: 2 });
  });

  test('a retried message has the provider id of its latest attempt', async () => {
    const scene = await createScene(running());
    const { id, channelId } = await aMessage(scene, { to: magicPhone('900200') });
    const first = await messageWith(scene, id, 'sent');
    const failed = await scene.api.channels.simulateStatus({
      params: { id: channelId },
      body: {
        ...{ messageId: id, status: 'failed', category: 'marketing' },
        error: { providerCode: '131042' },
      },
    });
    const { externalId, sentAt } = first;
    expect(failed).toMatchObject({ externalId, sentAt, category: 'marketing' });
    const again = await scene.api.messages.retry({ params: { id } });
    expect(again).toMatchObject({ status: 'queued', error: null, failedAt: null });
    const second = await messageWith(scene, id, 'sent');
    expect(second).toMatchObject({ attempts: 2, sentAt: first.sentAt, failedAt: null });
    expect(second.externalId).not.toBe(first.externalId);
  });

  test('refuses to retry a message that is not retryable', async () => {
    const scene = await createScene(paused());
    const { id, error } = await aFailedMessage(scene, '131026');
    expect(error).toMatchObject({ retryable: false });
    const refusal = await refused(
      scene.api.messages.retry({ params: { id } }),
      'SVC-INVALID-TRANSITION',
    );
    expect(refusal.details).toMatchObject({ resource: 'message', id, from: 'failed', allowed: [] });
    expect(refusal.message).toContain('`error.retryable` is false');
  });
}

async function messageThatIs(scene: Scene, status: MessageStatus): Promise<Message> {
  if (status === 'failed') return await aFailedMessage(scene);
  if (status === 'received') return await anInbound(scene, (await aChannel(scene)).id);
  const { id, channelId } = await aMessage(scene);
  if (status === 'canceled') return await scene.api.messages.cancel({ params: { id } });
  if (status !== 'queued') await report(scene, channelId, id, status as Report);
  return await scene.api.messages.get({ params: { id } });
}

function report(scene: Scene, channelId: string, messageId: string, status: Report, at?: string) {
  return scene.api.channels.simulateStatus({
    params: { id: channelId },
    body: {
      messageId,
      status,
      ...(at === undefined ? {} : { timestamp: at }),
      ...(status === 'failed' ? { error: { providerCode: '131026' } } : {}),
    },
  });
}

function timeline(scene: Scene, id: string) {
  return allOf((request) => scene.api.messages.listEvents({ params: { id }, ...request }));
}

function timeAt(index: number): string {
  return new Date(Date.UTC(2026, 0, 1, 12, 0, index)).toISOString();
}
