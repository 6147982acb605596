import type { MessageReport } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { type BadInput, badQuery } from './bad-input/row.ts';
import { refused } from './client.ts';
import {
  aChannel,
  aDeal,
  aMessage,
  anInbound,
  aPhone,
  aTicket,
  createScene,
  firstPipeline,
  type Scene,
} from './scene.ts';
import type { Targets } from './target.ts';

const from = '2026-11-01';
const to = '2026-11-08';

export const badReports: readonly BadInput[] = [
  badQuery('reports.messages', { to }, ['from', 'required']),
  badQuery('reports.messages', { from: 'yesterday', to }, ['from', 'invalid_format']),
  badQuery('reports.deals', { from, to: '2026-02-30' }, ['to', 'invalid_format']),
  badQuery('reports.tickets', { from, to, interval: 'month' }, ['interval', 'invalid_enum']),
  badQuery('reports.tickets', { from, to, timezone: 'Mars/Base' }, ['timezone', 'invalid_format']),
  badQuery('reports.deals', { from, to, groupBy: 'channel' }, ['groupBy', 'invalid_enum']),
];

export function describeReports({ paused: target }: Targets): void {
  describe('reports', () => {
    test('messages are counted in the hours of a time zone and by channel, also in empty buckets', async () => {
      const scene = await createScene(target());
      const channels = [await aChannel(scene), await aChannel(scene)].map(({ id }) => id).sort();
      const [one = '', two = ''] = channels;
      // Clocks in Berlin go from 03:00 back to 02:00 at 01:00 UTC.
      await receiveAt(scene, one, '2025-10-25T22:00:00.000Z', '2025-10-26T22:59:59.999Z');
      await receiveAt(scene, two, '2025-10-26T00:30:00.000Z', '2025-10-26T01:30:00.000Z');
      await receiveAt(scene, two, '2025-10-25T21:59:59.999Z', '2025-10-26T23:00:00.000Z');
      const day = { from: '2025-10-26', to: '2025-10-27', timezone: 'Europe/Berlin' };
      const all = await scene.api.reports.messages({ query: { ...day, interval: 'hour' } });
      const start = '2025-10-25T22:00:00.000Z';
      const end = '2025-10-26T23:00:00.000Z';
      expect(all).toMatchObject({ from: start, to: end, interval: 'hour', groupBy: null });
      const [series] = all.series;
      expect(series?.total).toEqual({ ...noMessages, inbound: 4 });
      expect(inboundOf(series)).toEqual([1, 0, 1, 1, ...Array(20).fill(0), 1]);
      const empty = { start: '2025-10-25T23:00:00.000Z', end: '2025-10-26T00:00:00.000Z' };
      expect(series?.buckets[1]).toEqual({ ...empty, ...noMessages });
      const grouped = await scene.api.reports.messages({ query: { ...day, groupBy: 'channel' } });
      expect(grouped.series.map((one) => [one.key, inboundOf(one)])).toEqual([
        [one, [2]],
        [two, [2]],
      ]);
      const stranger = await createScene(target());
      const none = await stranger.api.reports.messages({ query: { ...day, groupBy: 'channel' } });
      expect(none.series).toEqual([]);
    });

    test('messages to customers are counted by their status', async () => {
      const scene = await createScene(target());
      const { id: channelId } = await aChannel(scene);
      await aMessage(scene, { channelId });
      const { id } = await aMessage(scene, { channelId });
      await scene.api.messages.cancel({ params: { id } });
      const { series } = await scene.api.reports.messages({ query: aroundNow(scene) });
      expect(series[0]?.total).toEqual({ ...noMessages, outbound: 2, canceled: 1 });
    });

    test('conversations and tickets have the times until an answer and until the end', async () => {
      const scene = await createScene(target());
      const { id: channelId } = await aChannel(scene);
      const [answered, other] = [aPhone(), aPhone()];
      const { conversationId } = await anInbound(scene, channelId, { from: answered });
      await anInbound(scene, channelId, { from: other });
      const params = { id: conversationId };
      const text = { type: 'text', text: 'Hello' } as const;
      await scene.api.conversations.sendMessage({ params, body: text });
      const assigneeId = await scene.tenant.createUser();
      const close = { status: 'closed', assigneeId } as const;
      await scene.api.conversations.update({ params, body: close });
      const ticket = await aTicket(scene, { priority: 'high' });
      await aTicket(scene);
      const solved = { params: { id: ticket.id }, body: { status: 'solved' } } as const;
      await scene.api.tickets.update(solved);
      const query = aroundNow(scene);
      const grouped = { query: { ...query, groupBy: 'member' } } as const;
      const conversations = await scene.api.reports.conversations(grouped);
      const once = { count: 1, medianSeconds: expect.any(Number), p90Seconds: expect.any(Number) };
      const never = { count: 0, medianSeconds: null, p90Seconds: null };
      expect(conversations.series.map(({ key, total }) => [key, total])).toEqual([
        [assigneeId, { created: 1, closed: 1, firstReply: once, resolution: once }],
        [null, { created: 1, closed: 0, firstReply: never, resolution: never }],
      ]);
      const tickets = await scene.api.reports.tickets({ query: { ...query, groupBy: 'priority' } });
      expect(tickets.series.map(({ key, total }) => [key, total])).toEqual([
        ['high', { created: 1, solved: 1, firstResponse: never, resolution: once }],
        ['normal', { created: 1, solved: 0, firstResponse: never, resolution: never }],
      ]);
      // A reopened conversation or ticket no longer counts as closed or solved.
      await scene.api.conversations.update({ params, body: { status: 'open' } });
      await scene.api.tickets.update({ params: { id: ticket.id }, body: { status: 'open' } });
      const again = await scene.api.reports.conversations({ query });
      expect(again.series[0]?.total).toMatchObject({ created: 2, closed: 0, resolution: never });
      const reopened = await scene.api.reports.tickets({ query });
      expect(reopened.series[0]?.total).toMatchObject({ created: 2, solved: 0 });
    });

    test('values of deals are exact sums for each currency, without archived deals', async () => {
      const scene = await createScene(target());
      const { id: pipelineId } = await firstPipeline(scene);
      const won = await aDeal(scene, { value: 100_000_000_000, currency: 'BRL' });
      const lost = await aDeal(scene, { value: 0.3, currency: 'EUR' });
      const hidden = await aDeal(scene, { value: 7, currency: 'EUR' });
      await aDeal(scene, { value: 0.0001, currency: 'BRL' });
      await aDeal(scene, { value: null, currency: 'USD' });
      const change = (id: string, body: object) => scene.api.deals.update({ params: { id }, body });
      await change(won.id, { status: 'won' });
      await change(lost.id, { status: 'lost' });
      await change(hidden.id, { status: 'won', archived: true });
      const query = { ...aroundNow(scene), groupBy: 'pipeline' } as const;
      const { series } = await scene.api.reports.deals({ query });
      expect(series.map(({ key, total }) => [key, total])).toEqual([
        [
          pipelineId,
          {
            created: 4,
            won: 1,
            lost: 1,
            values: [
              {
                currency: 'BRL',
                created: '100000000000.0001',
                won: '100000000000',
                lost: '0',
              },
              { currency: 'EUR', created: '0.3', won: '0', lost: '0.3' },
            ],
            timeToWin: {
              count: 1,
              medianSeconds: expect.any(Number),
              p90Seconds: expect.any(Number),
            },
          },
        ],
      ]);
    });

    test('dates and buckets are in the time zone of the tenant unless the request names one', async () => {
      const scene = await createScene(target());
      await scene.api.tenants.update({ body: { timezone: 'Asia/Kolkata' } });
      const query = { from, to, interval: 'week' } as const;
      const report = await scene.api.reports.tickets({ query });
      expect(report).toMatchObject({ timezone: 'Asia/Kolkata', from: '2026-10-31T18:30:00.000Z' });
      expect(report.series[0]?.buckets.map(({ start }) => start)).toEqual([
        '2026-10-31T18:30:00.000Z',
        '2026-11-01T18:30:00.000Z',
      ]);
    });

    test('a report from the first date that a request can name begins at the first timestamp', async () => {
      const { api } = await createScene(target());
      const query = { from: '0000-01-01', to: '0000-01-02', timezone: 'Asia/Kolkata' };
      const start = '0000-01-01T00:00:00.000Z';
      const report = await api.reports.messages({ query });
      expect(report.series[0]?.buckets).toMatchObject([{ start, end: '0000-01-01T18:30:00.000Z' }]);
      const asTime = await api.reports.messages({ query: { ...query, from: start } });
      expect(report).toEqual(asTime);
    });

    test('a report that ends before it begins or has too many buckets is refused', async () => {
      const { api } = await createScene(target());
      const asked = (query: object) => api.reports.deals({ query: { from, to, ...query } });
      await refused(asked({ to: from }), 'SVC-RULE-VIOLATION', { rule: 'after_from', field: 'to' });
      const long = asked({ to: '2026-12-08', interval: 'hour' });
      await refused(long, 'SVC-RULE-VIOLATION', {
        rule: 'too_many_buckets',
        field: 'interval',
      });
    });
  });
}

const noMessages = {
  inbound: 0,
  outbound: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  canceled: 0,
};

function inboundOf(series: MessageReport['series'][number] | undefined): number[] | undefined {
  return series?.buckets.map(({ inbound }) => inbound);
}

async function receiveAt(scene: Scene, channelId: string, ...times: string[]): Promise<void> {
  for (const timestamp of times) await anInbound(scene, channelId, { timestamp });
}

/** Returns a period of days around the time of the target, so that no time in a test is near its bounds. */
function aroundNow({ target }: Scene): { from: string; to: string } {
  const day = (days: number) => new Date(target.now().getTime() + days * 86_400_000).toISOString();
  return { from: day(-1), to: day(1) };
}
