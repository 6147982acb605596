import { whatsappErrors } from '@parley/contract';
import { expect, test } from 'vitest';
import { refused } from '../client.ts';
import { recordedEvents } from '../event-checks.ts';
import { eventually } from '../poll.ts';
import { aChannel, aMessage, createScene, magicPhone, messageWith } from '../scene.ts';
import { type StartTarget, startOwn, type Target } from '../target.ts';

/** Tests messages from acceptance to their final status: failures of the provider, cancel and retry. */
export function testDelivery(running: () => Target, start: StartTarget): void {
  const permanent = Object.entries(whatsappErrors).filter(
    ([code, error]) => code.length === 6 && !error.automaticRetry,
  );
  test.each(permanent)(
    'a recipient ending in %s causes that provider error',
    async (providerCode, expected) => {
      const scene = await createScene(running());
      const { id } = await aMessage(scene, { to: magicPhone(providerCode) });
      const message = await messageWith(scene, id, 'failed');
      expect(message).toMatchObject({ attempts: 1, deliveredAt: null, readAt: null });
      expect(message.failedAt).not.toBeNull();
      expect(message.error).toMatchObject({
        code: expected.code,
        providerCode,
        retryable: expected.retryable,
        reason: expected.reason,
        scope: expected.scope,
        at: message.failedAt,
      });
    },
  );

  test.each([
    ['900200', 'sent', ['queued', 'sending', 'sent']],
    ['900300', 'delivered', ['queued', 'sending', 'sent', 'delivered']],
  ] as const)('a message to a recipient ending in %s stays %s', async (ending, status, steps) => {
    const scene = await createScene(running());
    const { id } = await aMessage(scene, { to: magicPhone(ending) });
    await messageWith(scene, id, status);
    // When a later message has been read, this one had enough time to be sent too.
    const later = await aMessage(scene);
    await messageWith(scene, later.id, 'read');
    const { data } = await scene.api.messages.listEvents({ params: { id } });
    expect(data.map((event) => event.type)).toEqual(steps);
  });

  test.each(['131042', '131005', '131031'])(
    'the failure %s of the whole channel stops it until it is verified or enabled again',
    async (ending) => {
      const scene = await createScene(running());
      const { id: channelId } = await aChannel(scene);
      const { id } = await aMessage(scene, { channelId, to: magicPhone(ending) });
      await messageWith(scene, id, 'failed');
      const channel = await scene.api.channels.get({ params: { id: channelId } });
      const reason = whatsappErrors[ending]?.reason;
      expect(channel).toMatchObject({
        status: 'error',
        statusReason: reason,
        lastError: { code: 'SVC-CHANNEL-UNAVAILABLE', providerCode: ending },
      });
      const error = await refused(aMessage(scene, { channelId }), 'SVC-CHANNEL-UNAVAILABLE');
      expect(error.details).toEqual({ channelId, status: 'error', reason });
      const verified = await scene.api.channels.verify({ params: { id: channelId } });
      expect(verified).toMatchObject({ status: 'active', statusReason: null });
    },
  );

  test('retries a temporary failure until the message is sent', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    const { id } = await aMessage(scene, { to: magicPhone('900500') });
    for (const seconds of [3, 12]) {
      await eventually(
        target,
        () => scene.api.messages.get({ params: { id } }),
        (message) => message.status === 'queued' && message.attempts === (seconds === 3 ? 1 : 2),
      );
      await target.advance(seconds * 1_000);
    }
    expect(await messageWith(scene, id, 'read')).toMatchObject({ attempts: 3, error: null });
  });

  test('marks a message as failed after the last attempt', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    const { id } = await aMessage(scene, { to: magicPhone('131016') });
    const message = await eventually(
      target,
      async () => {
        await target.advance(600_000);
        return scene.api.messages.get({ params: { id } });
      },
      ({ status }) => status === 'failed',
    );
    expect(message.attempts).toBeGreaterThanOrEqual(5);
    expect(message.attempts).toBeLessThanOrEqual(6);
    expect(message.error).toMatchObject({
      code: 'SVC-PROVIDER-ERROR',
      reason: 'unavailable',
      retryable: true,
      providerCode: '131016',
    });
  });

  test('does not retry a message with an unknown outcome', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    const { id } = await aMessage(scene, { to: magicPhone('900408') });
    await messageWith(scene, id, 'sending');
    const failed = await eventually(
      target,
      async () => {
        await target.advance(61_000);
        return scene.api.messages.get({ params: { id } });
      },
      ({ status }) => status === 'failed',
    );
    expect(failed).toMatchObject({
      attempts: 1,
      error: { code: 'SVC-PROVIDER-ERROR', reason: 'unknown_outcome', retryable: true },
    });
  });

  test('a report resolves an unknown outcome', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    const { id, channelId } = await aMessage(scene, { to: magicPhone('900408') });
    await messageWith(scene, id, 'sending');
    const resolved = await scene.api.channels.simulateStatus({
      params: { id: channelId },
      body: { messageId: id, status: 'delivered' },
    });
    expect(resolved.status).toBe('delivered');
    await target.advance(120_000);
    const later = await aMessage(scene);
    await messageWith(scene, later.id, 'read');
    expect((await scene.api.messages.get({ params: { id } })).status).toBe('delivered');
  });

  test('never sends a canceled message', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    await target.pause();
    const { id, channelId, to } = await aMessage(scene);
    const canceled = await scene.api.messages.cancel({ params: { id } });
    expect(canceled).toMatchObject({ status: 'canceled', attempts: 0, error: null });
    expect(canceled.canceledAt).not.toBeNull();
    await target.resume();
    const next = await aMessage(scene, { channelId, to });
    await messageWith(scene, next.id, 'read');
    expect(await scene.api.messages.get({ params: { id } })).toEqual(canceled);
  });

  test('refuses to cancel a message that is sending or sent', async () => {
    const scene = await createScene(running());
    const { id } = await aMessage(scene);
    await messageWith(scene, id, 'read');
    const error = await refused(
      scene.api.messages.cancel({ params: { id } }),
      'SVC-INVALID-TRANSITION',
    );
    expect(error.details).toMatchObject({ resource: 'message', id, from: 'read' });
  });

  test('queued messages of a disabled channel wait until it is enabled', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    await target.pause();
    const { id, channelId } = await aMessage(scene);
    await scene.api.channels.disable({ params: { id: channelId } });
    await target.resume();
    const other = await aMessage(scene);
    await messageWith(scene, other.id, 'read');
    expect((await scene.api.messages.get({ params: { id } })).status).toBe('queued');
    await scene.api.channels.enable({ params: { id: channelId } });
    await target.advance(600_000);
    await messageWith(scene, id, 'read');
  });

  test('the queued messages of a deleted channel fail', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    await target.pause();
    const { id, channelId } = await aMessage(scene);
    await scene.api.channels.delete({ params: { id: channelId } });
    await target.resume();
    await target.advance(600_000);
    const message = await messageWith(scene, id, 'failed');
    expect(message.error).toMatchObject({ code: 'SVC-CHANNEL-UNAVAILABLE' });
    const { actor } = (await recordedEvents(scene)).at(-1) ?? {};
    expect(actor).toEqual({ type: 'system', id: null, grantId: null });
  });

  test('a message that could not be sent within a day expires', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    await target.pause();
    const { id } = await aMessage(scene);
    await target.advance(25 * 3_600_000);
    await target.resume();
    const message = await messageWith(scene, id, 'failed');
    expect(message).toMatchObject({ attempts: 0, error: { code: 'SVC-EXPIRED' } });
  });
}
