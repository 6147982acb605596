import {
  type ConversationReport,
  type Deal,
  type DealReport,
  type MessageReport,
  type ReportInterval,
  reportLimits,
  type Ticket,
  type TicketReport,
} from '@parley/contract/schemas';
import type { StoredConversation } from './conversations.ts';
import type { StoredMessage } from './messages.ts';
import { violation } from './refusals.ts';
import { type ReportBuckets, reportBuckets } from './report-buckets.ts';
import { Tally } from './report-tallies.ts';

// Counts records into reports by their times. The server reads only the columns that a rule names, and the mocks have
// whole records; both use these functions.

/** One thing that a report counts, such as sent messages: the records whose time `at` is in a bucket. */
export interface ReportFact<Rec> {
  readonly at: keyof Rec & string;
  /** The fields that `count` needs, besides `at`. */
  readonly reads: readonly (keyof Rec & string)[];
  /**
   * Set if `count` needs the time only as precisely as the bucket. Records that are equal after the time is cut are
   * counted together.
   */
  readonly isCut?: true;
  /** Adds `records` equal records to a tally. */
  count(tally: Tally, record: Rec, records: number): void;
}

export interface ReportRule<Rec, Values> {
  /** The field of a record for each value of `groupBy`. */
  readonly groups: Readonly<Record<string, keyof Rec & string>>;
  readonly facts: readonly ReportFact<Rec>[];
  /** A time field, such as a deletion time: records that have it are not counted. */
  readonly without?: keyof Rec & string;
  show(tally: Tally): Values;
}

type ValuesOf<Report extends { series: { total: unknown }[] }> = Report['series'][number]['total'];

const providerTook: readonly string[] = ['sent', 'delivered', 'read'];
const providerDelivered: readonly string[] = ['delivered', 'read'];

export const messageReportRule: ReportRule<StoredMessage, ValuesOf<MessageReport>> = {
  groups: { channel: 'channelId', source: 'sourceType', type: 'type', category: 'category' },
  facts: [
    {
      at: 'createdAt',
      reads: ['direction', 'status'],
      isCut: true,
      count(tally, { direction, status }, records) {
        tally.add(direction, records);
        if (direction === 'inbound') return;
        if (providerTook.includes(status)) tally.add('sent', records);
        if (providerDelivered.includes(status)) tally.add('delivered', records);
        if (status !== 'sent' && status !== 'delivered') tally.add(status, records);
      },
    },
  ],
  show: (tally) => ({
    inbound: tally.count('inbound'),
    outbound: tally.count('outbound'),
    sent: tally.count('sent'),
    delivered: tally.count('delivered'),
    read: tally.count('read'),
    failed: tally.count('failed'),
    canceled: tally.count('canceled'),
  }),
};

export const conversationReportRule: ReportRule<
  StoredConversation,
  ValuesOf<ConversationReport>
> = {
  groups: { channel: 'channelId', member: 'assigneeId', source: 'source' },
  facts: [
    {
      at: 'createdAt',
      reads: ['source', 'firstReplyAt'],
      count(tally, { source, createdAt, firstReplyAt }, records) {
        tally.add('created', records);
        if (source !== 'inbound' || firstReplyAt === null) return;
        tally.addDuration('firstReply', createdAt, firstReplyAt);
      },
    },
    {
      at: 'closedAt',
      reads: ['createdAt'],
      count(tally, { createdAt, closedAt }, records) {
        tally.add('closed', records);
        tally.addDuration('resolution', createdAt, String(closedAt));
      },
    },
  ],
  show: (tally) => ({
    created: tally.count('created'),
    closed: tally.count('closed'),
    firstReply: tally.durations('firstReply'),
    resolution: tally.durations('resolution'),
  }),
};

export const ticketReportRule: ReportRule<Ticket, ValuesOf<TicketReport>> = {
  groups: { channel: 'channelId', member: 'assigneeId', priority: 'priority', type: 'type' },
  facts: [
    {
      at: 'createdAt',
      reads: ['firstRespondedAt'],
      count(tally, { createdAt, firstRespondedAt }, records) {
        tally.add('created', records);
        if (firstRespondedAt) tally.addDuration('firstResponse', createdAt, firstRespondedAt);
      },
    },
    {
      at: 'solvedAt',
      reads: ['createdAt'],
      count(tally, { createdAt, solvedAt }, records) {
        tally.add('solved', records);
        tally.addDuration('resolution', createdAt, String(solvedAt));
      },
    },
  ],
  show: (tally) => ({
    created: tally.count('created'),
    solved: tally.count('solved'),
    firstResponse: tally.durations('firstResponse'),
    resolution: tally.durations('resolution'),
  }),
};

