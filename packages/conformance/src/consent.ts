import type { Contact, SendMessageBody } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { refused } from './client.ts';
import { aChannel, allOf, aMessage, anInbound, aPhone, createScene, type Scene } from './scene.ts';
import type { Targets } from './target.ts';

const language = 'en_US';
const templates = {
  utility: { name: 'order_update', language, variables: { 1: 'Ana', 2: '42' } },
  marketing: {
    name: 'spring_sale',
    language,
    variables: { first_name: 'Ana', discount: '20 %', 'button.0': 'spring' },
  },
  authentication: { name: 'login_code', language, variables: { 1: '123456' } },
};
type Kind = keyof typeof templates | 'text';

/** A customer with a conversation, and what is sent to it. */
async function aCustomer(scene: Scene) {
  const { id: channelId } = await aChannel(scene);
  const to = aPhone();
  const { contactId } = await anInbound(scene, channelId, { from: to });
  const bodyOf = (kind: Kind): SendMessageBody =>
    kind === 'text'
      ? { channelId, to, type: 'text', text: 'Hello' }
      : { channelId, to, type: 'template', template: templates[kind] };
  return {
    channelId,
    to,
    params: { id: contactId },
    say: (text: string) => anInbound(scene, channelId, { from: to, text }),
    send: (kind: Kind) => scene.api.messages.send({ body: bodyOf(kind) }),
    contact: () => scene.api.contacts.get({ params: { id: contactId } }),
  };
}

const statuses = ({ consent }: Contact) => [consent.marketing.status, consent.all.status];

export function describeConsent({ paused }: Targets): void {
  describe('consent', () => {
    test('a contact who refused marketing gets no marketing template, and everything else', async () => {
      const scene = await createScene(paused());
      const { params, send } = await aCustomer(scene);
      const contact = await scene.api.contacts.optOut({ params, body: { scope: 'marketing' } });
      const { at } = contact.consent.marketing;
      expect(contact.consent.marketing).toMatchObject({ status: 'opted_out', source: 'api' });
      const error = await refused(send('marketing'), 'SVC-RECIPIENT-OPTED-OUT');
      expect(error.details).toEqual({ scope: 'marketing', at });
      for (const kind of ['utility', 'authentication', 'text'] as const) await send(kind);
      await scene.api.contacts.optIn({ params, body: { scope: 'marketing' } });
      await send('marketing');
    });

    test('a contact who refused all messages gets codes only, until it writes again', async () => {
      const scene = await createScene(paused());
      const { params, send, say } = await aCustomer(scene);
      await scene.api.contacts.optOut({ params, body: { scope: 'all' } });
      for (const kind of ['utility', 'marketing', 'text'] as const) {
        const error = await refused(send(kind), 'SVC-RECIPIENT-OPTED-OUT');
        expect(error.details).toMatchObject({ scope: 'all' });
      }
      await send('authentication');
      await say('I have a question');
      await send('text');
      await refused(send('utility'), 'SVC-RECIPIENT-OPTED-OUT');
    });

    test('a blocked contact gets nothing, and its messages are stored', async () => {
      const scene = await createScene(paused());
      const { params, send, say } = await aCustomer(scene);
      expect((await scene.api.contacts.block({ params })).blocked).toBe(true);
      for (const kind of ['text', 'utility', 'authentication'] as const) {
        await refused(send(kind), 'SVC-RECIPIENT-BLOCKED');
      }
      expect((await say('Hello?')).status).toBe('received');
      await scene.api.contacts.unblock({ params });
      await send('text');
    });

    test('a contact without a conversation is asked as well', async () => {
      const scene = await createScene(paused());
      const { id: channelId } = await aChannel(scene);
      const to = aPhone();
      const { id } = await scene.api.contacts.create({ body: { phone: `+${to}` } });
      await scene.api.contacts.block({ params: { id } });
      await refused(aMessage(scene, { channelId, to }), 'SVC-RECIPIENT-BLOCKED');
      expect((await scene.api.conversations.list()).data).toEqual([]);
    });

    test('a keyword opts out of everything, and another one in again, with one event for each change', async () => {
      const scene = await createScene(paused());
      const { contact, say, send } = await aCustomer(scene);
      for (const text of ['Stop!', 'STOP', 'parar']) await say(text);
      const after = await contact();
      expect(statuses(after)).toEqual(['opted_out', 'opted_out']);
      expect(after.consent.all).toMatchObject({ source: 'keyword', channelType: 'whatsapp' });
      for (const kind of ['utility', 'text'] as const) {
        const error = await refused(send(kind), 'SVC-RECIPIENT-OPTED-OUT');
        expect(error.details).toEqual({ scope: 'all', at: after.consent.all.at });
      }
      await say('start');
      expect(statuses(await contact())).toEqual(['opted_in', 'opted_in']);
      await send('utility');
      const events = await allOf(scene.api.events.list);
      const told = events.filter(({ type }) => type.startsWith('contact.opted'));
      expect(told.map(({ type }) => type).sort()).toEqual([
        'contact.opted_in',
        'contact.opted_out',
      ]);
      expect(told.map(({ actor }) => actor.type)).toEqual(['contact', 'contact']);
    });

    test('a sentence with a keyword decides nothing', async () => {
      const scene = await createScene(paused());
      const { contact, say } = await aCustomer(scene);
      await say('Please stop by tomorrow');
      expect(statuses(await contact())).toEqual(['unknown', 'unknown']);
    });

    test('the button OPT_OUT of a template refuses marketing', async () => {
      const scene = await createScene(paused());
      const { channelId, contact, to } = await aCustomer(scene);
      await scene.api.channels.simulateInbound({
        params: { id: channelId },
        body: {
          type: 'interactive',
          from: to,
          interactive: { kind: 'template_button', payload: 'OPT_OUT', title: 'Stop promotions' },
        },
      });
      expect(statuses(await contact())).toEqual(['opted_out', 'unknown']);
    });
  });
}
