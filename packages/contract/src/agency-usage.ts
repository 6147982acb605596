import * as z from 'zod';
import { messageCategory } from './message-kinds.ts';
import { named } from './named.ts';
import { reportPeriod } from './reports.ts';
import { tenantLimitsExamples, tenantLimitUses } from './tenant-limits.ts';
import { timeZoneInput } from './time-zone.ts';
import { timestamp } from './timestamps.ts';

export const clientUsageQuery = z
  .object({
    ...reportPeriod,
    timezone: timeZoneInput
      .optional()
      .describe('IANA time zone of dates. Default: that of the client.'),
  })
  .describe('The period of the usage.');
export type ClientUsageQuery = z.infer<typeof clientUsageQuery>;

const messages = {
  inbound: z.int().describe('Messages from customers.'),
  outbound: z.int().describe('Messages to customers.'),
};

export class ClientUsageSchema extends named('What a client used in a period.', {
  from: timestamp.describe('Start of the period.'),
  to: timestamp.describe('End of the period, which is not included.'),
  messages: z
    .object({
      ...messages,
      types: z
        .array(z.object({ type: z.string().describe('Type of the messages.'), ...messages }))
        .describe('The same for each type of message that occurs, in alphabetical order.'),
      categories: z
        .array(
          z.object({
            category: messageCategory.describe('Category of the messages.'),
            ...messages,
          }),
        )
        .describe(
          'The same for each category that occurs, in alphabetical order. Messages without a category are left out.',
        ),
    })
    .describe('Messages that were created in the period.'),
  contacts: z
    .object({
      created: z.int().describe('Contacts that were created in the period and still exist.'),
    })
    .describe('Contacts.'),
  limits: tenantLimitUses.describe('The limits of the client and their use at present.'),
}) {}
export const clientUsage = new ClientUsageSchema();
export type ClientUsage = z.infer<typeof clientUsage>;

export const agencyUsageExamples = {
  clientUsageQuery: { from: '2026-11-01', to: '2026-12-01' },
  clientUsage: {
    from: '2026-11-01T03:00:00.000Z',
    to: '2026-12-01T03:00:00.000Z',
    messages: {
      inbound: 120,
      outbound: 98,
      types: [
        { type: 'template', inbound: 0, outbound: 40 },
        { type: 'text', inbound: 120, outbound: 58 },
      ],
      categories: [
        { category: 'marketing', inbound: 0, outbound: 25 },
        { category: 'service', inbound: 0, outbound: 58 },
        { category: 'utility', inbound: 0, outbound: 15 },
      ],
    },
    contacts: { created: 31 },
    limits: tenantLimitsExamples.tenantLimitUses,
  },
} as const;
