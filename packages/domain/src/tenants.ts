import {
  type AgencyClient,
  type RouteMetadata,
  ServiceError,
  type Tenant,
  type TenantLimits,
  type TenantLimitsInput,
  type TenantSettings,
  type UpdateTenantBody,
} from '@parley/contract/schemas';
import { refuseIssuedKey } from './agency-grants.ts';
import type { StoredBranding } from './branding.ts';
import { keywordOf, optInKeywords, optOutKeywords } from './consent.ts';
import { opposedKeyword } from './consent-states.ts';
import { dayMs } from './durations.ts';
import { givenFields } from './fields.ts';
import { checkTransition, type Transitions } from './refusals.ts';
import { defineRules, type Made, patched } from './rules.ts';
import { noLimits } from './tenant-limits.ts';

export const defaultTenantSettings: TenantSettings = {
  optOutKeywords: [],
  optInKeywords: [],
  optOutConfirmation: null,
  optInConfirmation: null,
  conversationAutoCloseHours: null,
  ticketAutoCloseHours: 96,
  agencyCanRegrant: false,
  sendReadReceipts: true,
  businessHours: null,
};

/** A stored tenant, with fields that its own keys never see: while these are set, the server refuses the keys. */
export interface StoredTenant extends Tenant {
  readonly suspendedAt: string | null;
  /** Why the tenant is suspended. Only the operator and the agency of the tenant see it. */
  readonly suspendedReason: string | null;
  /**
   * Who suspended the tenant; null while it is not suspended. The operator while both want it: the record that the agency
   * has of its client keeps its own suspension.
   */
  readonly suspendedBy: 'operator' | 'agency' | null;
  /** When the server deletes the tenant with its data; null = never. */
  readonly purgeAt: string | null;
  /** The branding of an agency; null = that of Parley. */
  readonly branding: StoredBranding | null;
}

/** The statuses that may follow each status. */
export const tenantTransitions: Transitions<Tenant['status']> = {
  active: ['suspended', 'archived'],
  suspended: ['active', 'archived'],
  archived: [],
};

export function tenantOf({
  suspendedAt: _at,
  suspendedReason: _reason,
  suspendedBy: _by,
  purgeAt: _purge,
  branding: _branding,
  ...shown
}: StoredTenant) {
  return shown satisfies Tenant;
}

/** Returns the action that the audit log has for a change of the status; undefined when the status stays. */
export function statusAction(
  before: Pick<Tenant, 'status'>,
  { status }: Pick<Tenant, 'status'>,
): string | undefined {
  if (status === before.status) return undefined;
  return status === 'active' ? 'tenant.resumed' : `tenant.${status}`;
}

/** Throws SVC-TENANT-SUSPENDED unless the tenant is active, or suspended and the endpoint works then. */
export function checkActive(
  status: Tenant['status'],
  suspendedAt: string | null,
  { whileSuspended = false }: Pick<RouteMetadata, 'whileSuspended'> = {},
): void {
  if (status === 'active' || (status === 'suspended' && whileSuspended)) return;
  throw new ServiceError('SVC-TENANT-SUSPENDED', { suspendedAt });
}

const notSuspended = {
  suspendedAt: null,
  suspendedReason: null,
  suspendedBy: null,
  purgeAt: null,
} as const;

/** A suspension: who wants it, and why. */
export interface Suspension {
  readonly by: 'operator' | 'agency';
  readonly reason?: string | null;
}

/** Who ends a suspension. An operator does not end the one that the record of the tenant's agency still has. */
export type Resumption =
  | { readonly by: 'agency' }
  | {
      readonly by: 'operator';
      /** The record of the agency that created the tenant; undefined when there is none. */
      readonly client: Pick<AgencyClient, 'status' | 'suspendedAt' | 'suspendedReason'> | undefined;
    };

/**
 * Returns the suspended tenant. A tenant that was suspended before keeps its time and its reason; an operator takes over
 * the suspension by an agency, with its own reason. Throws SVC-INVALID-TRANSITION for an archived tenant.
 */
export function suspended(
  before: StoredTenant,
  { by, reason = null }: Suspension,
  at: string,
): StoredTenant {
  checkTransition('tenant', tenantTransitions, before, 'suspended');
  if (before.status !== 'suspended') {
    return {
      ...before,
      status: 'suspended',
      suspendedAt: at,
      suspendedReason: reason,
      suspendedBy: by,
    };
  }
  if (by === 'agency' || before.suspendedBy === by) return before;
  return { ...before, suspendedReason: reason, suspendedBy: by };
}

/** Returns the record with changed limits. Limits that `input` leaves out keep their values. */
export function withLimits<Rec extends { readonly limits: TenantLimits }>(
  before: Rec,
  input: TenantLimitsInput = {},
): Rec {
  return { ...before, limits: { ...before.limits, ...givenFields(input) } };
}

