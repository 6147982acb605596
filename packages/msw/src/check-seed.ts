// The fields that seeds may have. TypeScript checks them too; this check is for tests in JavaScript or with a cast.
import {
  conversation,
  type ErrorRule,
  inboundFailure,
  memberRole,
  message,
  ServiceError,
  simulateInboundBody,
  tenant,
  updateConversationBody,
  updateTenantBody,
} from '@parley/contract';
import * as z from 'zod';
import { checkObject, describeIssues, MockError, refuseUnknownField } from './problems.ts';

const text = simulateInboundBody.options[0].shape.text;
const positive = z.number().int().min(1);

/** The schemas of the seed fields that no request body has. */
export const seedFields = {
  conversation: updateConversationBody.omit({ snoozedUntil: true }).extend({
    channelId: z.string().optional(),
    contactId: z.string().optional(),
    metadata: conversation.shape.metadata.optional(),
    unreadCount: conversation.shape.unreadCount.min(0).optional(),
    text: text.optional(),
  }),
  message: z
    .object({ conversationId: z.string(), direction: message.shape.direction, text })
    .partial(),
  user: z
    .object({
      name: z.string().min(1),
      email: z.email(),
      role: memberRole,
      active: z.boolean(),
    })
    .partial(),
  apiKey: z
    .object({
      name: z.string().min(1),
      expiresAt: z.string(),
      quota: z.object({ limit: positive, windowSeconds: positive }),
    })
    .partial(),
  inboundFailure: inboundFailure
    .pick({ channelId: true, status: true, reason: true })
    .extend({ message: z.unknown() })
    .partial(),
  tenant: tenant.omit({ id: true, updatedAt: true }).extend(updateTenantBody.shape).partial(),
};

/** Returns `value` as parsed by the schema. Throws a MockError that names a wrong or unknown field. */
export function check<Schema extends z.ZodType>(
  where: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  checkObject(where, 'the fields', value);
  refuseUnknownField(where, 'it', fieldsOf(schema), value);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new MockError(
    `${where}: the contract does not allow this: ${describeIssues(result.error, value)}`,
  );
}

/** The option of a mock for each rule whose message names a setting of the server. */
const optionOf: ReadonlyMap<string, string> = new Map<ErrorRule, string>([
  ['webhook_url_https_required', '{ webhooks: { allowHttp: true } }'],
  ['webhook_url_not_public', '{ webhooks: { allowPrivate: true } }'],
  ['url_sources_disabled', "{ urlSources: { 'https://shop.example/help': 'We ship on Monday.' } }"],
]);

/**
 * Returns the result of `make`. Throws a `MockError` that names the seed `where` when a rule of the server refuses it.
 */
export function refusedAs<Made>(where: string, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const option = optionOf.get(String(error.details['rule']));
    const hint = option ? ` In a test: createMock(${option}).` : '';
    const facts = JSON.stringify(error.details);
    throw new MockError(`${where}: ${error.code} ${error.message}${hint} ${facts}`, {
      cause: error,
    });
  }
}

function fieldsOf(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodUnion ? schema.options.flatMap(fieldsOf) : [];
}
