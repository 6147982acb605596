import { describe, expect, test } from 'vitest';
import { type BadInput, badField } from './bad-input/row.ts';
import { refused } from './client.ts';
import { recordedEvents } from './event-checks.ts';
import { aMessage, createScene, messageWith } from './scene.ts';
import { startOwn, type Targets } from './target.ts';

export const badTenants: readonly BadInput[] = [
  badField('tenants.update', 'a blank name', { name: ' ' }, ['name', 'too_short']),
  badField('tenants.update', 'an unknown time zone', { timezone: 'Mars/Base' }, [
    'timezone',
    'invalid_format',
  ]),
  badField('tenants.update', 'a currency in lower case', { defaultCurrency: 'brl' }, [
    'defaultCurrency',
    'invalid_format',
  ]),
  badField('tenants.update', 'a locale with an underscore', { locale: 'pt_BR' }, [
    'locale',
    'invalid_format',
  ]),
  badField(
    'tenants.update',
    'a keyword without a letter, and one of 41 characters',
    { settings: { optOutKeywords: ['!!!'], optInKeywords: ['x'.repeat(41)] } },
    ['settings.optOutKeywords.0', 'invalid_format'],
    ['settings.optInKeywords.0', 'too_long'],
  ),
  badField(
    'tenants.update',
    'conversations and tickets that close after no time',
    { settings: { conversationAutoCloseHours: 0, ticketAutoCloseHours: 0 } },
    ['settings.conversationAutoCloseHours', 'out_of_range'],
    ['settings.ticketAutoCloseHours', 'out_of_range'],
  ),
  badField('tenants.update', 'an empty confirmation', { settings: { optOutConfirmation: '' } }, [
    'settings.optOutConfirmation',
    'too_short',
  ]),
];

const hourMs = 3_600_000;

export function describeTenants({ paused: target, start }: Targets): void {
  describe('the tenant', () => {
    test('an update changes only its fields and settings, and records one event', async () => {
      const scene = await createScene(target());
      const before = await scene.api.tenants.current();
      expect(before.settings).toEqual({
        optOutKeywords: [],
        optInKeywords: [],
        optOutConfirmation: null,
        optInConfirmation: null,
        conversationAutoCloseHours: null,
        ticketAutoCloseHours: 96,
        agencyCanRegrant: false,
        sendReadReceipts: true,
      });
      const settings = { optOutKeywords: [' Chega '], optOutConfirmation: 'Done.' };
      const renamed = await scene.api.tenants.update({ body: { name: ' Café ', settings } });
      expect(renamed).toEqual({
        ...before,
        name: 'Café',
        settings: { ...before.settings, ...settings, optOutKeywords: ['Chega'] },
        updatedAt: renamed.updatedAt,
      });
      const body = { settings: { optOutConfirmation: null }, locale: 'pt-BR' };
      const cleared = await scene.api.tenants.update({ body });
      expect(cleared).toMatchObject({ name: 'Café', locale: 'pt-BR' });
      expect(cleared.settings).toMatchObject({
        optOutKeywords: ['Chega'],
        optOutConfirmation: null,
      });
      expect(await scene.api.tenants.update({ body })).toEqual(cleared);
      expect(await scene.api.tenants.current()).toEqual(cleared);
      const all = await recordedEvents(scene);
      const events = all.filter(({ type }) => type.startsWith('tenant.'));
      expect(events.map(({ type }) => type)).toEqual(['tenant.updated', 'tenant.updated']);
      expect(events[0]?.data).toMatchObject({
        object: renamed,
        previous: { name: before.name, settings: before.settings },
      });
    });

    test('a keyword opts either out or in', async () => {
      const { api } = await createScene(target());
      const update = (settings: object) =>
        refused(api.tenants.update({ body: { settings } }), code);
      const code = 'SVC-RULE-VIOLATION';
      const rule = 'opts_out_or_in';
      expect((await update({ optOutKeywords: ['start!'] })).details).toEqual({
        rule,
        field: 'settings.optOutKeywords',
      });
      expect((await update({ optInKeywords: ['Stop'] })).details).toEqual({
        rule,
        field: 'settings.optInKeywords',
      });
      await api.tenants.update({ body: { settings: { optInKeywords: ['again'] } } });
      expect((await update({ optOutKeywords: ['AGAIN'] })).details).toMatchObject({ rule });
    });

    test('a suspended tenant sends nothing, and its messages go on when it is resumed', async () => {
      await using target = await startOwn(start);
      const scene = await createScene(target);
      await target.pause();
      const now = await aMessage(scene);
      const sendAt = new Date(target.now().getTime() + hourMs).toISOString();
      const later = await aMessage(scene, { channelId: now.channelId, sendAt });
      await scene.tenant.suspend();
      await target.resume();
      await target.advance(2 * hourMs);
      expect((await scene.call('tenants.current')).status).toBe(403);
      await scene.tenant.resume();
      const resumedAt = target.now().toISOString();
      expect((await scene.api.tenants.current()).status).toBe('active');
      for (const { id } of [now, later]) {
        const sent = await messageWith(scene, id, 'read');
        expect((sent.sentAt as string) >= resumedAt).toBe(true);
      }
    });
  });
}
