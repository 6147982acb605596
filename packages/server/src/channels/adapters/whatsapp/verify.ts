import type { ChannelCheck } from '@parley/contract/schemas';
import type { Verified } from '@parley/domain';
import * as z from 'zod';
import type { Connection, ProviderApp } from '../adapter.ts';
import { refusedCheck, right, wrong } from '../checks.ts';
import { type GraphAccess, graphGet, graphReply } from '../graph.ts';
import { subscribe } from '../subscription.ts';
import { qualityFields, qualityReport } from './quality.ts';

const provider = 'whatsapp_cloud';
const phoneFields = `display_phone_number,verified_name,status,platform_type,health_status,${qualityFields}`;

const health = z.object({
  can_send_message: z.string(),
  entities: z
    .array(
      z.object({
        errors: z
          .array(
            z.object({
              error_code: z.number().optional(),
              error_description: z.string().optional(),
              possible_solution: z.string().optional(),
            }),
          )
          .optional(),
      }),
    )
    .optional(),
});
const phoneNumber = z.object({
  display_phone_number: z.string().optional(),
  verified_name: z.string().optional(),
  quality_rating: z.string().optional(),
  status: z.string().optional(),
  health_status: health.optional().catch(undefined),
});
const phoneNumbers = z.object({
  data: z.array(z.object({ id: z.string() })),
  paging: z
    .object({
      cursors: z.object({ after: z.string() }).partial().optional(),
      next: z.string().optional(),
    })
    .optional(),
});
/** The maximum number of pages of phone numbers that a verification reads. A page has up to 100 numbers. */
const maxPages = 50;
const tokenInfo = z.object({
  data: z.object({
    is_valid: z.boolean().optional(),
    expires_at: z.number().optional(),
    scopes: z.array(z.string()).optional(),
  }),
});
const neededScopes = ['whatsapp_business_messaging', 'whatsapp_business_management'];

/** Checks the token with its permissions, the phone number, the business account, and that the app receives webhooks. */
export async function verifyWhatsApp(
  access: GraphAccess,
  { channel }: Connection,
  app: ProviderApp,
): Promise<Verified> {
  const { phoneNumberId, wabaId } = channel.config ?? {};
  const checks: ChannelCheck[] = [];
  const phone = await ask(access, `${phoneNumberId}`, { fields: phoneFields });
  if ('refusal' in phone) {
    const fix = 'Check `credentials.accessToken` and `config.phoneNumberId`.';
    checks.push(refusedCheck('token', phone.refusal, fix));
    return { checks, expiresAt: null, refreshable: false };
  }
  checks.push(right('token', 'The token can read the phone number.'));
  const read = phoneNumber.safeParse(phone.json);
  const {
    display_phone_number: address,
    status,
    health_status: health,
    ...facts
  } = read.success ? read.data : {};
  checks.push(checkNumber(status, facts));
  if (health) checks.push(checkHealth(health));
  checks.push(
    await checkAccount(access, { phoneNumberId: `${phoneNumberId}`, wabaId: `${wabaId}` }),
  );
  checks.push(
    await subscribe(access, {
      provider,
      path: `${wabaId}/subscribed_apps`,
      fix: 'Give the token `whatsapp_business_management`.',
    }),
  );
  const { expiresAt, check } = await askAbout(access, app);
  if (check) checks.push(check);
  return { checks, address, expiresAt, refreshable: false, quality: qualityReport(phone.json) };
}

/** The statuses of numbers that send. Meta limits a flagged or restricted number, and refuses only some messages. */
const sending = new Set(['CONNECTED', 'FLAGGED', 'RESTRICTED']);

function checkNumber(
  status: string | undefined,
  { verified_name: name, quality_rating: quality }: z.infer<typeof phoneNumber>,
): ChannelCheck {
  const detail = `${name ?? 'The number'}: status ${status ?? 'unknown'}, quality ${quality ?? 'unknown'}.`;
  if (status === undefined || sending.has(status)) return right('phone_number', detail);
  const fix = 'Register the number: WhatsApp Manager, phone numbers, two-step verification.';
  return wrong('phone_number', detail, fix);
}