export const dealReportRule: ReportRule<Deal, ValuesOf<DealReport>> = {
  groups: { pipeline: 'pipelineId', member: 'ownerId' },
  without: 'archivedAt',
  facts: [
    {
      at: 'createdAt',
      reads: ['currency', 'value'],
      count(tally, { currency, value }, records) {
        tally.add('created', records);
        tally.addValue('created', currency, value);
      },
    },
    {
      at: 'closedAt',
      reads: ['createdAt', 'status', 'currency', 'value'],
      count(tally, { createdAt, closedAt, status, currency, value }, records) {
        tally.add(status, records);
        tally.addValue(status, currency, value);
        if (status === 'won') tally.addDuration('timeToWin', createdAt, String(closedAt));
      },
    },
  ],
  show: (tally) => ({
    created: tally.count('created'),
    won: tally.count('won'),
    lost: tally.count('lost'),
    values: tally.currencies.map((currency) => ({
      currency,
      created: tally.sum('created', currency),
      won: tally.sum('won', currency),
      lost: tally.sum('lost', currency),
    })),
    timeToWin: tally.durations('timeToWin'),
  }),
};

export interface ReportQuery {
  readonly from: string;
  readonly to: string;
  readonly interval: ReportInterval;
  readonly timezone?: string | undefined;
  readonly groupBy?: string | undefined;
  /** Whether the whole period is one bucket. `interval` then has no effect. Default: false. */
  readonly isUndivided?: boolean | undefined;
}

/** Returns the buckets of a report with counts of the records. */
export class ReportCounter<Rec, Values> {
  readonly range: ReportBuckets;
  /** The field to group the records by; undefined when they are not grouped. */
  readonly groupField: (keyof Rec & string) | undefined;
  readonly #rule: ReportRule<Rec, Values>;
  readonly #head: Pick<MessageReport, 'interval' | 'timezone' | 'groupBy'>;
  readonly #series = new Map<string | null, { total: Tally; buckets: Map<number, Tally> }>();
  #records = 0;

  /**
   * Throws SVC-RULE-VIOLATION for an invalid period. `timezone` is the time zone of the tenant; that of a query has
   * priority.
   */
  constructor(rule: ReportRule<Rec, Values>, { groupBy, ...query }: ReportQuery, timezone: string) {
    const { interval } = query;
    this.#rule = rule;
    this.#head = { interval, timezone: query.timezone ?? timezone, groupBy: groupBy ?? null };
    this.range = reportBuckets({ ...query, timezone: this.#head.timezone });
    this.groupField = groupBy === undefined ? undefined : rule.groups[groupBy];
    if (groupBy === undefined) this.#seriesOf(null);
  }

  /**
   * Counts `records` records that are equal to `record`. The time of the fact must be in the period; it may be cut to
   * the precision of the buckets. Throws SVC-RULE-VIOLATION when there are too many records.
   */
  add(fact: ReportFact<Rec>, record: Rec, records = 1): void {
    this.#records += records;
    if (this.#records > reportLimits.records) throw tooManyRecords();
    const group = this.groupField;
    // All fields by which records are grouped are texts.
    const key = group === undefined ? null : (record[group] as string | null);
    const series = this.#seriesOf(key);
    const place = this.#placeOf(String(record[fact.at]));
    const bucket = series.buckets.get(place) ?? new Tally(series.total);
    series.buckets.set(place, bucket);
    fact.count(bucket, record, records);
  }

  report() {
    const { from, to, buckets } = this.range;
    const empty = this.#rule.show(new Tally());
    const series = [...this.#series].sort(byKey).map(([key, tallies]) => ({
      key,
      total: this.#rule.show(tallies.total),
      buckets: buckets.map((bucket, place) => {
        const tally = tallies.buckets.get(place);
        return { ...bucket, ...(tally ? this.#rule.show(tally) : empty) };
      }),
    }));
    return { from, to, ...this.#head, series };
  }

  #seriesOf(key: string | null) {
    const known = this.#series.get(key);
    if (known) return known;
    const { buckets } = this.range;
    const most = Math.floor(reportLimits.bucketsInAll / buckets.length);
    if (this.#series.size >= most) throw tooManySeries(buckets.length, most);
    const series = { total: new Tally(), buckets: new Map<number, Tally>() };
    this.#series.set(key, series);
    return series;
  }

  /** Returns the index of the last bucket that begins at or before this time. */
  #placeOf(at: string): number {
    const time = at + anyTime.slice(at.length);
    const { buckets } = this.range;
    let [first, end] = [0, buckets.length];
    while (end - first > 1) {
      const middle = (first + end) >> 1;
      if (String(buckets[middle]?.start) <= time) first = middle;
      else end = middle;
    }
    return first;
  }
}

const anyTime = '0000-00-00T00:00:00.000Z';

function tooManyRecords() {
  const max = reportLimits.records.toLocaleString('en');
  const message = `A report counts at most ${max} records: ask for a shorter time.`;
  return violation('too_many_records', 'from', message);
}

function tooManySeries(buckets: number, most: number) {
  const message = `A report of ${buckets} buckets has at most ${most} series: ask for a shorter time or a longer \`interval\`.`;
  return violation('too_many_series', 'groupBy', message);
}

/** Compares groups by their keys; a group without a key is last. */
function byKey([a]: readonly [string | null, unknown], [b]: readonly [string | null, unknown]) {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -1 : 1;
}
