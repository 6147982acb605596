import * as z from 'zod';
import { updateBody } from './bodies.ts';
import { currencyCode, currencyFilter } from './currencies.ts';
import { customFieldFilter, customFieldValues, customFieldValuesInput } from './custom-values.ts';
import { eventsOf } from './events-of.ts';
import { id, idInput } from './ids.ts';
import { metadata, metadataInput } from './metadata.ts';
import { named, recordTimes } from './named.ts';
import { idOrNull, textOrNull, timeOrNull } from './nullable.ts';
import { page, pageQuery } from './pagination.ts';
import {
  anyOf,
  decimal,
  flag,
  idFilter,
  sortedBy,
  textFilter,
  textSearch,
  timeRanges,
} from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { tags, tagsInput } from './tags.ts';
import { textInput } from './text-inputs.ts';
import { timestamp } from './timestamps.ts';

export const dealLimits = { value: 100_000_000_000, decimals: 4 } as const;

export const dealStatus = z
  .enum(['open', 'won', 'lost'])
  .describe('Status. A deal in a stage of the kind `won` or `lost` has that status.');
export type DealStatus = z.infer<typeof dealStatus>;
const date = z.iso.date();

export class DealSchema extends named('A sale that goes through the stages of a pipeline.', {
  id: id('deal'),
  title: z.string().describe('Display title.'),
  pipelineId: id('pipeline'),
  stageId: id('stage'),
  contactId: idOrNull('contact', 'ID of the customer; null = none.'),
  conversationId: idOrNull(
    'conversation',
    'ID of the conversation that the deal comes from; null = none.',
  ),
  value: z
    .number()
    .nullable()
    .describe('Value in `currency`, with at most 4 decimals; null = not known.'),
  currency: z.string().describe('ISO 4217 code, such as `BRL`.'),
  status: dealStatus,
  lostReason: textOrNull('Why the deal was lost; null = no reason was given.'),
  probability: z
    .int()
    .nullable()
    .describe('Probability of a win, in percent; null = that of the stage.'),
  ownerId: idOrNull('user', 'ID of the user who owns the deal; null = none.'),
  source: textOrNull('Where the deal comes from, such as `website`.'),
  externalId: textOrNull('Your own ID; null = none.'),
  tags,
  customFields: customFieldValues,
  expectedCloseDate: textOrNull(
    'Date, such as `2026-12-31`, on which a decision is expected; null = not known.',
  ),
  position: z
    .int()
    .describe(
      'Place within the stage: lower numbers first. It can change when other deals move; their order does not.',
    ),
  metadata,
  stageChangedAt: timestamp.describe('Time since which the deal is in its stage.'),
  statusChangedAt: timestamp.describe('Time since which the deal has its status.'),
  wonAt: timeOrNull('Time at which the deal was won; null = it is not.'),
  lostAt: timeOrNull('Time at which the deal was lost; null = it is not.'),
  closedAt: timeOrNull('Time at which the deal was won or lost; null = it is open.'),
  ...recordTimes,
  archivedAt: timeOrNull('Time at which the deal was archived; null = it is not archived.'),
}) {}
export const deal = new DealSchema();
export type Deal = z.infer<typeof deal>;

const amount = z
  .number()
  .min(0)
  .max(dealLimits.value)
  .refine((value) => Math.round(value * 10_000) / 10_000 === value, {
    message: `must have at most ${dealLimits.decimals} decimals`,
    params: { code: 'out_of_range' },
  })
  .meta({ multipleOf: 0.0001 });

/** The largest position of a deal. JSON numbers are exact up to about this size. */
const largestPosition = 9_000_000_000_000_000;

const fields = {
  title: textInput(255).describe('Display title.'),
  contactId: idInput('contact').nullish(),
  conversationId: idInput('conversation').nullish(),
  value: amount
    .nullish()
    .describe('Value in `currency`: 0 to 100,000,000,000 with at most 4 decimals.'),
  lostReason: textInput(500)
    .nullish()
    .describe('Why the deal was lost. Only a lost deal can have one.'),
  probability: z
    .int()
    .min(0)
    .max(100)
    .nullish()
    .describe('Probability of a win, in percent; null = that of the stage.'),
  ownerId: idInput('user').nullish(),
  source: textInput(255).nullish().describe('Where the deal comes from, such as `website`.'),
  externalId: textInput(255).nullish().describe('Your own ID, unique among your deals.'),
  tags: tagsInput.optional(),
  customFields: customFieldValuesInput.optional(),
  expectedCloseDate: date
    .nullish()
    .describe('Date on which a decision is expected, such as `2026-12-31`.'),
  position: z
    .int()
    .min(-largestPosition)
    .max(largestPosition)
    .nullish()
    .describe(
      'Puts the deal before the first deal of the stage with this position or a higher one; null puts it last.',
    ),
};

export const createDealBody = z
  .object({
    ...fields,
    contactId: fields.contactId.describe(
      'ID of the customer; null = none. Default: the contact of the conversation, if there is one.',
    ),
    pipelineId: idInput('pipeline')
      .optional()
      .describe('ID of the pipeline. Default: that of `stageId`, or else the default pipeline.'),
    stageId: idInput('stage')
      .optional()
      .describe(
        'ID of the stage. Default: the first stage of the pipeline whose kind is `status`.',
      ),
    status: dealStatus
      .optional()
      .describe('Status. Default: the kind of `stageId`, or else `open`.'),
    currency: currencyCode
      .optional()
      .describe('ISO 4217 code. Default: that of the pipeline, or else of the tenant.'),
    metadata: metadataInput.optional(),
  })
  .describe('A new deal.');
