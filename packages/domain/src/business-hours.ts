import type { BusinessHours } from '@parley/contract/schemas';
import { zoneNamed } from './time-zones.ts';

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/**
 * Returns whether a time since 1970, in milliseconds, is within business hours on the clocks of their time zone. An hour
 * that the clocks show twice counts twice.
 */
export function isInBusinessHours(
  { timezone, days, holidays }: BusinessHours,
  ms: number,
): boolean {
  const local = new Date(ms + zoneNamed(timezone)(ms));
  const [date = '', clock = ''] = local.toISOString().split('T');
  if (holidays.includes(date)) return false;
  const ranges = days[weekdays[local.getUTCDay()] ?? 'sun'];
  const time = clock.slice(0, 5);
  return ranges.some(([from = '', to = '']) => from <= time && time < to);
}
