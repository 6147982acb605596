import type { BusinessHoursInput } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { type BadInput, badFields } from './bad-input/row.ts';
import { refused } from './client.ts';
import { recordedEvents } from './event-checks.ts';
import { aMessage, createScene, messageWith } from './scene.ts';
import { startOwn, type Targets } from './target.ts';

export const badTenants: readonly BadInput[] = [
  ...badFields('tenants.update', [
    ['a blank name', { name: ' ' }, 'too_short'],
    ['an unknown time zone', { timezone: 'Mars/Base' }, 'invalid_format'],
    ['a currency in lower case', { defaultCurrency: 'brl' }, 'invalid_format'],
    ['a currency that does not exist', { defaultCurrency: 'ZZZ' }, 'invalid_format'],
    ['a locale with an underscore', { locale: 'pt_BR' }, 'invalid_format'],
    [
      'a keyword without a letter, and one of 41 characters',
      { settings: { optOutKeywords: ['!!!'], optInKeywords: ['x'.repeat(41)] } },
      ['settings.optOutKeywords.0', 'invalid_format'],
      ['settings.optInKeywords.0', 'too_long'],
    ],
    [
      'conversations and tickets that close after no time',
      { settings: { conversationAutoCloseHours: 0, ticketAutoCloseHours: 0 } },
      ['settings.conversationAutoCloseHours', 'out_of_range'],
      ['settings.ticketAutoCloseHours', 'out_of_range'],
    ],
    [
      'an empty confirmation',
      { settings: { optOutConfirmation: '' } },
      ['settings.optOutConfirmation', 'too_short'],
    ],
    [
      'business hours of a strange week',
      {
        settings: {
          businessHours: {
            timezone: 'Mars/Base',
            days: {
              mon: [['9:00', '24:01']],
              tue: [['12:00', '12:00']],
              wed: [
                ['09:00', '12:00'],
                ['11:59', '13:00'],
              ],
              thu: Array.from({ length: 11 }, (_, hour) => [`${hour + 10}:00`, `${hour + 10}:30`]),
              fri: [['09:00']],
            },
            holidays: ['2026-02-30', '2026-12-25', '2026-12-25'],
          },
        },
      },
      ['settings.businessHours.timezone', 'invalid_format'],
      ['settings.businessHours.days.mon.0.0', 'invalid_format'],
      ['settings.businessHours.days.mon.0.1', 'invalid_format'],
      ['settings.businessHours.days.tue.0', 'out_of_range'],
      ['settings.businessHours.days.wed.1', 'out_of_range'],
      ['settings.businessHours.days.thu', 'too_long'],
      ['settings.businessHours.days.fri.0', 'too_short'],
      ['settings.businessHours.holidays.0', 'invalid_format'],
      ['settings.businessHours.holidays.2', 'out_of_range'],
    ],
    [
      'business hours of a day with another name',
      { settings: { businessHours: { timezone: 'UTC', days: { monday: [['09:00', '18:00']] } } } },
      ['settings.businessHours.days.monday', 'unknown_field'],
    ],
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
        businessHours: null,
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

    test('business hours are replaced as a whole, and absent days are closed', async () => {
      const scene = await createScene(target());
      const hoursOf = async (businessHours: BusinessHoursInput | null) =>
        (await scene.api.tenants.update({ body: { settings: { businessHours } } })).settings
          .businessHours;
      const timezone = 'America/Sao_Paulo';
      const closed = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
      const mon = [
        ['00:00', '12:00'],
        ['12:00', '24:00'],
      ];
      const holidays = ['2028-02-29'];
      expect(await hoursOf({ timezone, days: { mon }, holidays })).toEqual({
        timezone,
        days: { ...closed, mon },
        holidays,
      });
      const sun = [['10:00', '14:30']];
      const later = { timezone, days: { ...closed, sun }, holidays: [] };
      expect(await hoursOf({ timezone, days: { sun } })).toEqual(later);
      const { settings } = await scene.api.tenants.update({
        body: { settings: { sendReadReceipts: false } },
      });
      expect(settings.businessHours).toEqual(later);
      expect((await scene.api.tenants.current()).settings).toEqual(settings);
      expect(await hoursOf(null)).toBeNull();
      const events = (await recordedEvents(scene)).filter(({ type }) => type === 'tenant.updated');
      expect(events.at(-1)?.data).toMatchObject({
        object: { settings: { businessHours: null } },
        previous: { settings: { businessHours: later } },
      });
      expect(events).toHaveLength(4);
    });

    test('a keyword opts either out or in', async () => {
      const { api } = await createScene(target());
      const update = (settings: object) =>
        refused(api.tenants.update({ body: { settings } }), code);
      const code = 'SVC-RULE-VIOLATION';
      const rule = 'opts_out_or_in';
      expect(await update({ optOutKeywords: ['enough', 'start!'] })).toMatchObject({
        message: expect.stringContaining('`start!`'),
        details: { rule, field: 'settings.optOutKeywords' },
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
