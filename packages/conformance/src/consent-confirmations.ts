import type { Message } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { refused } from './client.ts';
import { recordedEvents } from './event-checks.ts';
import {
  aChannel,
  anEndpoint,
  anInbound,
  aPhone,
  aTicket,
  createScene,
  messageWith,
} from './scene.ts';
import type { Target, Targets } from './target.ts';

const outText = 'You get no more messages. Send START to get them again.';
const inText = 'You get messages again.';

async function aBusiness(target: Target, windowEnforcement: 'off' | 'strict' = 'strict') {
  const scene = await createScene(target);
  const settings = {
    optOutKeywords: ['chega'],
    optOutConfirmation: outText,
    optInConfirmation: inText,
  };
  await scene.api.tenants.update({ body: { settings } });
  const channel = await aChannel(scene, { settings: { windowEnforcement } });
  const from = aPhone();
  const say = (text: string, more: { timestamp?: string; externalId?: string } = {}) =>
    anInbound(scene, channel.id, { from, text, ...more });
  /** Returns the confirmations, oldest first. */
  const confirmations = async (): Promise<Message[]> => {
    const { data } = await scene.api.messages.list({ query: { sourceType: ['consent'] } });
    return data.reverse();
  };
  return { scene, channel, say, confirmations };
}

export function describeConsentConfirmations({ paused, running }: Targets): void {
  describe('confirmations of consent', () => {
    test('a contact who opts out gets one confirmation, although it refuses all messages', async () => {
      const { scene, say, confirmations } = await aBusiness(running());
      const stop = await say('Stop');
      const [sent] = await confirmations();
      expect(sent).toMatchObject({
        direction: 'outbound',
        type: 'text',
        text: outText,
        conversationId: stop.conversationId,
        source: { type: 'consent', id: stop.id },
      });
      await messageWith(scene, sent?.id as string, 'read');
      await say('STOP');
      await say('chega');
      expect(await confirmations()).toHaveLength(1);
    });

    test('a channel can have other keywords of an opt-out, which replace those of the tenant', async () => {
      const { scene, channel, say } = await aBusiness(running());
      const statusAfter = async (text: string) => {
        const { contactId } = await say(text);
        const { consent } = await scene.api.contacts.get({ params: { id: contactId } });
        return consent.all.status;
      };
      const change = (optOutKeywords: string[] | null) =>
        scene.api.channels.update({
          params: { id: channel.id },
          body: { settings: { optOutKeywords } },
        });
      expect((await change(['basta'])).settings.optOutKeywords).toEqual(['basta']);
      expect(await statusAfter('Chega')).toBe('unknown');
      expect(await statusAfter('Basta!')).toBe('opted_out');
      expect(await statusAfter('START')).toBe('opted_in');
      expect(await statusAfter('STOP')).toBe('opted_out');
      expect(await statusAfter('START')).toBe('opted_in');
      await change(null);
      expect(await statusAfter('Basta')).toBe('opted_in');
      expect(await statusAfter('Chega')).toBe('opted_out');
      const { message, details } = await refused(change(['start!']), 'SVC-RULE-VIOLATION');
      expect(message).toContain('`start!`');
      expect(details).toEqual({ rule: 'opts_out_or_in', field: 'settings.optOutKeywords' });
    });

    test('each change is confirmed once, also when a message of the customer is reported again', async () => {
      const { say, confirmations } = await aBusiness(paused());
      await say('Chega!', { externalId: 'wamid.1' });
      await say('Chega!', { externalId: 'wamid.1' });
      await say('start');
      await say('start');
      await say('quit');
      const texts = (await confirmations()).map(({ text }) => text);
      expect(texts).toEqual([outText, inText, outText]);
    });

    test('a confirmation is queued before the ticket of the conversation opens again', async () => {
      const { scene, say } = await aBusiness(paused());
      const { conversationId } = await say('Hello');
      const { id } = await aTicket(scene, { conversationId });
      await scene.api.tickets.update({ params: { id }, body: { status: 'pending' } });
      await anEndpoint(scene, { events: ['message.queued'] });
      await say('stop');
      const types = (await recordedEvents(scene)).map(({ type }) => type);
      expect(types.slice(-3)).toEqual([
        'contact.opted_out',
        'message.queued',
        'ticket.status_changed',
      ]);
    });

    test('an emoji can be a keyword', async () => {
      const { scene, say } = await aBusiness(paused());
      const settings = { optOutKeywords: ['🛑'], optInKeywords: ['✅'] };
      await scene.api.tenants.update({ body: { settings } });
      const statusAfter = async (text: string) => {
        const { contactId: id } = await say(text);
        return (await scene.api.contacts.get({ params: { id } })).consent.all.status;
      };
      expect(await statusAfter('👍')).toBe('unknown');
      expect(await statusAfter(' 🛑 ')).toBe('opted_out');
      expect(await statusAfter('✅')).toBe('opted_in');
      expect(await statusAfter('🛑!')).toBe('opted_out');
    });

    test('a change by the API, of a blocked contact or without a text is not confirmed', async () => {
      const { scene, say, confirmations } = await aBusiness(paused());
      const params = { id: (await say('Hello')).contactId };
      await scene.api.contacts.optOut({ params, body: { scope: 'all' } });
      await scene.api.contacts.optIn({ params, body: { scope: 'all' } });
      await scene.api.contacts.block({ params });
      await say('stop');
      await scene.api.contacts.unblock({ params });
      await scene.api.tenants.update({ body: { settings: { optInConfirmation: null } } });
      await say('start');
      expect(await confirmations()).toEqual([]);
    });

    test('an opt-out that is reported after its window closed is not confirmed', async () => {
      const { scene, say, confirmations } = await aBusiness(paused(), 'off');
      const timestamp = new Date(Date.now() - 25 * 3_600_000).toISOString();
      const { contactId } = await say('stop', { timestamp });
      const contact = await scene.api.contacts.get({ params: { id: contactId } });
      expect(contact.consent.all.status).toBe('opted_out');
      expect(await confirmations()).toEqual([]);
    });
  });
}
