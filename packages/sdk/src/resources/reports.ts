import type { RequestOptions } from '../core/options.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type {
  ConversationReport,
  ConversationReportQuery,
  DealReport,
  DealReportQuery,
  MessageReport,
  MessageReportQuery,
  TicketReport,
  TicketReportQuery,
} from '../generated/types.ts';

/**
 * Reports: counts and durations of records, for each hour, day or week of a time zone. A report has at most 750 such
 * intervals, 20,000 intervals in all its series, and counts at most 1,000,000 records. A larger one fails with
 * `UnprocessableError`, whose message says what to change.
 */
export interface Reports {
  /**
   * Counts messages by direction and status. Fails with `UnprocessableError` above the limits of reports.
   *
   *     const { series } = await parley.reports.messages({ from: '2026-11-01', to: '2026-12-01', groupBy: 'channel' });
   */
  messages(query: MessageReportQuery, options?: RequestOptions): ParleyPromise<MessageReport>;

  /**
   * Counts the conversations that were created and those that were closed, with the times until the first reply and
   * until they were closed. Fails with `UnprocessableError` above the limits of reports.
   *
   *     const { series } = await parley.reports.conversations({ from: '2026-11-01', to: '2026-12-01', groupBy: 'member' });
   */
  conversations(
    query: ConversationReportQuery,
    options?: RequestOptions,
  ): ParleyPromise<ConversationReport>;

  /**
   * Counts the tickets that were created and those that were solved, with the times until the first response and the
   * solution. Fails with `UnprocessableError` above the limits of reports.
   *
   *     const { series } = await parley.reports.tickets({ from: '2026-11-01', to: '2026-12-01', interval: 'week' });
   */
  tickets(query: TicketReportQuery, options?: RequestOptions): ParleyPromise<TicketReport>;

  /**
   * Counts the deals that were created, those that were won and those that were lost, with the exact sums of their
   * values. Fails with `UnprocessableError` above the limits of reports.
   *
   *     const { series } = await parley.reports.deals({ from: '2026-11-01', to: '2026-12-01', groupBy: 'pipeline' });
   */
  deals(query: DealReportQuery, options?: RequestOptions): ParleyPromise<DealReport>;
}