/**
 * Returns the check whether Meta lets the phone number send. That also depends on the account and the business of the
 * number.
 */
function checkHealth({
  can_send_message: state,
  entities = [],
}: z.infer<typeof health>): ChannelCheck {
  const errors = entities.flatMap(({ errors }) => errors ?? []);
  const told = errors.map(
    ({ error_code: code, error_description: text }) =>
      `${text ?? 'An error'} (${code ?? 'no code'})`,
  );
  const detail = [`Sending is ${state}.`, ...told].join(' ').slice(0, 500);
  if (state !== 'BLOCKED') return right('health', detail);
  const solution = errors.find(({ possible_solution }) => possible_solution)?.possible_solution;
  return wrong('health', detail, solution ?? 'Look at the account in the WhatsApp Manager.');
}

async function checkAccount(
  access: GraphAccess,
  { phoneNumberId, wabaId }: { phoneNumberId: string; wabaId: string },
): Promise<ChannelCheck> {
  const name = 'business_account';
  let after = '';
  for (let read = 0; read < maxPages; read += 1) {
    const query = { fields: 'id', limit: '100', ...(after !== '' && { after }) };
    const reply = await ask(access, `${wabaId}/phone_numbers`, query);
    if ('refusal' in reply) {
      const fix = 'Check `config.wabaId`, and give the token `whatsapp_business_management`.';
      return refusedCheck(name, reply.refusal, fix);
    }
    const { data = [], paging } = phoneNumbers.safeParse(reply.json).data ?? {};
    if (data.some(({ id }) => id === phoneNumberId))
      return right(name, 'The account has the phone number.');
    after = paging?.cursors?.after ?? '';
    if (paging?.next === undefined || after === '') {
      const fix = 'Set `config.wabaId` to the account that the phone number belongs to.';
      return wrong(name, 'The account does not have the phone number.', fix);
    }
  }
  const detail = `The phone number is not among the first ${maxPages * 100} numbers of the account.`;
  return wrong(name, detail, 'Use an account with fewer phone numbers.');
}

interface TokenFacts {
  /** When the token expires; null when it never expires, or when the provider does not tell. */
  readonly expiresAt: string | null;
  /**
   * The check of the permissions of the token. Absent unless the ID and the secret of the app are known, because
   * without them the provider may refuse to describe the token.
   */
  readonly check?: ChannelCheck;
}

/**
 * Asks the provider for the expiry and the permissions of the token. The provider always answers the app of the token,
 * and perhaps others.
 */
async function askAbout(
  access: GraphAccess,
  { appId, appSecret }: ProviderApp,
): Promise<TokenFacts> {
  const name = 'permissions';
  const app = appId && appSecret ? `${appId}|${appSecret}` : undefined;
  const asking = { ...access, accessToken: app ?? access.accessToken };
  const reply = await ask(asking, 'debug_token', {
    input_token: access.accessToken,
    ...(app !== undefined && { access_token: app }),
  });
  if ('refusal' in reply) {
    const fix = 'Check `credentials.appId` and `credentials.appSecret`.';
    return { expiresAt: null, ...(app && { check: refusedCheck(name, reply.refusal, fix) }) };
  }
  const {
    is_valid,
    scopes = [],
    expires_at = 0,
  } = tokenInfo.safeParse(reply.json).data?.data ?? {};
  const expiresAt = expires_at > 0 ? new Date(expires_at * 1_000).toISOString() : null;
  if (app === undefined) return { expiresAt };
  const missing = neededScopes.filter((scope) => !scopes.includes(scope));
  if (is_valid && missing.length === 0)
    return { expiresAt, check: right(name, 'The token has all permissions.') };
  const detail = is_valid
    ? `The token lacks ${missing.join(' and ')}.`
    : 'Meta calls the token invalid.';
  const fix = 'Generate a token of a system user with both permissions, and store it.';
  return { expiresAt, check: wrong(name, detail, fix) };
}

async function ask(access: GraphAccess, path: string, query: Readonly<Record<string, string>>) {
  return graphReply(provider, await graphGet(access, path, query));
}
