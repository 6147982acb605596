import {
  conversationReportRule,
  dealReportRule,
  messageReportRule,
  type ReportRule,
  ticketReportRule,
  ticketRules,
} from '@parley/domain';
import { afterEach, expect, test, vi } from 'vitest';
import { contextFor } from '../../test/contexts.ts';
import { freshDatabase, type Target, targets } from '../../test/databases.ts';
import { readPage } from '../db/page-statement.ts';
import { SystemDb } from '../db/system-db.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { createTenant } from '../tenants/service.ts';
import { ticketsTable } from '../tickets/table.ts';
import { readReport } from './read-report.ts';
import { reportSources } from './routes.ts';

afterEach(() => void vi.restoreAllMocks());

async function aTenant(target: Target): Promise<TenantContext> {
  const { database } = await freshDatabase(target);
  const ctx = contextFor(new SystemDb(database));
  await createTenant(ctx, { name: 'Test' });
  return ctx;
}

const query = { from: '2026-11-01', to: '2026-11-04', interval: 'day', timezone: 'UTC' } as const;

test.each(targets)(
  'on %s, each record is counted once, also where a statement ends between records of one time',
  async (target) => {
    const ctx = await aTenant(target);
    // Three statements of 2,000 records.
    const count = 4_500;
    const place = { contactId: null, conversationId: null, channelId: null };
    const times = [
      '2026-10-31T23:59:59.999Z',
      '2026-11-01T00:00:00.000Z',
      '2026-11-03T12:00:00.000Z',
    ];
    const rows = Array.from({ length: count }, (_, n) => {
      const made = {
        id: ctx.newId('tkt'),
        at: String(times[n % 9 === 0 ? 0 : n % 9 === 1 ? 2 : 1]),
      };
      const body = { number: n + 1, subject: 'Help', place, source: 'api' } as const;
      const ticket = ticketRules.initial(body, made);
      return ticketsTable.toRow({
        ...ticket,
        status: 'solved',
        solvedAt: '2026-11-03T23:59:59.999Z',
      });
    });
    await ctx.db.transaction((db) => db.insertTogether(ticketsTable, rows));
    const { series } = await readReport(ctx, reportSources.tickets, {
      rule: ticketReportRule,
      query,
    });
    expect(series[0]?.buckets.map(({ created, solved }) => [created, solved])).toEqual([
      [3_500, 0],
      [0, 0],
      [500, count],
    ]);
  },
);

test('on SQLite, an index finds the records of every report', async () => {
  const ctx = await aTenant('SQLite');
  const plans: string[] = [];
  const read = readPage.sqlite;
  vi.spyOn(readPage, 'sqlite').mockImplementation((db, call) => {
    const { text, values } = call.input;
    const steps = db.prepare(`explain query plan ${text}`).all(call.tenantId, ...values);
    plans.push((steps as { detail: string }[]).map(({ detail }) => detail).join('; '));
    return read(db, call);
  });
  const run = async <Rec, Values>(
    source: Parameters<typeof readReport<Rec, Values>>[1],
    rule: ReportRule<Rec, Values>,
  ) => {
    for (const groupBy of Object.keys(rule.groups)) {
      await readReport(ctx, source, { rule, query: { ...query, groupBy } });
    }
  };
  await run(reportSources.messages, messageReportRule);
  await run(reportSources.conversations, conversationReportRule);
  await run(reportSources.tickets, ticketReportRule);
  await run(reportSources.deals, dealReportRule);
  // Two statements for each time by which a report counts.
  expect(plans).toHaveLength(2 * (4 + 2 * (3 + 4 + 2)));
  for (const plan of plans) {
    expect(plan).toMatch(
      /SEARCH \w+ USING (COVERING )?INDEX \w+ \(tenant_id=\?( AND archived_key=\?)? AND \(\w+,id\)>\(\?,\?\) AND \(\w+,id\)</,
    );
  }
});
