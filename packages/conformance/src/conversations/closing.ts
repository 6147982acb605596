import { expect, test } from 'vitest';
import { recordedEvents } from '../event-checks.ts';
import { eventually } from '../poll.ts';
import { aConversation, anInbound, createScene } from '../scene.ts';
import { startOwn, type Targets } from '../target.ts';

const hourMs = 3_600_000;

export function testClosing({ start }: Targets): void {
  test('the server closes conversations without a message or a change for so long as the tenant sets', async () => {
    await using own = await startOwn(start);
    const scene = await createScene(own);
    const idle = await aConversation(scene);
    const active = await aConversation(scene, idle.channelId);
    const asleep = await aConversation(scene, idle.channelId);
    const statusOf = async ({ id }: { id: string }) =>
      (await scene.api.conversations.get({ params: { id } })).status;
    const closing = async (conversationAutoCloseHours: number | null) => {
      await scene.api.tenants.update({ body: { settings: { conversationAutoCloseHours } } });
    };
    const closed = async (conversation: { id: string }) => {
      await eventually(
        own,
        () => statusOf(conversation),
        (status) => status === 'closed',
      );
    };
    const snoozedUntil = new Date(own.now().getTime() + 10 * hourMs).toISOString();
    await scene.api.conversations.update({
      params: { id: asleep.id },
      body: { status: 'snoozed', snoozedUntil },
    });
    await closing(24);
    await closing(2);
    await own.advance(hourMs);
    await anInbound(scene, active.channelId, { from: active.address });
    expect(await statusOf(idle)).toBe('open');
    await own.advance(hourMs + 60_000);
    await closed(idle);
    expect(await statusOf(active)).toBe('open');
    expect(await statusOf(asleep)).toBe('snoozed');
    const events = await recordedEvents(scene);
    const ofIdle = events.filter(({ subject }) => subject.id === idle.id);
    expect(ofIdle.at(-1)).toMatchObject({
      type: 'conversation.status_changed',
      actor: { type: 'system', id: null },
      data: { object: { status: 'closed' }, previous: { status: 'open', closedAt: null } },
    });
    await own.advance(hourMs);
    await closed(active);
    await closing(null);
    await anInbound(scene, active.channelId, { from: active.address });
    await own.advance(3 * hourMs);
    await own.settle();
    expect(await statusOf(active)).toBe('open');
  });
}
