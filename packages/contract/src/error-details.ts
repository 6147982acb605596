import * as z from 'zod';
import { validationIssue } from './validation-issue.ts';

const text = (description: string) => z.string().describe(description);
const textOrNull = (description: string) => z.string().nullable().describe(description);
const whole = (description: string) => z.number().int().describe(description);
const texts = (description: string) => z.array(z.string()).describe(description);

const none = z.object({});
const resource = text('Kind of record, such as `message`.');
const recordId = text('Id of the record.');
const channelType = text('Network of the channel.');
const templateName = text('Name of the template.');
const language = text('Language that was asked for.');

/** What `details` holds, by code. */
export const errorDetails = {
  'SVC-VALIDATION': z.object({
    issues: z.array(validationIssue).describe('Everything that is wrong with the request.'),
  }),
  'SVC-MALFORMED-JSON': z.object({
    position: whole('Where parsing stopped, in characters from the start.').optional(),
  }),
  'SVC-CURSOR-INVALID': z.object({
    reason: z
      .enum(['malformed', 'filter_mismatch'])
      .describe('`filter_mismatch`: the cursor belongs to other filters or another sort.'),
  }),
  'SVC-UNAUTHORIZED': z.object({
    reason: z
      .enum(['missing', 'malformed', 'invalid', 'revoked', 'expired', 'ambiguous'])
      .describe('Why the key was refused. `ambiguous`: the two headers hold different keys.'),
  }),
  'SVC-FORBIDDEN': z.object({ reason: text('Why it is not permitted.') }),
  'SVC-TENANT-SUSPENDED': z.object({ suspendedAt: textOrNull('Since when; null = not known.') }),
  'SVC-SESSION-REQUIRED': none,
  'SVC-NOT-FOUND': z.object({ resource, id: text('The id that was asked for.') }),
  'SVC-ROUTE-NOT-FOUND': z.object({
    method: text('Method of the request.'),
    path: text('Path of the request.'),
  }),
  'SVC-METHOD-NOT-ALLOWED': z.object({ allowed: texts('Methods that the path takes.') }),
  'SVC-CONFLICT': z.object({
    resource,
    field: text('The field whose value is taken.'),
    existingId: textOrNull('The record that has it; null when you may not see it.'),
  }),
  'SVC-INVALID-TRANSITION': z.object({
    resource,
    id: recordId,
    from: text('State of the record.'),
    to: text('State that was asked for.').optional(),
    action: text('Action that was asked for.').optional(),
    allowed: texts('Statuses that are possible from the current one.'),
    suggestion: text('What to do instead.').optional(),
  }),
  'SVC-IN-USE': z.object({
    resource,
    id: recordId,
    references: z.record(z.string(), z.number().int()).describe('Records that use it, by kind.'),
  }),
  'SVC-CHANNEL-UNAVAILABLE': z.object({
    channelId: text('The channel.'),
    status: text('Its status.'),
    reason: textOrNull('Its `statusReason`.'),
  }),
  'SVC-IDEMPOTENCY-IN-PROGRESS': none,
  'SVC-PAYLOAD-TOO-LARGE': z.object({ limitBytes: whole('The largest body that is taken.') }),
  'SVC-HEADERS-TOO-LARGE': z.object({ limitBytes: whole('The largest headers that are taken.') }),
  'SVC-UNSUPPORTED-MEDIA-TYPE': z.object({ expected: text('The content type to send.') }),
  'SVC-IDEMPOTENCY-MISMATCH': none,
  'SVC-RECIPIENT-INVALID': z.object({ channelType, reason: text('Why `to` was refused.') }),
  'SVC-WINDOW-CLOSED': z.object({
    channelType,
    windowHours: z.number().describe('Length of the window.'),
    lastInboundAt: textOrNull('Last message from the customer; null = none is known.'),
    closedAt: textOrNull('When the window closed.'),
    reason: z.enum(['time', 'quota']).describe('Too late, or too many messages.'),
    suggestion: z.enum(['template']).nullable().describe('What may be sent instead.'),
  }),
  'SVC-TEXT-TOO-LONG': z.object({
    limit: whole('The longest text of this channel.'),
    unit: text('Unit of the limit: characters or bytes.'),
    actual: whole('Length of the text.'),
  }),
  'SVC-CONTENT-UNSUPPORTED': z.object({ channelType, type: text('The type that was sent.') }),
  'SVC-TEMPLATE-NOT-FOUND': z.object({
    name: templateName,
    language,
    availableLanguages: texts('Languages that exist.'),
  }),
  'SVC-TEMPLATE-NOT-APPROVED': z.object({
    name: templateName,
    language,
    status: text('Status of the template.'),
  }),
  'SVC-TEMPLATE-PARAMS': z.object({
    expected: texts('Parameters of the template.'),
    received: texts('Parameters that were sent.'),
    missing: texts('Those that are missing.'),
    unexpected: texts('Those that the template does not have.'),
    empty: texts('Those without a value.'),
  }),
  'SVC-RULE-VIOLATION': z.object({
    rule: text('Name of the rule.'),
    field: text('The field that breaks it.'),
  }),
  'SVC-LIMIT-REACHED': z.object({ limit: text('Name of the limit.'), max: whole('Its value.') }),
  'SVC-RATE-LIMITED': z.object({
    limit: whole('Requests per window.'),
    windowSeconds: whole('Length of the window.'),
    retryAfterSeconds: whole('Seconds to wait, as in `Retry-After`.'),
    scope: z
      .enum(['key', 'ip'])
      .describe('Whose quota: of the key, or of an address whose authentication keeps failing.'),
  }),
  'SVC-INTERNAL': z.object({ requestId: text('As in `X-Request-Id`.') }),
  'SVC-PROVIDER-ERROR': z.object({
    provider: text('The provider.'),
    providerCode: textOrNull("The provider's own code."),
    providerMessage: textOrNull("The provider's own error text."),
    reason: text('What kind of failure it is.'),
    retryable: z.boolean().describe('Whether trying again may help.'),
  }),
  'SVC-UNAVAILABLE': z.object({
    retryAfterSeconds: whole('Seconds to wait, as in `Retry-After`.'),
    requestId: text('As in `X-Request-Id`.').optional(),
  }),
  'SVC-UNDELIVERABLE': none,
  'SVC-RECIPIENT-OPTED-OUT': z.object({
    scope: text('What the recipient stopped.'),
    at: textOrNull('When; null = not known.'),
  }),
  'SVC-MARKETING-LIMITED': none,
  'SVC-PROVIDER-RATE-LIMITED': z.object({
    scope: z
      .enum(['channel', 'pair', 'quality'])
      .describe('Limited per channel, per recipient, or for the quality of the channel.'),
  }),
  'SVC-MEDIA-FAILED': none,
  'SVC-EXPIRED': z.object({ expiredAt: text('When it expired.') }),
} as const;
