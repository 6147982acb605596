import {
  type InboundFailure,
  type ListInboundFailuresQuery,
  shownFragmentLength,
} from '@parley/contract/schemas';
import { anyOf, type Filters } from './filters.ts';
import { redacted } from './redacted.ts';

/** The number of attempts to handle an item of a webhook before it is `failed`; a retry starts them again. */
export const inboundAttempts = 5;

export interface StoredInboundFailure extends Omit<InboundFailure, 'fragment'> {
  /** A webhook body with this item alone. The item is unchanged. */
  readonly fragment: unknown;
}

export type InboundFailuresQuery = ListInboundFailuresQuery & { channelId: string[] };

export const inboundFailureFilters: Filters<StoredInboundFailure, InboundFailuresQuery> = {
  channelId: anyOf('channelId'),
  status: anyOf('status'),
};

/** Returns the item as the API shows it: without the texts, names and numbers of customers. */
export function inboundFailureOf(stored: StoredInboundFailure): InboundFailure {
  const isLong = JSON.stringify(stored.fragment).length > shownFragmentLength;
  const shown = isLong ? '…' : redacted(stored.fragment);
  const isObject = typeof shown === 'object' && shown !== null && !Array.isArray(shown);
  return {
    id: stored.id,
    channelId: stored.channelId,
    kind: stored.kind,
    status: stored.status,
    reason: stored.reason,
    attempts: stored.attempts,
    fragment: isObject ? (shown as Record<string, unknown>) : { value: shown },
    receivedAt: stored.receivedAt,
    lastAttemptAt: stored.lastAttemptAt,
  };
}
