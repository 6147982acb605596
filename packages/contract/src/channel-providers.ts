import * as z from 'zod';
import type { ChannelType } from './capabilities.ts';
import { textOrNull, timeOrNull } from './nullable.ts';
import { timestamp } from './timestamps.ts';

// The fields that connect a channel to its provider: the IDs of the account, and the credentials, which no response
// shows.

export const channelProvider = z
  .enum(['sandbox', 'whatsapp_cloud', 'instagram_graph', 'tiktok_business'])
  .describe(
    'Service that carries the messages. `sandbox` simulates the network: nothing leaves the server.',
  );
export type ChannelProvider = z.infer<typeof channelProvider>;

const configFields = ['phoneNumberId', 'wabaId', 'apiVersion', 'igUserId', 'businessId'] as const;
const secretFields = ['accessToken', 'appSecret', 'verifyToken', 'refreshToken', 'appId'] as const;
export type ConfigField = (typeof configFields)[number];
export type SecretField = (typeof secretFields)[number];

interface ProviderNeeds {
  /** The network of the provider; undefined for the sandbox, which simulates every network. */
  readonly type?: ChannelType;
  /** The field with the ID by which the provider names the channel in its webhooks. */
  readonly identity?: ConfigField;
  readonly config: readonly ConfigField[];
  readonly optionalConfig: readonly ConfigField[];
  readonly credentials: readonly SecretField[];
}

const needsOf = {
  sandbox: { config: [], optionalConfig: [], credentials: [] },
  whatsapp_cloud: {
    type: 'whatsapp',
    identity: 'phoneNumberId',
    config: ['phoneNumberId', 'wabaId'],
    optionalConfig: ['apiVersion'],
    credentials: ['accessToken', 'appSecret', 'verifyToken', 'appId'],
  },
  instagram_graph: {
    type: 'instagram',
    identity: 'igUserId',
    config: ['igUserId'],
    optionalConfig: ['apiVersion'],
    credentials: ['accessToken', 'appSecret', 'verifyToken'],
  },
  tiktok_business: {
    type: 'tiktok',
    identity: 'businessId',
    config: ['businessId'],
    optionalConfig: [],
    credentials: ['accessToken', 'refreshToken', 'appId', 'appSecret'],
  },
} as const satisfies Record<ChannelProvider, ProviderNeeds>;

/** The fields of `config` and `credentials` that each provider accepts. */
export const channelProviders: Readonly<Record<ChannelProvider, ProviderNeeds>> = needsOf;

/** The required fields of `config`, and the fields of `credentials`, of one provider. */
export type ProviderFields<Provider extends ChannelProvider> = {
  config: (typeof needsOf)[Provider]['config'][number];
  credentials: (typeof needsOf)[Provider]['credentials'][number];
};

const accountId = (description: string) => ({
  read: textOrNull(description),
  write: z
    .string()
    .regex(/^\d{1,32}$/, 'must be digits')
    .optional()
    .describe(description),
});
const phoneNumberId = accountId('WhatsApp: ID of the phone number, not the number itself.');
const wabaId = accountId('WhatsApp: ID of the business account.');
const igUserId = accountId('Instagram: `user_id` of the account; it begins with 1784.');
const apiVersionText = 'WhatsApp and Instagram: version of the Graph API; null = the default.';
const businessIdText = 'TikTok: `open_id` of the business account.';

export const channelConfig = z
  .object({
    phoneNumberId: phoneNumberId.read,
    wabaId: wabaId.read,
    apiVersion: textOrNull(apiVersionText),
    igUserId: igUserId.read,
    businessId: textOrNull(businessIdText),
  })
  .describe('Account at the provider; fields of other providers are null.');
export type ChannelConfig = z.infer<typeof channelConfig>;

export const channelConfigInput = z
  .object({
    phoneNumberId: phoneNumberId.write,
    wabaId: wabaId.write,
    apiVersion: z
      .string()
      .regex(/^v\d{1,2}\.\d$/, 'must be a version such as v25.0')
      .nullish()
      .describe(apiVersionText),
    igUserId: igUserId.write,
    businessId: z
      .string()
      .regex(/^[\x21-\x7e]{1,128}$/, 'must be printable ASCII without spaces')
      .optional()
      .describe(businessIdText),
  })
  .describe('Account at the provider. Absent fields keep their values.');
export type ChannelConfigInput = z.infer<typeof channelConfigInput>;

// Secrets become headers and parts of URLs, so they must have only visible ASCII characters.
const secret = (description: string) =>
  z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, 'must be printable ASCII without spaces')
    .optional()
    .describe(description);

export const channelCredentialsInput = z
  .object({
    accessToken: secret('Access token for the API of the provider.'),
    appSecret: secret('App secret. The provider signs its webhooks with it.'),
    verifyToken: secret(
      'WhatsApp and Instagram: text of your choice. Enter the same text at Meta with the callback URL.',
    ),
    refreshToken: secret('TikTok: token with which the server renews `accessToken`.'),
    appId: secret('TikTok and WhatsApp: ID of the app.'),
  })
  .describe(
    'Secrets for the API of the provider. No response contains them. Absent fields keep their values.',
  );
export type ChannelCredentialsInput = z.infer<typeof channelCredentialsInput>;

const present = (name: string) => z.boolean().describe(`Whether \`${name}\` is stored.`);

export const channelCredentials = z
  .object({
    accessToken: present('accessToken'),
    appSecret: present('appSecret'),
    verifyToken: present('verifyToken'),
    refreshToken: present('refreshToken'),
    appId: present('appId'),
    expiresAt: timeOrNull(
      'Time at which `accessToken` expires; null = never, or not known until `verify`.',
    ),
    refreshable: z.boolean().describe('Whether the server renews the token before it expires.'),
    updatedAt: timeOrNull('Time at which credentials were last stored; null = none are stored.'),
  })
  .describe('Which credentials of the channel are stored, without their values.');
export type ChannelCredentials = z.infer<typeof channelCredentials>;

export const channelCheck = z
  .object({
    name: z.string().describe('Name of the check, such as `token` or `phone_number`.'),
    ok: z.boolean().describe('Whether the check succeeded.'),
    detail: z.string().describe('What the check found.'),
    fix: textOrNull('What to do; null when the check succeeded.'),
  })
  .describe('One check of a channel.');
export type ChannelCheck = z.infer<typeof channelCheck>;

export const channelVerification = z
  .object({
    at: timestamp.describe('Time of the verification.'),
    checks: z.array(channelCheck).describe('Every check, with its result.'),
  })
  .describe('Result of the last verification.');
export type ChannelVerification = z.infer<typeof channelVerification>;
