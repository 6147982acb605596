import type { SendMessageBody, ServiceError } from '@parley/contract/schemas';
import { dayMs } from './durations.ts';
import { violation } from './refusals.ts';

const longestMs = 366 * dayMs;

/**
 * The window number of a scheduled message whose time has not come. Other messages have the number of the window in
 * which they count.
 */
export const noWindow = -1;

/** Returns the error for a `sendAt` in the past, or more than a year ahead; undefined for any other. */
export function refuseSendAt({ sendAt }: SendMessageBody, nowMs: number): ServiceError | undefined {
  if (sendAt === undefined) return undefined;
  const inMs = Date.parse(sendAt) - nowMs;
  if (inMs > 0 && inMs <= longestMs) return undefined;
  const rule = inMs > 0 ? 'within_a_year' : 'in_the_future';
  return violation(rule, 'sendAt');
}
