import type { Deal, ReportInterval, Ticket } from '@parley/contract/schemas';
import { reportLimits } from '@parley/contract/schemas';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { seed } from '../../../scripts/test/seed.ts';
import {
  dealReportRule,
  ReportCounter,
  reportBuckets,
  Tally,
  ticketReportRule,
} from '../src/index.ts';
import { zoneNamed } from '../src/time-zones.ts';

const buckets = (timezone: string, from: string, to: string, interval: ReportInterval = 'day') =>
  reportBuckets({ from, to, interval, timezone });

const hoursOf = (timezone: string, from: string, to: string, interval: ReportInterval = 'day') =>
  buckets(timezone, from, to, interval).buckets.map(
    ({ start, end }) => (Date.parse(end) - Date.parse(start)) / 3_600_000,
  );

test.each<[string, string, string, number[]]>([
  ['Europe/Berlin', '2026-03-28', '2026-03-31', [24, 23, 24]],
  ['Europe/Berlin', '2026-10-24', '2026-10-27', [24, 25, 24]],
  ['America/New_York', '2026-11-01', '2026-11-02', [25]],
  ['Australia/Lord_Howe', '2026-04-04', '2026-04-06', [24, 24.5]],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-05', [23.5]],
  // Clocks go from 00:00 to 01:00, from 24:00 back to 23:00, from 01:00 back to 00:00, and over a whole day.
  ['Africa/Cairo', '2026-04-23', '2026-04-25', [24, 23]],
  ['America/Santiago', '2026-04-04', '2026-04-06', [25, 24]],
  ['America/Havana', '2026-11-01', '2026-11-02', [25]],
  ['America/Nuuk', '2026-03-28', '2026-03-30', [23, 24]],
  ['Pacific/Apia', '2011-12-29', '2012-01-01', [24, 24]],
  ['UTC', '2026-03-28', '2026-03-30', [24, 24]],
])('days of %s from %s to %s have the hours that clocks show', (zone, from, to, hours) => {
  expect(hoursOf(zone, from, to)).toEqual(hours);
});

test('a day begins at midnight of the zone, or at the first time that its clocks show', () => {
  expect(buckets('America/Sao_Paulo', '2026-11-20', '2026-11-21')).toEqual({
    from: '2026-11-20T03:00:00.000Z',
    to: '2026-11-21T03:00:00.000Z',
    buckets: [{ start: '2026-11-20T03:00:00.000Z', end: '2026-11-21T03:00:00.000Z' }],
    precision: 13,
  });
  expect(buckets('Africa/Cairo', '2026-04-24', '2026-04-25').from).toBe('2026-04-23T22:00:00.000Z');
  expect(buckets('America/Havana', '2026-11-01', '2026-11-02').from).toBe(
    '2026-11-01T04:00:00.000Z',
  );
});

test('weeks begin on Monday, hours where clocks show a full hour, and the ends are where they are asked for', () => {
  const starts = (...given: Parameters<typeof buckets>) =>
    buckets(...given).buckets.map(({ start }) => start);
  expect(starts('UTC', '2026-11-20T10:00:00.000Z', '2026-12-01', 'week')).toEqual([
    '2026-11-20T10:00:00.000Z',
    '2026-11-23T00:00:00.000Z',
    '2026-11-30T00:00:00.000Z',
  ]);
  const [from, to] = ['2026-11-20T10:10:00.000Z', '2026-11-20T12:20:00.000Z'];
  expect(starts('Asia/Kathmandu', from, to, 'hour')).toEqual([
    from,
    '2026-11-20T10:15:00.000Z',
    '2026-11-20T11:15:00.000Z',
    '2026-11-20T12:15:00.000Z',
  ]);
  expect(buckets('Asia/Kathmandu', from, to, 'hour').precision).toBe(16);
  expect(hoursOf('Europe/Berlin', '2026-10-25', '2026-10-26', 'hour')).toEqual(Array(25).fill(1));
});

const zones = [
  'UTC',
  'America/Sao_Paulo',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/Havana',
  'Pacific/Apia',
];

test('buckets follow each other without a gap from the start to the end, in every zone', () => {
  const day = 86_400_000;
  void fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom<ReportInterval>('hour', 'day', 'week'),
      fc.integer({ min: 0, max: 253_402_000_000_000 }),
      fc.integer({ min: 1, max: 20 * day }),
      (timezone, interval, fromMs, lengthMs) => {
        const [from, to] = [fromMs, fromMs + lengthMs].map((ms) => new Date(ms).toISOString());
        const { buckets: all } = buckets(timezone, String(from), String(to), interval);
        expect([all[0]?.start, all.at(-1)?.end]).toEqual([from, to]);
        const longest = { hour: 2, day: 26, week: 7 * 24 + 2 }[interval] * 3_600_000;
        for (const [place, { start, end }] of all.entries()) {
          if (place > 0) expect(start).toBe(all[place - 1]?.end);
          const length = Date.parse(end) - Date.parse(start);
          expect(length > 0 && length <= longest).toBe(true);
        }
      },
    ),
    { seed },
  );
});

