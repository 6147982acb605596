import { type ReportInterval, reportLimits, type ServiceError } from '@parley/contract/schemas';
import { dayMs, hourMs } from './durations.ts';
import { violation } from './refusals.ts';
import { type Zone, zoneNamed } from './time-zones.ts';

// The buckets of a report: hours, days or weeks in a time zone. A day has 23 or 25 hours when the clocks change.

const firstMs = Date.parse('0000-01-01');

/**
 * The period and the buckets of a report. `from` and `to` are times, or dates, which stand for midnight in the time
 * zone.
 */
export interface ReportRange {
  readonly from: string;
  readonly to: string;
  readonly interval: ReportInterval;
  readonly timezone: string;
  /** Whether the whole period is one bucket. `interval` then has no effect. Default: false. */
  readonly isUndivided?: boolean | undefined;
}

export interface ReportBuckets {
  readonly from: string;
  readonly to: string;
  readonly buckets: readonly { readonly start: string; readonly end: string }[];
  /**
   * How many characters of an ISO 8601 time decide its bucket: those up to the hour (13), up to the minute (16), or all
   * (24).
   */
  readonly precision: 13 | 16 | 24;
}

/**
 * Returns the buckets. Throws SVC-RULE-VIOLATION when `to` is not after `from`, or when there would be too many
 * buckets.
 */
export function reportBuckets(range: ReportRange): ReportBuckets {
  const { from, to, interval, timezone, isUndivided = false } = range;
  const zone = zoneNamed(timezone);
  const [fromMs, toMs] = [instantOf(from, zone), instantOf(to, zone)];
  if (toMs <= fromMs) throw violation('after_from', 'to');
  const starts = [fromMs];
  for (let next = nextStart(fromMs, interval, zone); next < toMs && !isUndivided; ) {
    starts.push(next);
    if (starts.length > reportLimits.buckets) throw tooManyBuckets(interval);
    next = nextStart(next, interval, zone);
  }
  const times = [...starts, toMs].map((ms) => new Date(ms).toISOString());
  const inner = times.slice(1, -1);
  const isWhole = (end: string) => inner.every((time) => time.endsWith(end));
  return {
    from: String(times[0]),
    to: String(times.at(-1)),
    buckets: times.slice(1).map((end, place) => ({ start: String(times[place]), end })),
    precision: isWhole(':00:00.000Z') ? 13 : isWhole(':00.000Z') ? 16 : 24,
  };
}

function tooManyBuckets(interval: ReportInterval): ServiceError {
  const longer = interval === 'week' ? '' : ', or a longer `interval`';
  const message = `A report has at most ${reportLimits.buckets} buckets: ask for a shorter time${longer}.`;
  return violation('too_many_buckets', 'interval', message);
}

function instantOf(dateOrTime: string, zone: Zone): number {
  const ms = Date.parse(dateOrTime);
  // East of UTC, the year 0000 begins before the first time that a timestamp can represent.
  return dateOrTime.length > 10 ? ms : Math.max(instantAt(ms, zone), firstMs);
}

/** Returns the start of the bucket after the one that contains this time. */
function nextStart(ms: number, interval: ReportInterval, zone: Zone): number {
  const local = ms + zone(ms);
  if (interval === 'hour') return ms + hourMs - modulo(local, hourMs);
  const day = Math.floor(local / dayMs);
  // 1970-01-01 was a Thursday.
  const days = interval === 'day' ? 1 : 7 - modulo(day + 3, 7);
  return instantAt((day + days) * dayMs, zone);
}

/** Returns the first instant at which the clocks of a zone show this local time or, if they skip it, a later one. */
function instantAt(local: number, zone: Zone): number {
  const around = [local - dayMs, local + dayMs].map(zone) as [number, number];
  if (around[0] === around[1]) return local - around[0];
  let [before, reached] = [local - Math.max(...around) - hourMs, local - Math.min(...around)];
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (middle + zone(middle) >= local) reached = middle;
    else before = middle;
  }
  return reached;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
