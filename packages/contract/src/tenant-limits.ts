import * as z from 'zod';
import { eventsOf } from './events-of.ts';
import { exampleIds, made } from './example-values.ts';
import { id } from './ids.ts';
import { named } from './named.ts';
import { timeOrNull } from './nullable.ts';

/** The records that each limit of a tenant counts. */
const counted = {
  messagesPerMonth:
    'Messages of a calendar month (UTC), in both directions. A scheduled message counts in the month in which it was accepted. A canceled message still counts.',
  contacts: 'Contacts, with archived ones.',
  channels: 'Channels, without archived ones.',
  members: 'Active members.',
} as const;

export const tenantLimitName = z
  .enum(Object.keys(counted) as [keyof typeof counted, ...(keyof typeof counted)[]])
  .describe('Name of a limit of a tenant.');
export type TenantLimitName = z.infer<typeof tenantLimitName>;

/** Returns an object with a field for each limit. */
function ofEachLimit<Value extends z.ZodType>(
  schemaOf: (description: string) => Value,
): z.ZodObject<Record<TenantLimitName, Value>, z.core.$strip> {
  const fields = Object.entries(counted).map(([name, what]) => [name, schemaOf(what)]);
  return z.object(Object.fromEntries(fields) as Record<TenantLimitName, Value>);
}

const max = z.int().min(0).max(1_000_000_000).nullable();

export const tenantLimits = ofEachLimit((what) =>
  max.describe(`${what} Null = no limit.`),
).describe(
  'The maximum numbers of records of the tenant. The server refuses further records with `SVC-LIMIT-REACHED`. It never refuses messages of customers and the contacts that these create, but counts them.',
);
export type TenantLimits = z.infer<typeof tenantLimits>;

export const tenantLimitsInput = tenantLimits
  .partial()
  .describe('Limits to set; null removes one. Absent limits keep their values.');
export type TenantLimitsInput = z.infer<typeof tenantLimitsInput>;

const use = {
  max: z.int().describe('Value of the limit.'),
  used: z
    .int()
    .describe(
      'Number of records that count at present. It can be above `max`: a limit may be set below the present number, and messages of customers are not refused.',
    ),
  resetsAt: timeOrNull('Time at which the count starts again; null = the limit is not per month.'),
};

export class TenantLimitUseSchema extends named('A limit of a tenant and its use.', use) {}
export const tenantLimitUse = new TenantLimitUseSchema();
export type TenantLimitUse = z.infer<typeof tenantLimitUse>;

export const tenantLimitUses = ofEachLimit((what) =>
  tenantLimitUse.nullable().describe(`${what} Null = no limit.`),
).describe('The limits of a tenant and their use.');
export type TenantLimitUses = z.infer<typeof tenantLimitUses>;

export class TenantLimitReachedSchema extends named(
  'A limit of a tenant that is nearly reached, or reached.',
  {
    id: id('tenant').describe('ID of the tenant.'),
    limit: tenantLimitName,
    percent: z
      .union([z.literal(80), z.literal(100)])
      .describe('The part of the limit that is reached.'),
    ...use,
  },
) {}
export const tenantLimitReached = new TenantLimitReachedSchema();
export type TenantLimitReached = z.infer<typeof tenantLimitReached>;

export const tenantLimitsEvents = eventsOf(tenantLimitReached, {
  'tenant.limit_reached':
    'New records brought the use of a limit of the tenant to 80 % or 100 %. The event happens again only after the use became lower or the limit higher, for example in the next month.',
});

export const exampleLimits: TenantLimits = {
  messagesPerMonth: 50_000,
  contacts: 10_000,
  channels: null,
  members: null,
};
const messages: TenantLimitUse = {
  max: 50_000,
  used: 40_000,
  resetsAt: '2026-12-01T00:00:00.000Z',
};

export const tenantLimitsExamples = {
  tenantLimits: exampleLimits,
  tenantLimitsInput: { messagesPerMonth: 50_000, contacts: null },
  tenantLimitUse: messages,
  tenantLimitUses: {
    messagesPerMonth: messages,
    contacts: { max: 10_000, used: 4_711, resetsAt: null },
    channels: null,
    members: null,
  },
  tenantLimitReached: {
    id: exampleIds.tenant,
    limit: 'messagesPerMonth',
    percent: 80,
    ...messages,
  },
} as const;

export const tenantLimitsEventExamples = {
  'tenant.limit_reached': made<TenantLimitReached>(tenantLimitsExamples.tenantLimitReached),
};
