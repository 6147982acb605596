import { type BusinessHours, businessHoursInput } from '@parley/contract/schemas';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { seed } from '../../../scripts/test/seed.ts';
import { isInBusinessHours } from '../src/index.ts';

const hoursIn = (timezone: string, days: object, holidays: string[] = []): BusinessHours =>
  businessHoursInput.parse({ timezone, days, holidays });
const isOpen = (hours: BusinessHours, at: string) => isInBusinessHours(hours, Date.parse(at));

test('hours include their start and not their end, on the clocks of their time zone', () => {
  const mon = [
    ['09:00', '12:00'],
    ['12:00', '13:00'],
    ['22:30', '24:00'],
  ];
  const hours = hoursIn('Asia/Kathmandu', { mon }, ['2026-11-30']);
  // 2026-11-23 is a Monday. The clocks of Nepal are 5 hours and 45 minutes ahead of UTC.
  for (const [at, expected] of [
    ['2026-11-23T03:14:59.999Z', false],
    ['2026-11-23T03:15:00.000Z', true],
    ['2026-11-23T06:15:00.000Z', true],
    ['2026-11-23T07:14:59.999Z', true],
    ['2026-11-23T07:15:00.000Z', false],
    ['2026-11-23T18:14:59.999Z', true],
    ['2026-11-23T18:15:00.000Z', false],
    ['2026-11-24T03:15:00.000Z', false],
    // A holiday begins and ends with the date of the zone.
    ['2026-11-30T03:15:00.000Z', false],
    ['2026-12-07T03:15:00.000Z', true],
  ] as const) {
    expect(isOpen(hours, at), at).toBe(expected);
  }
});

test('an hour that clocks show twice is open twice, and one that they skip never', () => {
  const hours = hoursIn('Europe/Berlin', { sun: [['02:00', '03:00']] });
  const openMinutes = (midnight: string) =>
    Array.from({ length: 26 * 60 }, (_, minute) => Date.parse(midnight) + minute * 60_000).filter(
      (ms) => isInBusinessHours(hours, ms),
    ).length;
  expect(openMinutes('2026-10-24T22:00:00Z')).toBe(120);
  expect(openMinutes('2026-03-28T23:00:00Z')).toBe(0);
  expect(openMinutes('2026-03-21T23:00:00Z')).toBe(60);
});

const names = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const clockOf = (minute: number) =>
  [minute / 60, minute % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');

/** The ends of ranges in minutes of the day: an even number of them, in order. */
const cuts = fc
  .uniqueArray(fc.integer({ min: 0, max: 1_440 }), { maxLength: 10 })
  .map((minutes) => minutes.slice(minutes.length % 2).sort((one, other) => one - other));
const rangesOf = (minutes: readonly number[]) =>
  minutes.flatMap((from, place) =>
    place % 2 === 0 ? [[clockOf(from), clockOf(minutes[place + 1] ?? 0)]] : [],
  );
const timezones = [
  'UTC',
  'America/Sao_Paulo',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/Havana',
  'Pacific/Apia',
];

test('a time is open if the weekday, date and clock of its zone are, and else in the other hours', () => {
  const formats = new Map(
    timezones.map((timeZone) => [
      timeZone,
      new Intl.DateTimeFormat('en-CA', {
        timeZone,
        hourCycle: 'h23',
        weekday: 'short',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
      }),
    ]),
  );
  void fc.assert(
    fc.property(
      fc.constantFrom(...timezones),
      fc.array(cuts, { minLength: 7, maxLength: 7 }),
      fc.integer({ min: 0, max: 4_000_000_000_000 }),
      fc.boolean(),
      (timezone, all, ms, isHoliday) => {
        const parts = new Map(
          formats
            .get(timezone)
            ?.formatToParts(ms)
            .map(({ type, value }) => [type, value]),
        );
        const date = ['year', 'month', 'day'].map((part) => parts.get(part as 'year')).join('-');
        const minute = Number(parts.get('hour')) * 60 + Number(parts.get('minute'));
        const today = names.indexOf(parts.get('weekday')?.toLowerCase() as 'mon');
        const passed = (all[today] ?? []).filter((cut) => cut <= minute).length;
        const daysOf = (of: (minutes: readonly number[]) => readonly number[]) =>
          Object.fromEntries(names.map((name, place) => [name, rangesOf(of(all[place] ?? []))]));
        const holidays = isHoliday ? [date] : [];
        const hours = hoursIn(
          timezone,
          daysOf((minutes) => minutes),
          holidays,
        );
        const others = daysOf((minutes) => {
          const [first, last] = [minutes[0] === 0, minutes.at(-1) === 1_440];
          const inner = minutes.slice(first ? 1 : 0, last ? -1 : undefined);
          return [...(first ? [] : [0]), ...inner, ...(last ? [] : [1_440])];
        });
        const [inside, outside] = [hours, hoursIn(timezone, others, holidays)].map((one) =>
          isInBusinessHours(one, ms),
        );
        expect([inside, outside]).toEqual(
          isHoliday ? [false, false] : [passed % 2 === 1, passed % 2 === 0],
        );
      },
    ),
    { seed },
  );
});
