import * as z from 'zod';
import { type ErrorRule, errorRules, reachedLimits } from './error-rules.ts';
import { textOrNull } from './nullable.ts';
import { timestamp } from './timestamps.ts';
import { validationIssue } from './validation-issue.ts';

const text = (description: string) => z.string().describe(description);
const whole = (description: string) => z.int().describe(description);
const texts = (description: string) => z.array(z.string()).describe(description);

const none = z.object({});
const resource = text('Kind of record, such as `message`.');
const recordId = text('ID of the record.');
const channelType = text('Network of the channel.');
const templateName = text('Name of the template.');
const language = text('Requested language.');

/** The schemas of `details`, by error code. */
export const errorDetails = {
  'SVC-VALIDATION': z.object({
    issues: z.array(validationIssue).describe('The invalid fields of the request, at most 100.'),
  }),
  'SVC-MALFORMED-JSON': z.object({
    position: whole('Position at which parsing stopped, in characters from the start.').optional(),
  }),
  'SVC-CURSOR-INVALID': z.object({
    reason: z
      .enum(['malformed', 'filter_mismatch'])
      .describe('`filter_mismatch`: the cursor belongs to other filters or another sort.'),
  }),
  'SVC-UNAUTHORIZED': z.object({
    reason: z
      .enum(['missing', 'malformed', 'invalid', 'revoked', 'expired', 'ambiguous', 'signature'])
      .describe(
        'Reason of the refusal. `ambiguous`: `Authorization` and `X-API-Key` hold different keys. `signature`: that of a webhook is invalid.',
      ),
  }),
  'SVC-FORBIDDEN': z.object({
    reason: text(
      '`issued_key`: an agency issued the API key, and such a key may not do this. `regrant`: the setting `agencyCanRegrant` of the client is off. `not_provisioned`: the agency did not create this client. `own_access`: a member of the client has an account, or the client has an API key that the agency did not issue. Its members and the operator of the server invite further owners. `guest`: in the console, a member of an agency may not do this in the tenant of a client. `cross_site`: a page of another site sent the request to the console. `verify_token`: a GET on `/hooks/…`, by which a provider confirms its webhook, has a wrong verify token.',
    ),
  }),
  'SVC-AGENCY-REQUIRED': none,
  'SVC-GRANT-REQUIRED': z.object({
    clientId: text('ID of the client record.'),
    permission: text('The permission that no active grant of the client includes.'),
  }),
  'SVC-TENANT-SUSPENDED': z.object({
    suspendedAt: textOrNull('Time of the suspension; null = unknown.'),
  }),
  'SVC-SESSION-REQUIRED': none,
  'SVC-SIGN-IN-REQUIRED': z.object({
    reason: z
      .enum(['missing', 'ended'])
      .describe('`missing`: the request has no session. `ended`: its session has ended.'),
  }),
  'SVC-SIGN-IN-FAILED': z.object({
    reason: z
      .enum([
        'credentials',
        'code_required',
        'code_wrong',
        'no_workspace',
        'sso_expired',
        'sso_refused',
        'sso_unknown',
        'sso_unverified',
      ])
      .describe(
        '`credentials`: the email address or the password is wrong. `code_required`: send the code of the authenticator app, too. `code_wrong`: the code is wrong, or was used. `no_workspace`: the account is no active member of a tenant. `sso_expired`: the single sign-on took longer than 10 minutes, or began in another browser. `sso_refused`: the answer of the provider is not valid. `sso_unknown`: no account may sign in with the address. `sso_unverified`: the provider has not verified the address.',
      ),
  }),
  'SVC-ROLE-REQUIRED': z.object({
    role: z.enum(['admin', 'owner']).describe('The least role that may do this.'),
  }),
  'SVC-LINK-INVALID': z.object({
    reason: z
      .enum(['unknown', 'used', 'expired'])
      .describe('Why the link does not work. A revoked invitation is `used`.'),
  }),
  'SVC-NOT-FOUND': z.object({
    resource,
    id: text('The requested id.'),
    mergedIntoId: text(
      'ID of the contact that the requested one was merged into; absent otherwise.',
    ).optional(),
  }),
  'SVC-ROUTE-NOT-FOUND': z.object({
    method: text('Method of the request.'),
    path: text('Path of the request.'),
  }),
  'SVC-METHOD-NOT-ALLOWED': z.object({ allowed: texts('Methods that the path supports.') }),
  'SVC-CONFLICT': z.object({
    resource,
    field: text('The field whose value another record has.'),
    existingId: textOrNull('ID of that record; null when it is not stored, or not visible to you.'),
  }),
  'SVC-CONTACT-AMBIGUOUS': z.object({
    candidates: z
      .array(
        z.object({
          field: text('The field of the request.'),
          id: text('ID of the contact that has its value.'),
        }),
      )
      .describe('The contacts that were found.'),
  }),
  'SVC-INVALID-TRANSITION': z.object({
    resource,
    id: recordId,
    from: text('Current status of the record.'),
    to: text('Requested status.').optional(),
    action: text('Requested action.').optional(),
    allowed: texts(
      'With `to`: statuses that can follow the current one. With `action`: statuses in which the action is possible. Empty if there are none.',
    ),
    suggestion: text('Action that may help instead; absent if there is none.').optional(),
  }),
  'SVC-STAGE-MISMATCH': z.object({
    pipelineId: text('ID of the pipeline.'),
    stageId: text('ID of the stage.'),
  }),
  'SVC-IN-USE': z.object({
    resource,
    id: recordId,
    references: z
      .record(z.string(), z.int())
      .describe('Number of other records that refer to this one, by kind.'),
  }),
  'SVC-CHANNEL-UNAVAILABLE': z.object({
    channelId: text('The channel.'),
    status: text('Its status.'),
    reason: textOrNull('Its `statusReason`.'),
  }),
  'SVC-IDEMPOTENCY-IN-PROGRESS': none,
  'SVC-PAYLOAD-TOO-LARGE': z.object({ limitBytes: whole('Maximum size of a body, in bytes.') }),
  'SVC-HEADERS-TOO-LARGE': z.object({
    limitBytes: whole('Maximum size of the headers, in bytes.'),
  }),
  'SVC-UNSUPPORTED-MEDIA-TYPE': z.object({ expected: text('The content type to send.') }),
  'SVC-IDEMPOTENCY-MISMATCH': none,
  'SVC-RECIPIENT-INVALID': z.object({
    channelType,
    reason: text(
      'Why the address is invalid, such as `not_a_phone_number_or_bsuid`. A BSUID is the ID of a user of WhatsApp in your business, such as `US.13491208655302741918`.',
    ),
  }),
  'SVC-WINDOW-CLOSED': z.object({
    channelType,
    windowHours: z.number().describe('Length of the messaging window, in hours.'),
    lastInboundAt: textOrNull('Time of the last message of the customer; null = none is known.'),
    closedAt: textOrNull('Time at which the window closed.'),
    reason: z
      .enum(['time', 'quota'])
      .describe(
        '`time`: too long after the last inbound message. `quota`: the message limit is reached; wait for the customer to answer.',
      ),
    suggestion: z
      .enum(['template'])
      .nullable()
      .describe('What you can send instead; null = nothing.'),
  }),
  'SVC-TEXT-TOO-LONG': z.object({
    limit: whole('Maximum length of a text on this channel.'),
    unit: text('Unit of the limit: characters or bytes.'),
    actual: whole('Length of the text.'),
  }),
  'SVC-CONTENT-UNSUPPORTED': z.object({ channelType, type: text('Type of the refused message.') }),
  'SVC-MEDIA-UNSUPPORTED': z.object({
    channelType,
    type: text('Type of the message.'),
    mimeType: text('MIME type of the file.'),
    sizeBytes: whole('Size of the file in bytes.'),
    allowedTypes: texts('MIME types that the channel takes for this type of message.'),
    maxBytes: whole('Maximum size in bytes that the channel takes for this type of message.'),
  }),
  'SVC-TEMPLATE-NOT-FOUND': z.object({
    name: templateName,
    language,
    availableLanguages: texts('Languages of the template.'),
  }),
  'SVC-TEMPLATE-NOT-APPROVED': z.object({
    name: templateName,
    language,
    status: text('Status of the template.'),
  }),
  'SVC-TEMPLATE-PARAMS': z.object({
    expected: texts('Keys of the values that the template needs.'),
    received: texts('Keys of the given values.'),
    missing: texts('Keys of the missing values.'),
    unexpected: texts('Keys that the template does not have.'),
    empty: texts('Keys of the blank values.'),
    tooLong: texts(
      'Keys of one-time passwords with more than 15 characters, and of the values of a text that would have more than 32,768.',
    ),
    spacing: texts(
      'Keys of the values of the body with a line break, a tab, or more than four spaces in a row, which WhatsApp does not accept.',
    ),
  }),
  'SVC-RULE-VIOLATION': z.object({
    rule: z
      .enum(Object.keys(errorRules) as ErrorRule[])
      .describe(
        'The rule that the request breaks. Open enum: new rules may be added; handle unknown ones.',
      ),
    field: text('Field with the refused value.'),
  }),
  'SVC-LIMIT-REACHED': z.object({
    limit: text(
      `Name of the limit that is reached: ${reachedLimits.map((name) => `\`${name}\``).join(', ')}. New names may be added.`,
    ),
    max: whole('Value of the limit.'),
    used: whole('Number of records that count at present. Only for limits of a tenant.').optional(),
    resetsAt: timestamp
      .optional()
      .describe('Time at which the count starts again. Only for limits per month.'),
  }),
  'SVC-RATE-LIMITED': z.object({
    limit: whole('Requests per quota period.'),
    windowSeconds: whole('Length of the quota period, in seconds.'),
    retryAfterSeconds: whole('Seconds to wait, as in `Retry-After`.'),
    scope: z
      .enum(['key', 'ip', 'session', 'sign_in'])
      .describe(
        '`key`: the quota of the API key. `ip`: the limit of requests without a valid API key from one IP address. In the console, `session`: the quota of the session; `sign_in`: the limit of failed sign-ins of one account from one IP address.',
      ),
  }),
  'SVC-INTERNAL': z.object({ requestId: text('As in `X-Request-Id`.') }),
  'SVC-PROVIDER-ERROR': z.object({
    provider: text('The provider.'),
    providerCode: textOrNull("The provider's own code."),
    providerMessage: textOrNull("The provider's own error text."),
    reason: text('Kind of failure.'),
    retryable: z.boolean().describe('Whether a retry may succeed.'),
  }),
  'SVC-UNAVAILABLE': z.object({
    retryAfterSeconds: whole('Seconds to wait, as in `Retry-After`.'),
    requestId: text('As in `X-Request-Id`.').optional(),
  }),
  'SVC-UNDELIVERABLE': none,
  'SVC-RECIPIENT-OPTED-OUT': z.object({
    scope: text('Kind of messages that the recipient opted out of.'),
    at: textOrNull('Time; null = unknown.'),
  }),
  'SVC-RECIPIENT-BLOCKED': none,
  'SVC-MARKETING-LIMITED': none,
  'SVC-PROVIDER-RATE-LIMITED': z.object({
    scope: z
      .enum(['app', 'channel', 'pair', 'quality'])
      .describe(
        'What the provider limits: all channels of an app, the whole channel, messages to one recipient, or a channel of low quality.',
      ),
  }),
  'SVC-MEDIA-FAILED': none,
  'SVC-EXPIRED': z.object({ expiredAt: text('Time of the expiry.') }),
} as const;
