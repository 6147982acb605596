import type { Contact, Message } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createLine, startReceiving } from '../../test/receiving-scene.ts';
import { aPhone, createScene, drain, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { whatsappBody } from '../../test/whatsapp-bodies.ts';

describe.each(targets)('consent on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));
  const receiving = serverOfTests(() => startReceiving(target));

  test.each([
    ['opts out', 'opt-out', { scope: 'all' }, 'SVC-RECIPIENT-OPTED-OUT'],
    ['is blocked', 'block', {}, 'SVC-RECIPIENT-BLOCKED'],
  ])(
    'a queued message fails when its recipient %s before it is sent',
    async (_title, action, body, code) => {
      const scene = await createScene(server);
      const { id, contactId } = await scene.send();
      const { status } = await scene.call(`POST /contacts/${contactId}/${action}`, body);
      expect(status).toBe(200);
      await drain(server);
      expect(await scene.message(id)).toMatchObject({
        status: 'failed',
        attempts: 0,
        error: { code },
      });
    },
  );

  test('a STOP that is delivered again and at the same moment gets one confirmation', async () => {
    const line = await createLine(receiving);
    const text = 'You get no more messages.';
    await line.call('PATCH /tenants/current', { settings: { optOutConfirmation: text } });
    const from = aPhone();
    const at = Math.floor(receiving.now().getTime() / 1_000);
    const stop = (id: string) =>
      whatsappBody(line.externalId, {
        messages: [{ id, from, timestamp: `${at}`, type: 'text', text: { body: 'Stop' } }],
      });
    await Promise.all([line.take(stop('wamid.1')), line.take(stop('wamid.1'), stop('wamid.2'))]);
    await line.take(stop('wamid.1'), stop('wamid.2'));
    const { json } = await line.call<{ data: Message[] }>('GET /messages?direction=outbound');
    expect(json.data).toMatchObject([{ text, source: { type: 'consent' }, to: from }]);
    expect(await line.failures()).toEqual([]);
  });

  test('user_preferences of WhatsApp stop marketing and resume it, in the order of their times', async () => {
    const line = await createLine(receiving);
    const from = aPhone();
    const preference = (value: string, timestamp: string) =>
      whatsappBody(
        line.externalId,
        { user_preferences: [{ wa_id: from, category: 'marketing_messages', value, timestamp }] },
        'user_preferences',
      );
    const now = Math.floor(receiving.now().getTime() / 1_000);
    await line.take(preference('stop', `${now - 100}`));
    const contact = async () =>
      (await line.call<{ data: Contact[] }>('GET /contacts')).json.data[0];
    expect(await contact()).toMatchObject({
      phone: `+${from}`,
      consent: {
        marketing: { status: 'opted_out', source: 'provider' },
        all: { status: 'unknown' },
      },
    });
    await line.take(preference('resume', `${now - 50}`), preference('stop', `${now - 200}`));
    expect((await contact())?.consent.marketing.status).toBe('opted_in');
    expect(await line.failures()).toEqual([]);
  });
});
