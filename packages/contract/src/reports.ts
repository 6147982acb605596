import * as z from 'zod';
import { named } from './named.ts';
import { textOrNull } from './nullable.ts';
import { timeZoneInput } from './time-zone.ts';
import { timestamp, timestampInput } from './timestamps.ts';

export const reportLimits = { buckets: 750, bucketsInAll: 20_000, records: 1_000_000 } as const;

export const reportInterval = z
  .enum(['hour', 'day', 'week'])
  .describe('Length of the buckets in the time zone. Weeks begin on Monday.');
export type ReportInterval = z.infer<typeof reportInterval>;

const dateOrTime = z.union([
  z.iso.date({ error: 'must be a date or an RFC 3339 time, such as 2026-11-20T09:30:00Z' }),
  timestampInput,
]);

/** The period of a report or of a usage. */
export const reportPeriod = {
  from: dateOrTime.describe(
    'Start: a date, such as `2026-11-01`, which begins at midnight in the time zone, or an RFC 3339 time.',
  ),
  to: dateOrTime.describe('End, which is not included: a date or a time like `from`.'),
};

function reportQuery<const Groups extends readonly [string, ...string[]]>(
  groups: Groups,
  description: string,
) {
  return z.object({
    ...reportPeriod,
    interval: reportInterval.default('day'),
    timezone: timeZoneInput
      .optional()
      .describe('IANA time zone of dates and buckets. Default: that of the tenant.'),
    groupBy: z.enum<Groups>(groups).optional().describe(description),
  });
}

const count = (description: string) => z.int().describe(description);

const seconds = (description: string) => z.int().nullable().describe(description);

export const durationSummary = z
  .object({
    count: count('Number of durations.'),
    medianSeconds: seconds('Half of the durations are at most so long; null = there is none.'),
    p90Seconds: seconds('Nine of ten of the durations are at most so long; null = there is none.'),
  })
  .describe('Durations in whole seconds.');
export type DurationSummary = z.infer<typeof durationSummary>;

/** Returns the fields of a report whose series and buckets have these values. */
function reportOf<const Values extends z.ZodRawShape>(values: Values) {
  return {
    from: timestamp.describe('Start of the first bucket.'),
    to: timestamp.describe('End of the last bucket.'),
    interval: reportInterval,
    timezone: z.string().describe('IANA time zone of the buckets.'),
    groupBy: textOrNull('What the series are about; null = everything.'),
    series: z
      .array(
        z.object({
          key: textOrNull(
            'What the records of the series have in common, such as the ID of a channel. Null: records that have no such value, or all records when the request has no `groupBy`.',
          ),
          total: z.object(values).describe('The whole time, from `from` to `to`.'),
          buckets: z
            .array(
              z.object({
                start: timestamp.describe('Start of the bucket.'),
                end: timestamp.describe('End of the bucket, which is not included.'),
                ...values,
              }),
            )
            .describe('All buckets in their order, also those without records.'),
        }),
      )
      .describe('Without `groupBy` one series, or else one for each value that has records.'),
  };
}

export class MessageReportSchema extends named(
  'Numbers of messages, by the time at which they were created.',
  reportOf({
    inbound: count('Messages from customers.'),
    outbound: count('Messages to customers that the server accepted.'),
    sent: count('Outbound messages that the provider took: now sent, delivered or read.'),
    delivered: count('Outbound messages that are now delivered or read.'),
    read: count('Outbound messages that are now read.'),
    failed: count('Outbound messages that are now failed.'),
    canceled: count('Outbound messages that are now canceled.'),
  }),
) {}
export const messageReport = new MessageReportSchema();
export type MessageReport = z.infer<typeof messageReport>;

export class ConversationReportSchema extends named(
  'Counts and durations of conversations.',
  reportOf({
    created: count('Conversations that were created.'),
    closed: count('Conversations that were closed and not reopened.'),
    firstReply: durationSummary.describe(
      'Of the created conversations that the customer began: time until the first reply.',
    ),
    resolution: durationSummary.describe(
      'Of the closed conversations: time from their creation until they were closed.',
    ),
  }),
) {}
export const conversationReport = new ConversationReportSchema();
export type ConversationReport = z.infer<typeof conversationReport>;

export class TicketReportSchema extends named(
  'Counts and durations of tickets.',
  reportOf({
    created: count('Tickets that were created.'),
    solved: count('Tickets that were solved, or closed without that, and not reopened.'),
    firstResponse: durationSummary.describe(
      'Of the created tickets: time until the first public comment that is not by a contact.',
    ),
    resolution: durationSummary.describe(
      'Of the solved tickets: time from their creation until they were solved.',
    ),
  }),
) {}
export const ticketReport = new TicketReportSchema();
export type TicketReport = z.infer<typeof ticketReport>;

