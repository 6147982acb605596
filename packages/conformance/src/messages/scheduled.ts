import { expect, test } from 'vitest';
import { checkError } from '../answer.ts';
import { refused } from '../client.ts';
import {
  aChannel,
  aMessage,
  anInbound,
  aPhone,
  createScene,
  messageWith,
  type Scene,
  unique,
} from '../scene.ts';
import { type StartTarget, startOwn, type Target } from '../target.ts';
import { aTemplate, becomesMarketing } from '../templates/records.ts';

const hourMs = 3_600_000;
const inHours = ({ target }: Scene, hours: number) =>
  new Date(target.now().getTime() + hours * hourMs).toISOString();

export function testScheduled(paused: () => Target, start: StartTarget): void {
  test('a scheduled message is sent at its time, after messages that were sent before it', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    const { id: channelId } = await aChannel(scene);
    const to = aPhone();
    const scheduledAt = inHours(scene, 1);
    const later = await aMessage(scene, { channelId, to, text: 'Later', sendAt: scheduledAt });
    expect(later).toMatchObject({ status: 'queued', scheduledAt, attempts: 0 });
    const first = await aMessage(scene, { channelId, to, text: 'Now' });
    expect(first).toMatchObject({ conversationId: later.conversationId, scheduledAt: null });
    await messageWith(scene, first.id, 'read');
    const of = { params: { id: later.id } };
    expect(await scene.api.messages.get(of)).toEqual(later);
    const params = { id: later.conversationId };
    const before = await scene.api.conversations.get({ params });
    expect(before).toMatchObject({ messageCount: 2, lastMessage: { id: first.id } });
    await target.advance(hourMs + 1_000);
    const sent = await messageWith(scene, later.id, 'read');
    expect(sent.scheduledAt).toBe(scheduledAt);
    expect((sent.sentAt as string) >= scheduledAt).toBe(true);
    const after = await scene.api.conversations.get({ params });
    expect(after).toMatchObject({ messageCount: 2, lastMessage: { id: later.id, text: 'Later' } });
    const { data } = await scene.api.messages.listEvents(of);
    expect(data.map(({ type }) => type)).toEqual([
      'queued',
      'queued',
      'sending',
      'sent',
      'delivered',
      'read',
    ]);
  });

  test('a scheduled message that is canceled is never sent', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    const { id } = await aMessage(scene, { sendAt: inHours(scene, 1) });
    const canceled = await scene.api.messages.cancel({ params: { id } });
    expect(canceled.status).toBe('canceled');
    await target.advance(2 * hourMs);
    const control = await aMessage(scene);
    await messageWith(scene, control.id, 'read');
    expect(await scene.api.messages.get({ params: { id } })).toEqual(canceled);
  });

  test('a scheduled text fails when the window is closed at its time', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    const { id: channelId } = await aChannel(scene);
    const { from } = await anInbound(scene, channelId);
    const late = await aMessage(scene, { channelId, to: from, sendAt: inHours(scene, 25) });
    const timely = await aMessage(scene, { channelId, to: from, sendAt: inHours(scene, 23) });
    await target.advance(23 * hourMs + 1_000);
    await messageWith(scene, timely.id, 'read');
    await target.advance(2 * hourMs);
    const failed = await messageWith(scene, late.id, 'failed');
    expect(failed).toMatchObject({
      attempts: 0,
      error: { code: 'SVC-WINDOW-CLOSED', retryable: false },
    });
  });

  test('a scheduled message fails when its channel is deleted, before its time', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    const { id, channelId } = await aMessage(scene, { sendAt: inHours(scene, 1) });
    const other = await aMessage(scene, { sendAt: inHours(scene, 1) });
    await scene.api.channels.delete({ params: { id: channelId } });
    const failed = await messageWith(scene, id, 'failed');
    expect(failed.error).toMatchObject({ code: 'SVC-CHANNEL-UNAVAILABLE' });
    await target.advance(hourMs + 1_000);
    await messageWith(scene, other.id, 'read');
    const { data } = await scene.api.messages.listEvents({ params: { id } });
    expect(data.map(({ type }) => type)).toEqual(['queued', 'failed']);
  });

  test('a scheduled template is checked again by its present category, and fails when it was deleted', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    const { id: channelId } = await aChannel(scene);
    const [changed, deleted] = [
      await aTemplate(scene, {}, channelId),
      await aTemplate(scene, {}, channelId),
    ];
    const send = ({ name, language }: typeof changed, to = aPhone()) => {
      const template = { name, language, variables: { 1: 'Ana' } };
      const sendAt = inHours(scene, 1);
      return aMessage(scene, { channelId, to, type: 'template', template, sendAt });
    };
    const [refused, allowed, gone] = [
      await send(changed),
      await send(changed),
      await send(deleted),
    ];
    const contact = { params: { id: refused.contactId } };
    await scene.api.contacts.optOut({ ...contact, body: { scope: 'marketing' } });
    await becomesMarketing(scene, changed);
    const { id: templateId, name, language } = deleted;
    await scene.api.templates.delete({ params: { id: channelId, templateId } });
    await target.advance(hourMs + 1_000);
    expect(await messageWith(scene, refused.id, 'failed')).toMatchObject({
      attempts: 0,
      error: { code: 'SVC-RECIPIENT-OPTED-OUT', details: { scope: 'marketing' } },
    });
    expect(await messageWith(scene, gone.id, 'failed')).toMatchObject({
      attempts: 0,
      error: {
        code: 'SVC-TEMPLATE-NOT-FOUND',
        retryable: false,
        details: { name, language, availableLanguages: [] },
      },
    });
    expect(await messageWith(scene, allowed.id, 'read')).toMatchObject({ category: 'marketing' });
  });

  test('a scheduled message does not use up the quota of the window before its time', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    const { id: channelId } = await aChannel(scene, { type: 'tiktok' });
    const { from, conversationId } = await anInbound(scene, channelId, { from: unique('talk') });
    const remaining = async () => {
      const conversation = await scene.api.conversations.get({ params: { id: conversationId } });
      return conversation.window.remaining as number;
    };
    const before = await remaining();
    const canceled = await aMessage(scene, { channelId, to: from, sendAt: inHours(scene, 1) });
    const { id } = await aMessage(scene, { channelId, to: from, sendAt: inHours(scene, 2) });
    expect(await remaining()).toBe(before);
    await scene.api.messages.cancel({ params: { id: canceled.id } });
    expect(await remaining()).toBe(before);
    await target.advance(2 * hourMs + 1_000);
    await messageWith(scene, id, 'read');
    expect(await remaining()).toBe(before - 1);
  });

  test('refuses a time in the past and one in more than a year', async () => {
    const scene = await createScene(paused());
    const { id: channelId } = await aChannel(scene);
    const send = (sendAt: string) => aMessage(scene, { channelId, sendAt });
    for (const [hours, rule] of [
      [-1, 'in_the_future'],
      [24 * 370, 'within_a_year'],
    ] as const) {
      const error = await refused(send(inHours(scene, hours)), 'SVC-RULE-VIOLATION');
      expect(error.details).toMatchObject({ rule, field: 'sendAt' });
    }
    const { scheduledAt } = await send(inHours(scene, 24 * 364));
    expect(scheduledAt).not.toBeNull();
    const { data } = await scene.api.messages.list({ query: { channelId } });
    expect(data).toHaveLength(1);
  });

  test('a scheduled message in an existing conversation is created once for its Idempotency-Key', async () => {
    const scene = await createScene(paused());
    const { conversationId } = await aMessage(scene);
    const sendAt = inHours(scene, 1);
    const body = { type: 'text', text: 'Later', sendAt } as const;
    const request = { params: { id: conversationId }, body, idempotencyKey: unique('key') };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => scene.call('conversations.sendMessage', request)),
    );
    const made = answers.filter(({ status }) => status === 202);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 202)) {
      expect(checkError(answer).code).toBe('SVC-IDEMPOTENCY-IN-PROGRESS');
    }
    const { data } = await scene.api.messages.list({ query: { conversationId } });
    expect(data.map(({ text }) => text).sort()).toEqual(['Hello', 'Later']);
    const other = { ...request, body: { ...body, text: 'Other' } };
    const answer = await scene.call('conversations.sendMessage', other);
    expect(checkError(answer).code).toBe('SVC-IDEMPOTENCY-MISMATCH');
  });
}
