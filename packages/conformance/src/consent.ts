import type { Contact, SendMessageBody } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { refused } from './client.ts';
import {
  aChannel,
  allOf,
  aMessage,
  anInbound,
  aPhone,
  createScene,
  magicPhone,
  messageWith,
  type Scene,
} from './scene.ts';
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

/** Creates a customer with a conversation, and functions that send to it. */
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

export function describeConsent({ paused, running }: Targets): void {
  describe('consent', () => {
    test('a contact who refused marketing gets no marketing template, and everything else', async () => {
      const scene = await createScene(paused());
      const { params, send } = await aCustomer(scene);
      const contact = await scene.api.contacts.optOut({ params, body: { scope: 'marketing' } });
      const { at } = contact.consent.marketing;
      expect(contact.consent.marketing).toMatchObject({ status: 'opted_out', source: 'api' });
      await refused(send('marketing'), 'SVC-RECIPIENT-OPTED-OUT', { scope: 'marketing', at });
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

    test('a message of a blocked contact leaves its conversation closed or snoozed', async () => {
      const scene = await createScene(paused());
      const { id: channelId } = await aChannel(scene, {
        settings: { threading: 'new_after_close' },
      });
      const from = aPhone();
      const { contactId, conversationId } = await anInbound(scene, channelId, { from });
      await scene.api.contacts.block({ params: { id: contactId } });
      const params = { id: conversationId };
      for (const status of ['snoozed', 'closed'] as const) {
        await scene.api.conversations.update({ params, body: { status } });
        expect((await anInbound(scene, channelId, { from })).conversationId).toBe(conversationId);
        expect(await scene.api.conversations.get({ params })).toMatchObject({
          status,
          reopenCount: 0,
        });
        await scene.api.conversations.update({ params, body: { status: 'open' } });
      }
    });

    test('a recipient who stopped marketing messages at the network refuses marketing from then on', async () => {
      const scene = await createScene(running());
      const { id: channelId } = await aChannel(scene);
      const to = magicPhone('131050');
      const body = { type: 'template', channelId, to, template: templates.marketing } as const;
      const sent = await scene.api.messages.send({ body });
      const failed = await messageWith(scene, sent.id, 'failed');
      expect(failed.error).toMatchObject({ providerCode: '131050' });
      const contact = await scene.api.contacts.get({ params: { id: sent.contactId } });
      expect(contact.consent.all.status).toBe('unknown');
      expect(contact.consent.marketing).toEqual({
        status: 'opted_out',
        at: failed.failedAt,
        source: 'provider',
        channelType: 'whatsapp',
      });
      const { data } = await scene.api.contacts.listConsents({ params: { id: sent.contactId } });
      expect(data).toMatchObject([{ messageId: sent.id, effectiveAt: failed.failedAt }]);
      await refused(scene.api.messages.send({ body }), 'SVC-RECIPIENT-OPTED-OUT');
      const events = await allOf(scene.api.events.list);
      const told = events.filter(({ type }) => type === 'contact.opted_out');
      expect(told).toHaveLength(1);
      expect(events.slice(-2)).toMatchObject([...told, { type: 'message.failed' }]);
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

    test('the history keeps every decision of a contact with its cause, and none that is older than the last one', async () => {
      const scene = await createScene(paused());
      const { channelId, params, to, say, contact } = await aCustomer(scene);
      const marketing = { scope: 'marketing', reason: 'Asked on the phone' } as const;
      await scene.api.contacts.optOut({ params, body: marketing });
      const [stop, start] = [await say('STOP'), await say('START')];
      const late = { from: to, text: 'STOP', timestamp: '2026-01-01T00:00:00.000Z' };
      await anInbound(scene, channelId, late);
      const history = async (scope: 'marketing' | 'all') => {
        const query = { scope: [scope], sort: 'createdAt' } as const;
        return (await scene.api.contacts.listConsents({ params, query })).data;
      };
      const { consent } = await contact();
      const byKeyword = { contactId: params.id, source: 'keyword', reason: null };
      const said = [
        { ...byKeyword, status: 'opted_out', messageId: stop.id, channelType: 'whatsapp' },
        { ...byKeyword, status: 'opted_in', messageId: start.id, effectiveAt: consent.all.at },
      ];
      const asked = { status: 'opted_out', source: 'api', messageId: null, channelType: null };
      expect(await history('marketing')).toMatchObject([
        { ...asked, reason: marketing.reason },
        ...said,
      ]);
      expect(await history('all')).toMatchObject(said);
    });

    test('a sentence with a keyword decides nothing', async () => {
      const scene = await createScene(paused());
      const { contact, say } = await aCustomer(scene);
      await say('Please stop by tomorrow');
      expect(statuses(await contact())).toEqual(['unknown', 'unknown']);
    });

    test('contacts are listed by their decisions and by their block', async () => {
      const scene = await createScene(paused());
      const { api } = scene;
      const make = async () => (await api.contacts.create({ body: {} })).id;
      const [none, out, silent, willing, blocked] = await Promise.all(
        Array.from({ length: 5 }, make),
      );
      const optOut = (id = '', scope: 'all' | 'marketing' = 'all') =>
        api.contacts.optOut({ params: { id }, body: { scope } });
      await optOut(out, 'marketing');
      await optOut(silent, 'marketing');
      await optOut(silent);
      await api.contacts.optIn({ params: { id: willing ?? '' }, body: { scope: 'marketing' } });
      await api.contacts.block({ params: { id: blocked ?? '' } });
      type Query = NonNullable<NonNullable<Parameters<typeof api.contacts.list>[0]>['query']>;
      const found = async (query: Query) =>
        new Set(
          (
            await allOf(({ query: page }) => api.contacts.list({ query: { ...page, ...query } }), 2)
          ).map(({ id }) => id),
        );
      const rows: [Query, (string | undefined)[]][] = [
        [{ consent: ['marketing:opted_out'] }, [out, silent]],
        [{ consent: ['all:opted_out'] }, [silent]],
        [{ consent: ['marketing:opted_in'] }, [willing]],
        [{ consent: ['marketing:unknown'] }, [none, blocked]],
        [{ consent: ['all:opted_out', 'marketing:opted_in'] }, [silent, willing]],
        [{ consent: ['all:unknown'], blocked: false }, [none, out, willing]],
        [{ blocked: true }, [blocked]],
        [{ blocked: true, consent: ['marketing:opted_out'] }, []],
      ];
      for (const sort of ['-createdAt', 'createdAt', '-updatedAt'] as const) {
        for (const [query, expected] of rows) {
          expect(await found({ ...query, sort }), JSON.stringify(query)).toEqual(new Set(expected));
        }
      }
      await api.contacts.optIn({ params: { id: silent ?? '' }, body: { scope: 'all' } });
      expect(await found({ consent: ['all:opted_out'] })).toEqual(new Set());
    });

    test('the button OPT_OUT of a template refuses marketing', async () => {
      const scene = await createScene(paused());
      const { channelId, contact, to } = await aCustomer(scene);
      const interactive = {
        kind: 'template_button',
        payload: 'OPT_OUT',
        title: 'Stop promotions',
      } as const;
      await anInbound(scene, channelId, { type: 'interactive', from: to, interactive });
      expect(statuses(await contact())).toEqual(['opted_out', 'unknown']);
    });
  });
}
