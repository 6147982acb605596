import type { Deal } from '@parley/contract/schemas';
import { type DealPeriod, dealRules, toTenThousandths } from '@parley/domain';
import { ofAnyValue, ofOneValue } from '../db/ordered-index.ts';
import { archivedKey, latest, lowest, searchKey, tagsKey, valuesKey } from '../db/sort-keys.ts';
import { type Column, defineTable, json, orLatest, plain, whole } from '../db/table.ts';

/** Stores an amount as a whole number of ten-thousandths, so that sums are exact. */
const amount: Column<'whole'> = {
  kind: 'whole',
  encode: (value) => (value === null ? null : toTenThousandths(value as number)),
  decode: (cell) => (cell === null ? null : Number(cell) / 10_000),
};

export const dealsTable = defineTable<Deal>()('deals', {
  fields: {
    id: plain,
    title: plain,
    pipelineId: plain,
    stageId: plain,
    contactId: plain,
    conversationId: plain,
    value: amount,
    currency: plain,
    status: plain,
    lostReason: plain,
    probability: whole,
    ownerId: plain,
    source: plain,
    externalId: plain,
    tags: json,
    customFields: json,
    expectedCloseDate: orLatest,
    position: whole,
    metadata: json,
    stageChangedAt: plain,
    statusChangedAt: plain,
    wonAt: plain,
    lostAt: plain,
    closedAt: plain,
    createdAt: plain,
    updatedAt: plain,
    archivedAt: plain,
  },
  keys: {
    archived_key: ({ archivedAt }) => archivedKey(archivedAt !== null),
    // Amounts as texts of equal length, so that empty values can be last in both directions.
    value_asc: ({ value }) => (value === null ? latest : amountKey(value)),
    value_desc: ({ value }) => (value === null ? lowest : amountKey(value)),
    expected_close_desc: ({ expectedCloseDate }) => expectedCloseDate ?? lowest,
    tags_key: ({ tags }) => tagsKey(tags),
    custom_fields_key: ({ customFields }) => valuesKey(customFields),
    search_key: (deal) => searchKey(deal, dealRules.filters.q),
  },
  sorts: {
    value: { asc: 'value_asc', desc: 'value_desc' },
    expectedCloseDate: { asc: 'expected_close_date', desc: 'expected_close_desc' },
  },
  filters: {
    q: 'search_key',
    tag: 'tags_key',
    archived: 'archived_key',
    valueMin: 'value_desc',
    valueMax: 'value_asc',
    rotten: 'stage_changed_at',
  },
  ordered: {
    archived: {
      columns: [
        ...['created_at', 'updated_at', 'value_asc', 'value_desc', 'expected_close_date'],
        // Only with a stage, whose index has this order.
        'position',
      ],
      has: () => true,
      isShared: true,
    },
    ownerId: ofOneValue('created_at'),
    pipelineId: ofAnyValue,
    // Their indexes begin with `archived_key`.
    valueMin: { ...ofAnyValue, has: () => true, isWhole: false },
    valueMax: { ...ofAnyValue, has: () => true, isWhole: false },
    stageId: {
      ...ofOneValue('created_at'),
      columns: ['position', 'created_at', 'updated_at'],
      isWhole: true,
    },
  },
  indexed: {
    contactId: ['created_at'],
    externalId: [],
  },
});

export const dealPeriodsTable = defineTable<DealPeriod>()('deal_periods', {
  fields: {
    id: plain,
    dealId: plain,
    pipelineId: plain,
    stageId: plain,
    status: plain,
    enteredAt: plain,
    leftAt: plain,
  },
  indexed: { dealId: ['entered_at'] },
});

export function amountKey(value: number): string {
  return String(toTenThousandths(value)).padStart(16, '0');
}
