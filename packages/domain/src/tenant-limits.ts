import {
  ServiceError,
  type TenantLimitName,
  type TenantLimitReached,
  type TenantLimits,
  type TenantLimitUse,
  type TenantLimitUses,
} from '@parley/contract/schemas';

/** A limit of a tenant with its counter. */
export interface LimitCount {
  readonly max: number;
  readonly used: number;
  /** The month (UTC) of the counter, such as `2026-11`. Empty for a limit that is not for a month. */
  readonly period: string;
}

/** New records that count. */
export interface Addition {
  readonly name: TenantLimitName;
  readonly at: string;
  /** Default: 1. */
  readonly records?: number;
  /** Whether the records are stored even above the limit, such as messages of customers. */
  readonly isNeverRefused?: boolean;
}

export const noLimits: TenantLimits = {
  messagesPerMonth: null,
  contacts: null,
  channels: null,
  members: null,
};

export const limitNames = Object.keys(noLimits) as readonly TenantLimitName[];

/** Returns the period in which a record of this time counts. */
export function periodOf(name: TenantLimitName, at: string): string {
  return name === 'messagesPerMonth' ? at.slice(0, 7) : '';
}

/** Returns the limit and its use at a time. If the counter is of an earlier month, the use is 0. */
function useOf(name: TenantLimitName, count: LimitCount, at: string): TenantLimitUse {
  const period = periodOf(name, at);
  const used = period > count.period ? 0 : count.used;
  return { max: count.max, used, resetsAt: period === '' ? null : nextMonth(period) };
}

/**
 * Returns all limits of a tenant with their use at a time, as the API shows them. `countOf` returns those that are set.
 */
export function usesOf(
  countOf: (name: TenantLimitName) => LimitCount | undefined,
  at: string,
): TenantLimitUses {
  const uses = limitNames.map((name) => {
    const count = countOf(name);
    return [name, count ? useOf(name, count, at) : null];
  });
  return { ...noLimits, ...Object.fromEntries(uses) };
}

/** Returns the counter after new records. Records of an earlier month than that of the counter do not count. */
export function countedUp({ name, at, records = 1 }: Addition, count: LimitCount): LimitCount {
  const period = periodOf(name, at);
  if (period < count.period) return count;
  return { ...count, used: useOf(name, count, at).used + records, period };
}

/** Returns SVC-LIMIT-REACHED when there is no room for the new records; undefined otherwise. */
export function refusedByLimit(
  { name, at, records = 1, isNeverRefused = false }: Addition,
  count: LimitCount,
): ServiceError<'SVC-LIMIT-REACHED'> | undefined {
  const { max, used, resetsAt } = useOf(name, count, at);
  if (isNeverRefused || used + records <= max) return undefined;
  const details = { limit: name, max, used };
  const scope = resetsAt === null ? '' : ' per month';
  // Members are not deleted.
  const remedy = name === 'members' ? 'Deactivate' : 'Delete';
  const advice = resetsAt === null ? `${remedy} one first` : `Wait until ${resetsAt}`;
  const message = `The limit \`${name}\` of ${max}${scope} is reached. ${advice}, or ask the agency or the operator of the server for a higher limit.`;
  return new ServiceError(
    'SVC-LIMIT-REACHED',
    { ...details, ...(resetsAt && { resetsAt }) },
    { message },
  );
}

/** Returns what the new records reach of the limit: 80 %, 100 %, both or nothing. */
export function reachedBy(
  addition: Addition,
  count: LimitCount,
  tenantId: string,
): TenantLimitReached[] {
  const { name, at } = addition;
  const before = useOf(name, count, at).used;
  const use = useOf(name, countedUp(addition, count), at);
  return ([80, 100] as const).flatMap((percent) => {
    const level = (use.max * percent) / 100;
    if (before >= level || use.used < level) return [];
    return [{ id: tenantId, limit: name, percent, ...use }];
  });
}

function nextMonth(period: string): string {
  const [year = 0, month = 0] = period.split('-').map(Number);
  return new Date(Date.UTC(year, month)).toISOString();
}
