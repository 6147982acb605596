import type { Contract } from '@parley/contract';
import {
  conversationReportRule,
  dealReportRule,
  isWithin,
  messageReportRule,
  ReportCounter,
  type ReportQuery,
  type ReportRule,
  ticketReportRule,
} from '@parley/domain';
import { dealRecords } from './deal-records.ts';
import type { Store } from './store.ts';
import { ticketRecords } from './tickets.ts';
import type { Fakes } from './types.ts';

export const reports: Fakes<Contract['reports']> = {
  messages: ({ query }, store) =>
    reportOf(store, { rule: messageReportRule, query }, store.messages),
  conversations: ({ query }, store) =>
    reportOf(store, { rule: conversationReportRule, query }, store.conversations),
  tickets: ({ query }, store) =>
    reportOf(store, { rule: ticketReportRule, query }, ticketRecords.all(store)),
  deals: ({ query }, store) =>
    reportOf(store, { rule: dealReportRule, query }, dealRecords.all(store)),
};

/** Returns a report with counts of the records. */
export function reportOf<Rec, Values>(
  store: Store,
  { rule, query }: { readonly rule: ReportRule<Rec, Values>; readonly query: ReportQuery },
  records: ReadonlyMap<string, Rec>,
) {
  const counter = new ReportCounter(rule, query, store.tenant.timezone);
  const range = { after: counter.range.from, before: counter.range.to };
  for (const record of records.values()) {
    if (rule.without && record[rule.without] !== null) continue;
    for (const fact of rule.facts) {
      if (isWithin(record[fact.at], range)) counter.add(fact, record);
    }
  }
  return counter.report();
}
