// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of other files.

import { agencyMutations } from './agency-mutations.mjs';
import { channelMutations } from './channel-mutations.mjs';
import { consentMutations } from './consent-mutations.mjs';
import { contactMutations } from './contact-mutations.mjs';
import { dealMutations } from './deal-mutations.mjs';
import { faultMutations } from './fault-mutations.mjs';
import { httpMutations } from './http-mutations.mjs';
import { jobMutations } from './job-mutations.mjs';
import { knowledgeMutations } from './knowledge-mutations.mjs';
import { listMutations } from './list-mutations.mjs';
import { outboundMutations } from './outbound-mutations.mjs';
import { receiverMutations } from './receiver-mutations.mjs';
import { sessionMutations } from './session-mutations.mjs';
import { templateMutations } from './template-mutations.mjs';
import { ticketMutations } from './ticket-mutations.mjs';
import { webhookMutations } from './webhook-mutations.mjs';

const conformance = 'packages/server/test/conformance';
const mocks = 'packages/msw/test/conformance.test.ts';
const messages = 'packages/server/src/messages';

/**
 * Mutations that tests must detect: lines, their broken version, and the tests that must fail. `titles` narrows the
 * tests to those whose title matches.
 */
export const mutations = [
  {
    name: 'tenant-filter-of-reads-removed',
    file: 'packages/server/src/db/tenant-query.ts',
    from: 'where tenant_id = ${this.sql.tenant}${this.text',
    to: 'where (tenant_id = ${this.sql.tenant} or true)${this.text',
    tests: [conformance],
    titles: 'SQLite (tenancy|lists)',
  },
  {
    name: 'tenant-filter-of-writes-removed',
    file: 'packages/server/src/db/change-sql.ts',
    from: 'const own = `tenant_id = ${sql.tenant}${',
    to: 'const own = `(tenant_id = ${sql.tenant} or true)${',
    tests: ['packages/server/src/db/tenant-db.test.ts'],
  },
  {
    name: 'equal-questions-of-two-tenants-answered-alike',
    file: 'packages/server/src/db/read-batches.ts',
    from: 'const key = `${call.tenantId} ${sameAs(call.input)}`;',
    to: 'const key = sameAs(call.input);',
    tests: [conformance],
    titles: 'SQLite tenancy',
  },
  {
    name: 'equal-keys-of-two-tenants-answered-alike',
    file: 'packages/server/src/db/group-commit.ts',
    from: "const order = `${item.call.tenantId} ${key ?? ''}`;",
    to: "const order = `${key ?? ''}`;",
    tests: [conformance],
    titles: '(SQLite|Postgres) messages 20 tenants',
  },
  {
    name: 'record-changed-without-its-lock',
    file: 'packages/server/src/crud/records.ts',
    from: 'where(byId(id)).forChange().first()',
    to: 'where(byId(id)).first()',
    tests: [conformance],
    titles: 'Postgres races channels',
  },
  {
    name: 'clock-that-steps-back-not-followed',
    file: 'packages/server/src/jobs/statements/follow-clock.ts',
    from: 'return seenMs - nowMs > toleratedMs ? seenMs - nowMs : 0;',
    to: 'return seenMs - nowMs > 1e15 ? seenMs - nowMs : 0;',
    tests: ['packages/server/src/jobs/clock.test.ts'],
  },
  {
    name: 'authentication-skipped',
    file: 'packages/server/src/http/authenticate.ts',
    from: 'throw await refuse(req, given.reason);',
    to: `const actor = { type: 'system', id: null, grantId: null } as const;
      return { db: system.forTenant('ten_anybody'), actor, keyId: 'key_none', log, now, newId };`,
    tests: [conformance],
    titles: 'SQLite authentication',
  },
  {
    name: 'revoked-and-expired-keys-let-in',
    file: 'packages/server/src/api-keys/admission.ts',
    from: 'if (!isActive) return { key, quota: undefined };',
    to: 'if (!isActive && key.key_id === undefined) return { key, quota: undefined };',
    tests: [conformance],
    titles: 'SQLite (authentication|API keys)',
  },
  {
    name: 'answer-with-a-future-value-refused',
    file: 'packages/msw/src/complete-answer.ts',
    from: 'if (hasOnlyFutureValues(result.error, body)) return body;',
    to: '',
    tests: ['packages/msw/test/overrides.test.ts'],
  },
  {
    name: 'event-with-a-future-value-refused',
    file: 'packages/msw/src/event-log.ts',
    from: 'if (isPrepared && hasOnlyFutureValues(result.error, event))',
    to: 'if (!isPrepared && hasOnlyFutureValues(result.error, event))',
    tests: ['packages/msw/test/webhook-events.test.ts'],
  },
  {
    name: 'cursor-of-the-mocks-off-by-one',
    file: 'packages/msw/src/pages.ts',
    from: 'compare(place, after, descending) > 0',
    to: 'compare(place, after, descending) >= 0',
    tests: [mocks],
    titles: 'mocks lists',
  },
  {
    name: 'cursor-of-the-server-off-by-one',
    file: 'packages/server/src/db/tenant-query.ts',
    from: "const [later, earlier] = direction === 'asc' ? ['>', '<='] : ['<', '>='];",
    to: "const [later, earlier] = direction === 'asc' ? ['>=', '<='] : ['<=', '>='];",
    tests: [conformance],
    titles: 'SQLite lists',
  },
  {
    name: 'cursor-not-bound-to-its-tenant',
    file: 'packages/server/src/db/cursor.ts',
    from: '.update(`${tenantId}\\n`)',
    to: ".update('')",
    tests: [conformance],
    titles: 'SQLite lists',
  },
  {
    name: 'lease-not-fenced-when-a-message-advances',
    file: `${messages}/statements/advance-message.ts`,
    from: 'if (lease && !isLeased(db, lease)) return',
    to: 'if (lease && isLeased(db, lease) === undefined) return',
    tests: [`${messages}/deliver.test.ts`],
    titles: 'SQLite',
  },
  {
    name: 'answer-checked-after-its-effect-is-committed',
    file: 'packages/server/src/http/implement.ts',
    from: 'return await inTransaction(ctx, (ctx) => run(ctx, value));',
    to: 'return await run(ctx, value);',
    tests: ['packages/server/src/http/implement.test.ts'],
    titles: 'SQLite',
  },
  {
    name: 'taken-value-of-a-transaction-ignored',
    file: 'packages/server/src/db/transactions.ts',
    from: 'if (taken) throw new TakenError(taken);',
    to: 'if (taken?.unique === undefined && taken) throw new TakenError(taken);',
    tests: ['packages/server/src/db/transactions.test.ts'],
  },
  {
    name: 'failed-transaction-kept-by-its-batch',
    file: 'packages/server/src/db/sqlite-batch.ts',
    from: "if (!isKept) db.prepare('ROLLBACK TO item').run();",
    to: "if (!isKept && db.open === false) db.prepare('ROLLBACK TO item').run();",
    tests: ['packages/server/src/db/transactions.test.ts'],
    titles: 'SQLite',
  },
  {
    name: 'idempotency-record-written-outside-the-transaction',
    file: 'packages/server/src/http/idempotency.ts',
    from: `    return await inTransaction(ctx, async (ctx) => {
      const answer = await run(ctx, value);`,
    to: `    const answer = await inTransaction(ctx, (ctx) => run(ctx, value));
    return await inTransaction(ctx, async (ctx) => {`,
    tests: ['packages/server/src/http/idempotency.test.ts'],
    titles: 'Postgres',
  },
  {
    name: 'message-sent-before-its-mark-is-committed',
    file: `${messages}/jobs.ts`,
    from: `    async run(ctx, job) {
      let file: Uploaded | undefined;`,
    to: `    run(ctx, job) {
      return inTransaction(ctx, (inner) => this.inside(inner, job));
    },
    async inside(ctx, job) {
      let file: Uploaded | undefined;`,
    tests: [`${messages}/deliver.test.ts`],
    titles: 'Postgres',
  },
  {
    name: 'message-sent-again-after-its-worker-died',
    file: 'packages/domain/src/attempts.ts',
    from: "if (nowMs < untilMs) return { kind: 'wait', for: 'answer', untilMs };",
    to: 'if (nowMs < untilMs) return startSending(state, nowMs);',
    tests: [`${messages}/deliver.test.ts`],
    titles: 'SQLite',
  },
  {
    name: 'late-report-lowers-the-status',
    file: 'packages/domain/src/message-steps.ts',
    from: 'read: [],',
    to: "read: ['delivered'],",
    tests: [mocks],
    titles: 'mocks messages reports of',
  },
  {
    name: 'quota-one-too-generous',
    file: 'packages/contract/src/rate-limit.ts',
    from: 'const admitted = waitMs <= roundingMs;',
    to: 'const admitted = waitMs <= intervalMs;',
    tests: [mocks, conformance],
    titles: '(mocks|SQLite) rate limits',
  },
  {
    name: 'webhook-of-the-future-accepted',
    file: 'packages/sdk/src/webhooks/verify.ts',
    from: "if (age < -toleranceSeconds) refuse('timestamp_too_new');",
    to: '',
    tests: ['packages/sdk/test/webhooks.test.ts'],
  },
  {
    name: 'webhook-signature-compared-to-a-part',
    file: 'packages/contract/src/webhook-signature.ts',
    from: 'let difference = given.length ^ expected.length;',
    to: 'let difference = 0;',
    tests: ['packages/sdk/test/webhooks.test.ts'],
  },
  {
    name: 'webhook-body-without-a-limit',
    file: 'packages/sdk/src/webhooks/input.ts',
    from: "if (bytes > maxBodyBytes) refuse('body_too_large');",
    to: '',
    tests: ['packages/sdk/test/webhook-inputs.test.ts'],
  },
  {
    name: 'webhook-sender-cut-off-before-its-answer',
    file: 'packages/sdk/src/webhooks/express.ts',
    from: 'request.iterator?.({ destroyOnReturn: false }) ?? request',
    to: 'request',
    tests: ['packages/sdk/test/webhook-handlers.test.ts'],
  },
  {
    name: 'request-that-is-given-up-not-stopped',
    file: 'packages/sdk/src/core/attempt.ts',
    from: 'return abort;',
    to: 'return () => undefined;',
    tests: ['packages/sdk/test/no-answer.test.ts'],
  },
  {
    name: 'authorization-replaced-by-a-hook',
    file: 'packages/sdk/src/core/send.ts',
    from: 'mergeHeaders(runBefore(hooks, info), call.headers)',
    to: 'mergeHeaders(call.headers, runBefore(hooks, info))',
    tests: ['packages/sdk/test/observing.test.ts'],
  },
  {
    name: 'query-of-later-pages-changed-by-the-caller',
    file: 'packages/sdk/src/core/transport.ts',
    from: 'const query: { cursor?: string } = { ...input.query };',
    to: 'const query = input.query ?? {};',
    tests: ['packages/sdk/test/list-calls.test.ts'],
  },
  {
    name: 'failure-that-nothing-looks-at-is-dropped',
    file: 'packages/sdk/src/core/promise.ts',
    from: 'this.result = result;',
    to: 'this.result = result; result.catch(() => undefined);',
    tests: ['packages/sdk/test/unhandled.test.ts'],
  },
  {
    name: 'list-that-fails-while-it-is-iterated-is-unhandled',
    file: 'packages/sdk/src/core/pages.ts',
    from: 'if (prefetch) last.catch(ignore);',
    to: '',
    tests: ['packages/sdk/test/unhandled.test.ts'],
  },
  {
    name: 'deadline-counts-the-time-in-the-queue',
    file: 'packages/sdk/src/core/send.ts',
    from: 'endsAt = startedAt + limits.deadlineMs',
    to: 'endsAt = queuedAt + limits.deadlineMs',
    tests: ['packages/sdk/test/quota-queue.test.ts'],
  },
  {
    name: 'repeated-cursor-error-without-its-call',
    file: 'packages/sdk/src/core/pages.ts',
    from: 'const context = { ...identity, ...answerContext',
    to: 'const context = { ...answerContext',
    tests: ['packages/sdk/test/list-calls.test.ts'],
  },
  {
    name: 'page-that-is-none-taken-for-one',
    file: 'packages/sdk/src/core/attempt.ts',
    from: "(call.paged && !Array.isArray(data['data']))",
    to: 'false',
    tests: ['packages/sdk/test/list-calls.test.ts'],
  },
  ...receiverMutations,
  ...agencyMutations,
  ...sessionMutations,
  ...templateMutations,
  ...consentMutations,
  ...contactMutations,
  ...dealMutations,
  ...ticketMutations,
  ...webhookMutations,
  ...knowledgeMutations,
  ...listMutations,
  ...outboundMutations,
  ...channelMutations,
  ...faultMutations,
  ...httpMutations,
  ...jobMutations,
];
