import {
  type ChannelCheck,
  type ChannelConfig,
  type ChannelConfigInput,
  type ChannelCredentials,
  type ChannelCredentialsInput,
  type ConfigField,
  type CreateChannelBody,
  channelProvider,
  channelProviders,
  type ServiceError,
} from '@parley/contract/schemas';
import { type QualityReport, withQuality } from './channel-quality.ts';
import type { StoredChannel } from './channel-record.ts';
import { givenFields } from './fields.ts';
import { violation } from './refusals.ts';

// How a channel is connected to its provider: the account at the provider, which credentials the channel has, and the
// results of `verify`.

type Connection = Pick<StoredChannel, 'config' | 'credentials' | 'verification'>;

interface Given {
  readonly config?: ChannelConfigInput | undefined;
  readonly credentials?: ChannelCredentialsInput | undefined;
}

const noConfig: ChannelConfig = {
  phoneNumberId: null,
  wabaId: null,
  apiVersion: null,
  igUserId: null,
  businessId: null,
};
const noCredentials: ChannelCredentials = {
  accessToken: false,
  appSecret: false,
  verifyToken: false,
  refreshToken: false,
  appId: false,
  expiresAt: null,
  refreshable: false,
  updatedAt: null,
};

/**
 * Throws SVC-RULE-VIOLATION for a provider of another network, and for fields that are missing or that the provider
 * does not accept.
 */
export function checkConnection(body: CreateChannelBody): void {
  const { provider, config = {} } = body;
  const needs = channelProviders[provider];
  if (needs.type !== undefined && needs.type !== body.type) {
    const fitting = channelProvider.options.filter((name) =>
      [undefined, body.type].includes(channelProviders[name].type),
    );
    const message = `A channel of the type \`${body.type}\` needs one of the providers ${fitting.join(', ')}.`;
    throw violation('provider_of_network', 'provider', message);
  }
  const missing = needs.config.find((field) => config[field] === undefined);
  if (missing) {
    const field = `config.${missing}`;
    throw violation('required_by_provider', field, `The provider ${provider} needs \`${field}\`.`);
  }
  if (provider !== 'sandbox' && (body.externalId ?? null) !== null) {
    throw notOf(provider, 'externalId');
  }
  checkFields(provider, body);
}

function checkFields(
  provider: StoredChannel['provider'],
  { config = {}, credentials = {} }: Given,
): void {
  const needs = channelProviders[provider];
  const known: readonly string[] = [...needs.config, ...needs.optionalConfig];
  for (const field of Object.keys(givenFields(config))) {
    if (!known.includes(field)) throw notOf(provider, `config.${field}`);
  }
  for (const field of Object.keys(givenFields(credentials))) {
    if (!needs.credentials.some((known) => known === field)) {
      throw notOf(provider, `credentials.${field}`);
    }
  }
}

function notOf(provider: StoredChannel['provider'], field: string): ServiceError {
  const message = `The provider ${provider} does not accept \`${field}\`. Remove it.`;
  return violation('not_of_provider', field, message);
}

export function initialConnection(
  { provider, ...given }: CreateChannelBody,
  at: string,
): Connection {
  if (provider === 'sandbox') return { config: null, credentials: null, verification: null };
  return {
    config: { ...noConfig, ...givenFields(given.config ?? {}) },
    credentials: withCredentials(noCredentials, given.credentials, at),
    verification: null,
  };
}

/**
 * Returns the channel with another account or other credentials. The channel must be verified before it sends again.
 * Throws SVC-RULE-VIOLATION for fields that its provider does not accept.
 */