const ruleOf = (work: () => unknown) => {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as { details?: { rule?: string } }).details?.rule;
  }
};

test('a report without time, or with too many buckets, records or series, is refused', () => {
  expect(ruleOf(() => buckets('UTC', '2026-11-20', '2026-11-20'))).toBe('after_from');
  const hours = (end: string) =>
    ruleOf(() => buckets('UTC', '2026-11-20', `2026-12-21T${end}Z`, 'hour'));
  expect([hours('06:00:00'), hours('06:00:01')]).toEqual([undefined, 'too_many_buckets']);
  expect(ruleOf(() => buckets('UTC', '0000-01-01', '9999-12-31', 'week'))).toBe('too_many_buckets');
  const range = { from: '2026-01-01', to: '2026-07-20', interval: 'day' } as const;
  const ticket = { createdAt: '2026-02-01T00:00:00.000Z', firstRespondedAt: null } as Ticket;
  const [fact] = ticketReportRule.facts;
  if (!fact) throw new Error('tickets are counted by their creation');
  const counter = new ReportCounter(ticketReportRule, range, 'UTC');
  counter.add(fact, ticket, reportLimits.records);
  expect(ruleOf(() => counter.add(fact, ticket))).toBe('too_many_records');
  const grouped = new ReportCounter(ticketReportRule, { ...range, groupBy: 'member' }, 'UTC');
  const most = Math.floor(reportLimits.bucketsInAll / 200);
  for (let n = 0; n < most; n += 1) grouped.add(fact, { ...ticket, assigneeId: `usr_${n}` });
  expect(grouped.report().series).toHaveLength(most);
  grouped.add(fact, { ...ticket, assigneeId: 'usr_0' });
  expect(ruleOf(() => grouped.add(fact, { ...ticket, assigneeId: null }))).toBe('too_many_series');
});

test('the median and the 90th percentile are durations that occurred', () => {
  const tally = new Tally();
  expect(tally.durations('x')).toEqual({ count: 0, medianSeconds: null, p90Seconds: null });
  const from = '2026-11-20T00:00:00.000Z';
  for (const seconds of [100, 2, 9, 30, 1.999]) {
    tally.addDuration('x', from, new Date(Date.parse(from) + seconds * 1_000).toISOString());
  }
  expect(tally.durations('x')).toEqual({ count: 5, medianSeconds: 9, p90Seconds: 100 });
  // A clock that is behind.
  tally.addDuration('y', from, '2026-11-19T23:59:59.000Z');
  expect(tally.durations('y')).toEqual({ count: 1, medianSeconds: 0, p90Seconds: 0 });
});

test('values of deals are summed without a loss, in each bucket, group and in all', () => {
  const query = {
    from: '2026-11-20',
    to: '2026-11-22',
    interval: 'day',
    groupBy: 'pipeline',
  } as const;
  const counter = new ReportCounter(dealReportRule, query, 'UTC');
  const [created, closed] = dealReportRule.facts;
  if (!created || !closed) throw new Error('deals are counted by their creation and their end');
  const deal = {
    createdAt: '2026-11-20T23:59:59.999Z',
    closedAt: '2026-11-21T00:00:59.999Z',
    status: 'won',
    currency: 'BRL',
    value: 100_000_000_000,
    pipelineId: 'pip_1',
  } as Deal;
  const cent = { ...deal, value: 0.0001, currency: 'BRL' };
  for (const one of [deal, cent, { ...deal, value: null }]) {
    counter.add(created, one);
    counter.add(closed, one);
  }
  counter.add(created, { ...deal, pipelineId: 'pip_0', currency: 'EUR', value: 5 });
  const { series } = counter.report();
  expect(series.map(({ key, total }) => [key, total.created, total.won])).toEqual([
    ['pip_0', 1, 0],
    ['pip_1', 3, 3],
  ]);
  const sums = (values: object) => [
    { currency: 'BRL', created: '0', won: '0', lost: '0', ...values },
  ];
  expect(series[1]?.buckets.map(({ values }) => values)).toEqual([
    sums({ created: '100000000000.0001' }),
    sums({ won: '100000000000.0001' }),
  ]);
  expect(series[1]?.total.timeToWin).toEqual({ count: 3, medianSeconds: 60, p90Seconds: 60 });
});

test('the case of the name of a time zone has no meaning', () => {
  expect(zoneNamed('aMERICA/new_yORK')).toBe(zoneNamed('America/New_York'));
});