/** How long an operator can resume a tenant that its agency has archived, before the server deletes it. */
const purgeDays = 30;

/**
 * Returns the tenant of a client that its agency has archived: it is suspended, and will be deleted. An archived tenant
 * stays unchanged.
 */
export function condemned(before: StoredTenant, at: string): StoredTenant {
  if (before.status === 'archived') return before;
  const purgeAt = new Date(Date.parse(at) + purgeDays * dayMs).toISOString();
  return { ...suspended(before, { by: 'agency' }, at), purgeAt };
}

/**
 * Returns the tenant without the suspension by an operator or by its agency. It is active unless the other one lasts.
 * Throws SVC-INVALID-TRANSITION for an archived tenant.
 */
export function resumed(before: StoredTenant, resumption: Resumption): StoredTenant {
  checkTransition('tenant', tenantTransitions, before, 'active');
  if (resumption.by === 'agency') return before.suspendedBy === 'agency' ? active(before) : before;
  const { client } = resumption;
  if (before.status === 'active' || client?.status !== 'suspended') return active(before);
  const { suspendedAt, suspendedReason } = client;
  return { ...before, ...notSuspended, suspendedAt, suspendedReason, suspendedBy: 'agency' };
}

function active(before: StoredTenant): StoredTenant {
  return { ...before, status: 'active', ...notSuspended };
}

/** Returns the archived tenant, whose deletion is due. An earlier time of the deletion stays. */
export function archivedTenant(before: StoredTenant, at: string): StoredTenant {
  const { suspendedAt, purgeAt } = before;
  const isDue = purgeAt !== null && purgeAt < at;
  return {
    ...before,
    status: 'archived',
    suspendedAt: suspendedAt ?? at,
    purgeAt: isDue ? purgeAt : at,
  };
}

/** Returns the archived tenant if the time of its deletion has come, or else the unchanged tenant. */
export function purgedTenant(before: StoredTenant, at: string): StoredTenant {
  const isDue = before.purgeAt !== null && before.purgeAt <= at;
  return isDue ? archivedTenant(before, at) : before;
}

/** The input for a new tenant. Missing fields get their defaults. */
export interface NewTenant
  extends Pick<Tenant, 'name'>,
    Pick<UpdateTenantBody, 'timezone' | 'locale' | 'defaultCurrency'> {
  /** Default: `standard`. */
  readonly kind?: Tenant['kind'] | undefined;
  /** The agency that creates this tenant, for the kind `client`. */
  readonly agencyId?: string | undefined;
  readonly limits?: TenantLimitsInput | undefined;
}

export function newTenant({ id, at }: Made, { name, ...given }: NewTenant): StoredTenant {
  const { kind = 'standard', agencyId = null, limits } = given;
  const { timezone = 'UTC', locale = 'en', defaultCurrency = 'USD' } = given;
  return {
    id,
    name,
    kind,
    status: 'active',
    timezone,
    locale,
    defaultCurrency,
    agencyId,
    settings: defaultTenantSettings,
    ...withLimits({ limits: noLimits }, limits),
    ...notSuspended,
    branding: null,
    createdAt: at,
    updatedAt: at,
  };
}

export const tenantRules = defineRules<StoredTenant, NewTenant, UpdateTenantBody, object>({
  kind: 'tenant',
  hidden: ['suspendedAt', 'suspendedReason', 'suspendedBy', 'purgeAt', 'branding'],
  initial: (body, made) => newTenant(made, body),
  changed(before, { settings, ...fields }) {
    const after = { ...before.settings, ...givenFields(settings ?? {}) };
    checkKeywords(after);
    return { ...patched(before, fields), settings: after };
  },
  events: { updated: 'tenant.updated' },
  filters: {},
});

/** Throws SVC-RULE-VIOLATION when the same keyword would opt out and opt in. */
function checkKeywords(settings: TenantSettings): void {
  const outs = new Set([...optOutKeywords, ...settings.optOutKeywords].map(keywordOf));
  const ins = new Set([...optInKeywords, ...settings.optInKeywords].map(keywordOf));
  const check = (field: 'optOutKeywords' | 'optInKeywords', others: ReadonlySet<string>) => {
    const both = settings[field].find((keyword) => others.has(keywordOf(keyword)));
    if (both !== undefined) throw opposedKeyword(both, `settings.${field}`);
  };
  check('optOutKeywords', ins);
  check('optInKeywords', outs);
}

/** Throws SVC-FORBIDDEN when a key that an agency issued would change what agencies may do in this tenant. */
export function checkTenantChange(
  before: Tenant,
  { settings }: UpdateTenantBody,
  grantId: string | null,
): void {
  const { agencyCanRegrant = before.settings.agencyCanRegrant } = settings ?? {};
  if (agencyCanRegrant !== before.settings.agencyCanRegrant) refuseIssuedKey(grantId);
}
