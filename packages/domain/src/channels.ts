import {
  type Channel,
  type ChannelStatus,
  channelCapabilities,
  type channelsRoutes,
  fold,
  type ListChannelsQuery,
  type ProviderError,
  ServiceError,
  type UpdateChannelBody,
} from '@parley/contract/schemas';
import { changedConnection, checkConnection, initialConnection } from './channel-connections.ts';
import type { StoredChannel } from './channel-record.ts';
import { optsIn } from './consent.ts';
import { opposedKeyword } from './consent-states.ts';
import { givenFields } from './fields.ts';
import { anyOf, custom } from './filters.ts';
import { invalidTransition, notFound, type Transitions, violation } from './refusals.ts';
import { crudRules, patched, remaining } from './rules.ts';

export type ChannelSettings = Channel['settings'];

/**
 * The allowed status changes of a channel. New `config` or `credentials` make an active or failed channel `pending`: it
 * must be verified again.
 */
export const channelTransitions: Transitions<ChannelStatus> = {
  pending: ['active', 'error', 'disabled', 'archived'],
  active: ['pending', 'error', 'disabled', 'archived'],
  error: ['pending', 'active', 'disabled', 'archived'],
  disabled: ['active', 'error', 'archived'],
  archived: [],
};

export const defaultChannelSettings: ChannelSettings = {
  windowEnforcement: 'known',
  threading: 'single',
  throttlePerSecond: null,
  autoAssign: 'off',
  assigneeIds: [],
  optOutKeywords: null,
};

export const channelRules = crudRules<typeof channelsRoutes, StoredChannel>({
  kind: 'channel',
  initial: (body, { id, at }) => {
    checkConnection(body);
    const { name, type, provider, address, externalId, settings, metadata } = body;
    return {
      id,
      name,
      type,
      provider,
      // The sandbox has no credentials, so its channels need no verification before they send.
      status: provider === 'sandbox' ? 'active' : 'pending',
      statusReason: null,
      address: address ?? null,
      externalId: externalId ?? null,
      ...initialConnection(body, at),
      quality: null,
      // The templates of a sandbox channel are records of the server, so they are always up to date.
      templatesSyncedAt: hasSandboxTemplates(body) ? at : null,
      settings: withSettings(defaultChannelSettings, settings),
      lastInboundAt: null,
      lastOutboundAt: null,
      lastErrorAt: null,
      lastError: null,
      metadata: metadata ?? {},
      createdAt: at,
      updatedAt: at,
      archivedAt: null,
    };
  },
  changed(before, { settings, config, credentials, ...fields }, at) {
    checkLive(before, 'update');
    return {
      ...patched(changedConnection(before, { config, credentials }, at), fields),
      settings: withSettings(before.settings, settings),
    };
  },
  unique: {
    // After a channel is deleted, another channel can use its number.
    externalId: ({ type, externalId, archivedAt }) =>
      externalId === null || archivedAt !== null ? null : `${type} ${externalId}`,
  },
  events: { created: 'channel.created' },
  changeEvents: ({ quality, ...others }) => [
    ...remaining('status' in others ? 'channel.status_changed' : 'channel.updated', others),
    ...remaining('channel.quality_changed', givenFields({ quality })),
  ],
  filters: {
    type: anyOf('type'),
    status: anyOf('status'),
    includeArchived: custom,
  },
  sortKeys: { name: ({ name }) => fold(name) },
});

/**
 * Returns the channel with changed settings. Throws SVC-RULE-VIOLATION when `autoAssign` is on but lists no user, and for
 * an opt-out keyword that opts in.
 */
function withSettings(
  before: ChannelSettings,
  { assigneeIds, ...settings }: NonNullable<UpdateChannelBody['settings']> = {},
): ChannelSettings {
  const after = {
    ...before,
    ...givenFields(settings),
    ...(assigneeIds && { assigneeIds: [...new Set(assigneeIds)] }),
  };
  if (after.autoAssign !== 'off' && after.assigneeIds.length === 0) {
    throw violation('assignees_for_auto_assign', 'settings.assigneeIds');
  }
  const opposed = after.optOutKeywords?.find(optsIn);
  if (opposed !== undefined) throw opposedKeyword(opposed, 'settings.optOutKeywords');
  return after;
}

/** Returns the users that a change of settings adds to `autoAssign`. The caller must check that they are active. */
export function addedAssignees(
  { settings }: Pick<UpdateChannelBody, 'settings'>,
  before: readonly string[] = [],
): string[] {
  return (settings?.assigneeIds ?? []).filter((id) => !before.includes(id));
}