export function changedConnection(before: StoredChannel, given: Given, at: string): StoredChannel {
  checkFields(before.provider, given);
  if (!before.config || !before.credentials) return before;
  const config = { ...before.config, ...givenFields(given.config ?? {}) };
  const fields = Object.keys(config) as ConfigField[];
  const isOtherConfig = fields.some((field) => config[field] !== before.config?.[field]);
  const hasNewSecrets = Object.keys(givenFields(given.credentials ?? {})).length > 0;
  if (!isOtherConfig && !hasNewSecrets) return before;
  const isSameOwner = config.wabaId === before.config.wabaId;
  const isSameAccount = accountIdOf({ ...before, config }) === before.externalId && isSameOwner;
  return {
    ...before,
    config,
    credentials: withCredentials(before.credentials, given.credentials, at),
    verification: null,
    ...(isOtherConfig && { quality: null, lastError: null, lastErrorAt: null }),
    // Templates belong to the business account.
    templatesSyncedAt: isSameOwner ? before.templatesSyncedAt : null,
    // While only the credentials change, webhooks of the account continue to reach the channel. Those of another account
    // reach it after its verification, which proves that the account belongs to the tenant.
    externalId: isSameAccount ? before.externalId : null,
    ...(before.status === 'disabled' ? {} : { status: 'pending', statusReason: null }),
  };
}

function withCredentials(
  before: ChannelCredentials,
  given: ChannelCredentialsInput | undefined,
  at: string,
): ChannelCredentials {
  const names = Object.keys(givenFields(given ?? {}));
  if (names.length === 0) return before;
  const isOtherToken = names.includes('accessToken');
  return {
    ...before,
    ...Object.fromEntries(names.map((name) => [name, true])),
    ...(isOtherToken && { expiresAt: null, refreshable: false }),
    updatedAt: at,
  };
}

/** Returns the ID by which the provider names the account of the channel; null for the sandbox. */
export function accountIdOf({
  provider,
  config,
}: Pick<StoredChannel, 'provider' | 'config'>): string | null {
  const { identity } = channelProviders[provider];
  return identity === undefined ? null : (config?.[identity] ?? null);
}

/** The answer of a provider that verified a channel. */
export interface Verified {
  readonly checks: readonly ChannelCheck[];
  /** Display number or handle; undefined when the provider did not report it. */
  readonly address?: string | undefined;
  /** When the access token expires; null = never. */
  readonly expiresAt: string | null;
  readonly refreshable: boolean;
  readonly quality?: QualityReport;
}

/**
 * Returns the channel after `verify`: `active` if every check succeeded. With `enables`, also a disabled channel
 * becomes active.
 */
export function verified(
  before: StoredChannel,
  { checks, address, expiresAt, refreshable, quality = {} }: Verified,
  { at, enables }: { readonly at: string; readonly enables: boolean },
): StoredChannel {
  const isRight = checks.every(({ ok }) => ok);
  const status = isRight ? 'active' : 'error';
  const statusReason = isRight ? null : 'verification_failed';
  return {
    ...withQuality(before, quality, at),
    ...(before.status === 'disabled' && !enables ? {} : { status, statusReason }),
    address: before.address ?? address ?? null,
    externalId: isRight ? accountIdOf(before) : before.externalId,
    credentials: before.credentials && { ...before.credentials, expiresAt, refreshable },
    verification: { at, checks: [...checks] },
  };
}

/** Returns whether the last verification succeeded. Other credentials or another account need a new one. */
export function isVerified({ verification }: Pick<StoredChannel, 'verification'>): boolean {
  return verification?.checks.every(({ ok }) => ok) ?? false;
}

/** Returns a sandbox channel after `verify`. Its checks always succeed, so a channel with an error works again. */
export function verifiedSandbox(before: StoredChannel, enables: boolean): StoredChannel {
  const isStopped = before.status === 'error' || (enables && before.status !== 'active');
  return isStopped ? { ...before, status: 'active', statusReason: null } : before;
}

/** Returns the failed checks that need no call of the provider. */
export function credentialChecks({ credentials }: StoredChannel): ChannelCheck[] {
  if (!credentials || credentials.accessToken) return [];
  return [
    {
      name: 'credentials',
      ok: false,
      detail: 'The channel has no access token.',
      fix: 'Store one: `PATCH /channels/{id}` with `credentials.accessToken`.',
    },
  ];
}