const sum = (description: string) => z.string().describe(description);

export class DealReportSchema extends named(
  'Numbers and values of deals, without archived ones.',
  reportOf({
    created: count('Deals that were created.'),
    won: count('Deals that were won and not reopened.'),
    lost: count('Deals that were lost and not reopened.'),
    values: z
      .array(
        z.object({
          currency: z.string().describe('ISO 4217 code.'),
          created: sum('Sum of the values of the created deals, exact: `"1234.5"`.'),
          won: sum('Sum of the values of the won deals, exact.'),
          lost: sum('Sum of the values of the lost deals, exact.'),
        }),
      )
      .describe('Sums for each currency. A deal without a value adds nothing.'),
    timeToWin: durationSummary.describe(
      'Of the won deals: time from their creation until they were won.',
    ),
  }),
) {}
export const dealReport = new DealReportSchema();
export type DealReport = z.infer<typeof dealReport>;

export const messageReportQuery = reportQuery(
  ['channel', 'source', 'type', 'category'],
  'One series for each channel, origin (`source.type`), type or category of message.',
).describe('Which messages to count.');
export type MessageReportQuery = z.infer<typeof messageReportQuery>;

export const conversationReportQuery = reportQuery(
  ['channel', 'member', 'source'],
  'One series for each channel, assignee or origin.',
).describe('Which conversations to count.');
export type ConversationReportQuery = z.infer<typeof conversationReportQuery>;

export const ticketReportQuery = reportQuery(
  ['channel', 'member', 'priority', 'type'],
  'One series for each channel, assignee, priority or kind of request.',
).describe('Which tickets to count.');
export type TicketReportQuery = z.infer<typeof ticketReportQuery>;

export const dealReportQuery = reportQuery(
  ['pipeline', 'member'],
  'One series for each pipeline or owner.',
).describe('Which deals to count.');
export type DealReportQuery = z.infer<typeof dealReportQuery>;

const description = `At most ${reportLimits.buckets} buckets, ${reportLimits.bucketsInAll.toLocaleString('en')} in all series and ${reportLimits.records.toLocaleString('en')} records; otherwise the response is 422. The first and the last bucket end at \`from\` and \`to\`.`;

function reportRoute<const Name extends string, Query extends z.ZodType, Report extends z.ZodType>(
  name: Name,
  summary: string,
  query: Query,
  report: Report,
) {
  return {
    method: 'GET',
    path: `/reports/${name}` as const,
    summary,
    description,
    query,
    responses: { 200: report },
    metadata: { errors: ['SVC-RULE-VIOLATION'] },
  } as const;
}

export const reportsRoutes = {
  messages: reportRoute('messages', 'Count messages over time', messageReportQuery, messageReport),
  conversations: reportRoute(
    'conversations',
    'Count conversations over time',
    conversationReportQuery,
    conversationReport,
  ),
  tickets: reportRoute('tickets', 'Count tickets over time', ticketReportQuery, ticketReport),
  deals: reportRoute('deals', 'Count deals over time', dealReportQuery, dealReport),
};

const day = { start: '2026-11-20T03:00:00.000Z', end: '2026-11-21T03:00:00.000Z' };
const asked = { from: '2026-11-20', to: '2026-11-21', timezone: 'America/Sao_Paulo' };
const durations: DurationSummary = { count: 3, medianSeconds: 95, p90Seconds: 640 };
const none: DurationSummary = { count: 0, medianSeconds: null, p90Seconds: null };

function exampleOf<const Values extends object>(values: Values) {
  const series = [{ key: null, total: values, buckets: [{ ...day, ...values }] }];
  const { start: from, end: to } = day;
  return { from, to, interval: 'day', timezone: asked.timezone, groupBy: null, series } as const;
}

export const reportExamples = {
  durationSummary: durations,
  messageReport: exampleOf({
    inbound: 120,
    outbound: 98,
    sent: 96,
    delivered: 95,
    read: 71,
    failed: 2,
    canceled: 0,
  }),
  conversationReport: exampleOf({
    created: 4,
    closed: 3,
    firstReply: durations,
    resolution: durations,
  }),
  ticketReport: exampleOf({
    created: 4,
    solved: 3,
    firstResponse: durations,
    resolution: durations,
  }),
  dealReport: exampleOf({
    created: 2,
    won: 0,
    lost: 1,
    values: [{ currency: 'BRL', created: '1500.5', won: '0', lost: '300' }],
    timeToWin: none,
  }),
  messageReportQuery: { ...asked, interval: 'hour', groupBy: 'channel' },
  conversationReportQuery: { ...asked, interval: 'day', groupBy: 'member' },
  ticketReportQuery: { ...asked, interval: 'week', groupBy: 'priority' },
  dealReportQuery: { ...asked, interval: 'day', groupBy: 'pipeline' },
} as const;