export type CreateDealBody = z.infer<typeof createDealBody>;

export const updateDealBody = updateBody({
  ...fields,
  currency: currencyCode.optional(),
  pipelineId: idInput('pipeline')
    .optional()
    .describe(
      'ID of another pipeline. Without `stageId`, the deal goes to the first stage there whose kind is its status.',
    ),
  stageId: idInput('stage')
    .optional()
    .describe('ID of another stage. Its kind becomes the status of the deal.'),
  status: dealStatus
    .optional()
    .describe('Status. Without `stageId`, the deal goes to the first stage of this kind.'),
  archived: z.boolean().optional().describe('True archives the deal, false restores it.'),
});
export type UpdateDealBody = z.infer<typeof updateDealBody>;

const amountFilter = decimal(amount);

export const listDealsQuery = pageQuery
  .extend({
    q: textSearch('the title or source'),
    pipelineId: idFilter().optional().describe('Only deals in one of these pipelines.'),
    stageId: idFilter().optional().describe('Only deals in one of these stages.'),
    status: anyOf(dealStatus).optional().describe('Only deals with one of these statuses.'),
    contactId: idFilter().optional().describe('Only deals with one of these contacts.'),
    ownerId: idFilter()
      .optional()
      .describe('Only deals of these owners; `none` finds deals without an owner.'),
    tag: textFilter(64).optional().describe('Only deals with at least one of these tags.'),
    externalId: textFilter(255)
      .optional()
      .describe('Only deals with one of these `externalId` values.'),
    currency: currencyFilter().optional().describe('Only deals in one of these currencies.'),
    valueMin: amountFilter
      .optional()
      .describe('Only deals with this `value` or a higher one, in any currency.'),
    valueMax: amountFilter
      .optional()
      .describe('Only deals with this `value` or a lower one, in any currency.'),
    rotten: flag
      .optional()
      .describe(
        'True: only open deals that are in their stage for longer than its `rottenAfterDays`. False: only the others.',
      ),
    archived: flag
      .default(false)
      .describe('False: only deals that are not archived. True: only archived ones.'),
    expectedCloseAfter: date
      .optional()
      .describe('Only deals with this `expectedCloseDate` or a later one.'),
    expectedCloseBefore: date
      .optional()
      .describe('Only deals with an earlier `expectedCloseDate`.'),
    customField: customFieldFilter('deals'),
    ...timeRanges,
    sort: sortedBy(
      '-createdAt',
      'createdAt',
      '-updatedAt',
      'updatedAt',
      'value',
      '-value',
      'expectedCloseDate',
      'position',
    ).describe('Order of the list. `position` needs `stageId`.'),
  })
  .describe('Which deals to list.');
export type ListDealsQuery = z.infer<typeof listDealsQuery>;

export const dealPage = page(deal).describe('A page of deals.');

export class DealHistoryEntrySchema extends named(
  'A time that a deal was in one stage with one status.',
  {
    id: id('dealPeriod'),
    dealId: id('deal'),
    pipelineId: id('pipeline'),
    stageId: id('stage').describe('ID of the stage, which may be deleted since.'),
    status: dealStatus,
    enteredAt: timestamp.describe('Time at which the deal came there.'),
    leftAt: timeOrNull('Time at which it left; null = it is still there.'),
    durationSeconds: z
      .int()
      .nullable()
      .describe('Whole seconds from `enteredAt` to `leftAt`; null = it is still there.'),
  },
) {}
export const dealHistoryEntry = new DealHistoryEntrySchema();
export type DealHistoryEntry = z.infer<typeof dealHistoryEntry>;

export const listDealHistoryQuery = pageQuery
  .extend({ sort: sortedBy('-enteredAt', 'enteredAt') })
  .describe('Which part of the history to list.');
export type ListDealHistoryQuery = z.infer<typeof listDealHistoryQuery>;

export const dealHistoryPage = page(dealHistoryEntry).describe('A page of the history of a deal.');

export const dealEvents = eventsOf(deal, {
  'deal.created': 'A deal was created.',
  'deal.updated': 'Fields of a deal changed, apart from its stage and status.',
  'deal.stage_changed': 'A deal moved to another stage.',
  'deal.won': 'A deal was won.',
  'deal.lost': 'A deal was lost.',
  'deal.reopened': 'A deal that was won or lost became open again.',
  'deal.deleted': 'A deal was deleted.',
});

const routes = resourceRoutes('/deals', 'deal', deal);

export const dealsRoutes = {
  list: routes.list('List deals', listDealsQuery, dealPage),
  create: routes.create(
    'Create a deal',
    createDealBody,
    'SVC-CONFLICT',
    'SVC-STAGE-MISMATCH',
    'SVC-RULE-VIOLATION',
  ),
  get: routes.get('Get a deal'),
  update: {
    ...routes.update(
      'Change or move a deal',
      updateDealBody,
      'SVC-CONFLICT',
      'SVC-INVALID-TRANSITION',
      'SVC-STAGE-MISMATCH',
      'SVC-RULE-VIOLATION',
    ),
    description:
      'Moves the deal when `stageId`, `pipelineId`, `status` or `position` is given. A won deal cannot become lost, nor a lost one won: reopen it first.',
  },
  delete: routes.delete('Delete a deal'),
  listHistory: routes.listOf(
    'history',
    'List the stages that a deal was in',
    listDealHistoryQuery,
    dealHistoryPage,
  ),
};
