import { expect, test } from 'vitest';
import { agencyClientsLimit, logoLimit } from '../packages/contract/src/agencies.ts';
import { channelCapabilities } from '../packages/contract/src/capabilities.ts';
import {
  loggedRequestsQuota,
  requestLogHours,
} from '../packages/contract/src/console/request-log.ts';
import { contactImportLimits } from '../packages/contract/src/contact-imports.ts';
import { customValueLimits } from '../packages/contract/src/custom-values.ts';
import { idempotencyRetentionHours } from '../packages/contract/src/idempotency.ts';
import { identityLimits } from '../packages/contract/src/identities.ts';
import { knowledgeLimits } from '../packages/contract/src/knowledge-search.ts';
import { mediaLimits } from '../packages/contract/src/media.ts';
import { defaultQuota } from '../packages/contract/src/rate-limit.ts';
import { reportLimits } from '../packages/contract/src/reports.ts';
import { requestLimits } from '../packages/contract/src/request-limits.ts';
import { pipelineLimits } from '../packages/contract/src/stages.ts';
import { jsonLimits } from '../packages/contract/src/validation.ts';
import * as domain from '../packages/domain/src/index.ts';
import { read } from './check/pages.ts';

const hourMs = 3_600_000;
const number = (value: number) => value.toLocaleString('en');
const { whatsapp, instagram, tiktok } = channelCapabilities;

test.each([
  ['guides/agencies.md', `can have ${number(agencyClientsLimit)} clients`],
  ['guides/agencies.md', `a JPEG or PNG image of at most ${logoLimit / 1e6} MB`],
  ['guides/contacts.md', `Text of 1 to ${number(customValueLimits.textLength)} characters`],
  ['guides/contacts.md', `at most ${customValueLimits.bytes / 1_024} KB in total`],
  ['guides/contacts.md', `give a contact at most ${identityLimits.ofContact} addresses`],
  ['guides/contacts.md', `If the file has at most ${contactImportLimits.atOnce} rows`],
  ['guides/contacts.md', `The file has at most ${mediaLimits.maxBytes / 1_048_576} MiB`],
  ['guides/errors.md', `Headers above ${requestLimits.headerBytes / 1_024} KiB`],
  ['guides/errors.md', `together above ${requestLimits.headBytes / 1_024} KiB`],
  ['guides/errors.md', `at most ${number(jsonLimits.values)} values`],
  [
    'guides/errors.md',
    `${number(jsonLimits.fields)} fields in one object, and ${jsonLimits.depth} levels`,
  ],
  ['guides/idempotency.md', `Same key, ${idempotencyRetentionHours} hours after the first request`],
  ['guides/knowledge.md', `A text of up to ${number(knowledgeLimits.indexedAtOnce)} characters`],
  ['guides/knowledge.md', `A longer text, up to ${number(knowledgeLimits.content)} characters`],
  ['guides/knowledge.md', `up to ${knowledgeLimits.alternateQuestions} versions of the question`],
  ['guides/knowledge.md', `A batch has up to ${knowledgeLimits.batch} FAQs`],
  ['guides/knowledge.md', `\`q\` has at most ${knowledgeLimits.query} characters`],
  [
    'guides/knowledge.md',
    `\`limit\` is ${knowledgeLimits.perPage.sources} by default (${knowledgeLimits.perPage.faqs} for FAQs) and ${knowledgeLimits.perPage.max} at most`,
  ],
  ['guides/media.md', `at least ${mediaLimits.linkSeconds / 60} minutes after the response`],
  ['guides/media.md', `deletes the file: ${mediaLimits.unusedDays} days after the upload`],
  ['guides/media.md', `The file has more than ${mediaLimits.maxBytes / 1_048_576} MiB`],
  ['guides/media.md', `more than ${mediaLimits.maxPixels / 1e6} million pixels`],
  [
    'guides/messages.md',
    `| ${whatsapp.windowHours} h | ${instagram.windowHours} h; ${Number(instagram.humanAgentWindowHours) / 24} days with \`messageTag: "human_agent"\` | ${tiktok.windowHours} h |`,
  ],
  [
    'guides/messages.md',
    `| ${number(whatsapp.maxText.limit)} characters | ${number(instagram.maxText.limit)} bytes | ${number(tiktok.maxText.limit)} characters |`,
  ],
  ['guides/messages.md', `or after ${domain.timeToLiveMs / hourMs} hours. Templates`],
  ['guides/messages.md', `one that is older than ${domain.typingMs / 1_000} seconds`],
  ['guides/pipelines.md', `A tenant has at most ${pipelineLimits.pipelines} pipelines`],
  ['guides/pipelines.md', `a pipeline at most ${pipelineLimits.stages} stages`],
  ['guides/provider-webhooks.md', `tries it again up to ${domain.inboundAttempts} times`],
  ['guides/rate-limits.md', `${defaultQuota.limit} requests per minute by default`],
  [
    'guides/reports.md',
    `${reportLimits.buckets} buckets in each series, ${number(reportLimits.bucketsInAll)} buckets in all series together, and ${number(reportLimits.records)} records`,
  ],
  ['operations/console.md', `Open the link within ${domain.setupLinkMs / 60_000} minutes`],
  ['operations/console.md', `works once, within ${domain.invitationDays} days`],
  ['operations/console.md', `A session ends ${domain.idleSessionMs / hourMs} hours after`],
  ['operations/console.md', `at the latest after ${domain.wholeSessionMs / (24 * hourMs)} days`],
  ['operations/console.md', `An account has at most ${domain.maxSessions} sessions`],
  ['operations/console.md', `the requests of the last ${requestLogHours} hours`],
  [
    'operations/console.md',
    `at most ${number((86_400 / loggedRequestsQuota.windowSeconds) * loggedRequestsQuota.limit)} successful requests of a tenant per day, in bursts of up to ${number(loggedRequestsQuota.limit)}`,
  ],
])('%s agrees with the limits of the code: %s', (page, text) => {
  expect(read(`docs/${page}`).replaceAll(/\s+/g, ' ')).toContain(text);
});

test('the guides name the documented numbers in words', () => {
  const console = read('docs/operations/console.md').replaceAll(/\s+/g, ' ');
  expect(domain.mailedResetLinkMs).toBe(hourMs);
  expect(console).toContain('works once, within an hour');
  expect(domain.mailedResetQuota).toEqual({ limit: 3, windowSeconds: 3_600 });
  expect(console).toContain('at most three such mails in an hour');
  expect(domain.failedSignInQuota).toEqual({ limit: 5, windowSeconds: 5 * 180 });
  expect(console).toContain('After five failed sign-ins');
  expect(console).toContain('One more attempt is possible every three minutes');
  expect(domain.proofMisses).toBe(3);
  expect(domain.proofIntervalMs).toBe(24 * hourMs);
  expect(read('docs/guides/agencies.md')).toContain('missing three times in a row');
  expect(domain.maxPageAttempts).toBe(4);
  expect(read('docs/guides/knowledge.md')).toContain('four attempts within one or two minutes');
});
