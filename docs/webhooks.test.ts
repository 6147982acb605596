import { expect, test } from 'vitest';
import { quietEventTypes } from '../packages/contract/src/event-names.ts';
import { webhookAttemptErrors } from '../packages/contract/src/webhook-deliveries.ts';
import { webhookLimits, webhookSchedule } from '../packages/contract/src/webhook-limits.ts';
import { wholeScheduleMs } from '../packages/domain/src/webhook-schedule.ts';
import { read } from './check/pages.ts';

const guide = ['webhooks', 'webhook-deliveries']
  .map((name) => read(`docs/guides/${name}.md`))
  .join('\n')
  .replaceAll(/\s+/g, ' ');

test.each([
  `A tenant has at most ${webhookLimits.endpoints} endpoints`,
  `at most ${webhookLimits.concurrency} attempts to one endpoint run at a time`,
  `Answer 2xx within ${webhookLimits.timeoutMs / 1_000} seconds`,
  `larger than ${webhookLimits.bodyBytes / 1_024} kB`,
  `it reads at most ${webhookLimits.responseBytes / 1_024} kB`,
  `shows the first ${webhookLimits.snippetBytes / 1_024} kB with the attempt`,
  `Up to ${webhookLimits.headers} HTTP headers that Parley adds`,
  `Groups and \`*\` do not include \`${quietEventTypes.join()}\``,
  `There are ${webhookSchedule.length} attempts`,
  `at once, and then after ${spelledOut(webhookSchedule.slice(1).map(duration))}`,
  `more than ${(wholeScheduleMs / 3_600_000).toFixed(1)} hours late (the length of the whole schedule)`,
  `An attempt failed ${webhookLimits.failingHours} hours or more after \`failingSince\``,
  `the order of \`sequence\`, for ${webhookLimits.retentionDays} days`,
  `The overlap is ${webhookLimits.overlapHours.default} hours by default; \`overlapHours\` can be 0 to ${webhookLimits.overlapHours.max}`,
  `At most ${webhookLimits.oldSecrets} old secrets sign at a time`,
])('the webhook guides agree with the contract: %s', (text) => {
  expect(guide).toContain(text);
});

test('the webhook guides say what to do about every attempt error', () => {
  const rows = [...guide.matchAll(/\| `([a-z_]+)` \| ([^|]+) \| ([^|]+) \|/g)];
  const listed = rows
    .map(({ 1: code }) => code)
    .filter((code = '') => code in webhookAttemptErrors);
  expect(listed.sort()).toEqual(Object.keys(webhookAttemptErrors).sort());
});

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`;
}

function spelledOut(items: readonly string[]): string {
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