/** Returns whether a new channel gets the templates of the sandbox. */
export function hasSandboxTemplates({
  type,
  provider,
}: Pick<StoredChannel, 'type' | 'provider'>): boolean {
  return type === 'whatsapp' && provider === 'sandbox';
}

/** Returns the channel as the API shows it. */
export function channelOf(stored: StoredChannel): Channel {
  return { ...stored, capabilities: channelCapabilities[stored.type] };
}

/** Adds deleted channels to a list with a filter by status. Otherwise the list leaves them out. */
export function channelQuery(query: ListChannelsQuery): ListChannelsQuery {
  return query.status ? { ...query, includeArchived: true } : query;
}

/** Throws SVC-INVALID-TRANSITION when the channel is deleted. */
export function checkLive({ id, status: from }: StoredChannel, action: string): void {
  const allowed = [...channelTransitions[from]];
  if (allowed.length === 0) {
    throw invalidTransition({ resource: 'channel', id, from, action, allowed });
  }
}

/** Returns the disabled channel. Throws SVC-INVALID-TRANSITION when the channel is deleted. */
export function disabledChannel(before: StoredChannel): StoredChannel {
  checkLive(before, 'disable');
  return before.status === 'disabled'
    ? before
    : { ...before, status: 'disabled', statusReason: 'manual' };
}

/** Returns the channel as deleted. Its conversations and messages stay. Throws SVC-NOT-FOUND when it is deleted already. */
export function archived(before: StoredChannel, at: string): StoredChannel {
  if (before.status === 'archived') throw notFound('channel', before.id);
  return { ...before, status: 'archived', statusReason: null, updatedAt: at, archivedAt: at };
}

/** An error by which the provider refuses the whole channel. */
export interface ChannelError {
  readonly error: ProviderError;
  readonly providerCode: string | null;
  /**
   * The version of the refused account and credentials. Absent when the error came in a webhook and not in the response
   * to a call.
   */
  readonly connectionVersion?: number | undefined;
}

/** Returns the channel with `error` recorded, still with its old status. */
export function withError(
  before: StoredChannel,
  { error, providerCode }: ChannelError,
  at: string,
): StoredChannel {
  const { code, message } = error;
  return { ...before, lastError: { code, providerCode, message }, lastErrorAt: at };
}

/** Returns the channel without its last error, still with its status. */
export function withoutError(before: StoredChannel): StoredChannel {
  return { ...before, lastError: null, lastErrorAt: null };
}

/**
 * Returns the channel after an error: it sends nothing until it is enabled or a message succeeds. A disabled channel
 * stays `disabled`: only `enable` changes that status.
 */
export function stopped(before: StoredChannel, { error }: ChannelError): StoredChannel {
  if (before.status !== 'pending' && before.status !== 'active') return before;
  return { ...before, status: 'error', statusReason: reasonOf(error.reason) };
}

/** Returns the channel after it could send a message: a channel in the status `error` becomes active again. */
export function restored(before: StoredChannel): StoredChannel {
  return before.status === 'error' ? { ...before, status: 'active', statusReason: null } : before;
}

type ChannelState = Pick<StoredChannel, 'id' | 'status' | 'statusReason'>;

/** Returns the error for a channel that does not send in its present status, or undefined if it sends. */
export function refuseUnavailable(channel: ChannelState): ServiceError | undefined {
  return channel.status === 'active' ? undefined : unavailable(channel);
}

/**
 * Throws SVC-CHANNEL-UNAVAILABLE when the channel is deleted. In every other status it accepts inbound messages and
 * reports.
 */
export function checkReceives(channel: ChannelState): void {
  if (channel.status === 'archived') throw unavailable(channel);
}

/** Throws when the channel is not one of the sandbox, or is deleted: messages and reports are simulated only there. */
export function checkSimulates(channel: ChannelState & Pick<StoredChannel, 'provider'>): void {
  if (channel.provider !== 'sandbox') throw violation('sandbox_only', 'id');
  checkReceives(channel);
}

function unavailable({ id: channelId, status, statusReason: reason }: ChannelState): ServiceError {
  return new ServiceError('SVC-CHANNEL-UNAVAILABLE', { channelId, status, reason });
}

function reasonOf(reason: string | null): StoredChannel['statusReason'] {
  return reason === 'billing' || reason === 'restricted' || reason === 'not_ready'
    ? reason
    : 'auth';
}
