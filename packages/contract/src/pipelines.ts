import * as z from 'zod';
import { updateBody } from './bodies.ts';
import { currencyCode } from './currencies.ts';
import { eventsOf } from './events-of.ts';
import { at, eventExamplesOf, exampleId, onePage } from './example-values.ts';
import { id, idInput } from './ids.ts';
import { metadata, metadataInput } from './metadata.ts';
import { named } from './named.ts';
import { textOrNull, timeOrNull } from './nullable.ts';
import { page, pageQuery } from './pagination.ts';
import { flag, sortedBy, timeRanges } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { exampleStages, moveDealsQuery, newStage, pipelineLimits, stage } from './stages.ts';
import { textInput } from './text-inputs.ts';
import { timestamp } from './timestamps.ts';

export class PipelineSchema extends named('The stages that deals of one kind go through.', {
  id: id('pipeline'),
  name: z.string().describe('Display name.'),
  position: z.int().describe('Place in lists of pipelines: lower numbers first.'),
  isDefault: z
    .boolean()
    .describe('Whether new deals without a pipeline go here. One pipeline of a tenant is it.'),
  requireLostReason: z.boolean().describe('Whether a deal needs a reason to become `lost`.'),
  currency: textOrNull(
    "Currency of new deals: ISO 4217 code; null = the tenant's `defaultCurrency`.",
  ),
  stages: z.array(stage).describe('The stages, in the order of their positions.'),
  metadata,
  createdAt: timestamp.describe('Creation time.'),
  updatedAt: timestamp.describe('Time of the last change of the pipeline or of a stage.'),
  archivedAt: timeOrNull('Time at which the pipeline was archived; null = it is in use.'),
}) {}
export const pipeline = new PipelineSchema();
export type Pipeline = z.infer<typeof pipeline>;

const fields = {
  name: textInput(255).describe('Display name.'),
  position: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe(
      'Place in lists of pipelines: lower numbers first. A new pipeline without it comes last.',
    ),
  requireLostReason: z
    .boolean()
    .optional()
    .describe('Whether a deal needs a reason to become `lost`.'),
  currency: currencyCode
    .nullish()
    .describe("Currency of new deals: ISO 4217 code; null = the tenant's `defaultCurrency`."),
};

export const createPipelineBody = z
  .object({
    ...fields,
    isDefault: z
      .boolean()
      .optional()
      .describe('True: this pipeline becomes the default instead of the present one.'),
    stages: z
      .array(newStage)
      .min(1)
      .max(pipelineLimits.stages)
      .optional()
      .describe('Stages in their order, one of them `open`. Default: those of a new tenant.'),
    metadata: metadataInput.optional(),
  })
  .describe('A new pipeline.');
export type CreatePipelineBody = z.infer<typeof createPipelineBody>;

export const updatePipelineBody = updateBody({
  ...fields,
  isDefault: z
    .literal(true)
    .optional()
    .describe('This pipeline becomes the default instead of the present one.'),
  archived: z
    .boolean()
    .optional()
    .describe('True archives the pipeline, false restores it. An archived one accepts no deals.'),
});
export type UpdatePipelineBody = z.infer<typeof updatePipelineBody>;

export const listPipelinesQuery = pageQuery
  .extend({
    archived: flag
      .default(false)
      .describe('False: only pipelines in use. True: only archived ones.'),
    ...timeRanges,
    sort: sortedBy('position', '-createdAt', 'createdAt'),
  })
  .describe('Which pipelines to list.');
export type ListPipelinesQuery = z.infer<typeof listPipelinesQuery>;

export const pipelinePage = page(pipeline).describe('A page of pipelines.');

export const reorderStagesBody = z
  .object({
    stageIds: z
      .array(idInput('stage'))
      .min(1)
      .max(pipelineLimits.stages)
      .describe('IDs of all stages of the pipeline, in the new order.'),
  })
  .describe('The new order of the stages.');
export type ReorderStagesBody = z.infer<typeof reorderStagesBody>;

export const pipelineSummary = z
  .object({
    stages: z
      .array(
        z.object({
          stageId: id('stage'),
          count: z.int().describe('Number of deals, without archived ones.'),
          values: z
            .array(
              z.object({
                currency: z.string().describe('ISO 4217 code.'),
                total: z.string().describe('Sum of the values, exact: `"1234.5"`.'),
                weighted: z
                  .string()
                  .describe(
                    'Sum of each value times the probability of its deal, or else of the stage; exact.',
                  ),
              }),
            )
            .describe('Sums of the deals, one for each currency.'),
        }),
      )
      .describe('The stages, in the order of their positions.'),
  })
  .describe('Number and value of the deals in each stage.');
export type PipelineSummary = z.infer<typeof pipelineSummary>;

export const pipelineEvents = eventsOf(pipeline, {
  'pipeline.created': 'A pipeline was created.',
  'pipeline.updated': 'Fields or stages of a pipeline changed.',
  'pipeline.deleted': 'A pipeline was deleted.',
});

const routes = resourceRoutes('/pipelines', 'pipeline', pipeline);

export const pipelinesRoutes = {
  list: routes.list('List pipelines', listPipelinesQuery, pipelinePage),
  create: routes.create(
    'Create a pipeline',
    createPipelineBody,
    'SVC-CONFLICT',
    'SVC-RULE-VIOLATION',
    'SVC-LIMIT-REACHED',
  ),
  get: routes.get('Get a pipeline'),
  update: {
    ...routes.update('Change a pipeline', updatePipelineBody, 'SVC-RULE-VIOLATION'),
    description:
      'The default pipeline cannot be archived, and an archived one cannot become the default.',
  },
  delete: {
    ...routes.delete('Delete a pipeline', 'SVC-RULE-VIOLATION', 'SVC-IN-USE', 'SVC-STAGE-MISMATCH'),
    query: moveDealsQuery,
    description:
      'Moves open deals to `moveDealsTo`, an open stage of another pipeline, and closed ones to the first stage of their status there. The default pipeline cannot be deleted: make another one the default first.',
  },
  summary: {
    ...routes.get('Sum up the deals of a pipeline'),
    path: '/pipelines/:id/summary',
    responses: { 200: pipelineSummary },
  },
  reorderStages: {
    ...routes.action('stages/reorder', 'Reorder the stages of a pipeline', 'SVC-RULE-VIOLATION'),
    body: reorderStagesBody,
  },
} as const;

const example: Pipeline = {
  id: exampleId('pipeline', '1'),
  name: 'Sales',
  position: 0,
  isDefault: true,
  requireLostReason: false,
  currency: null,
  stages: exampleStages,
  metadata: {},
  createdAt: at(0),
  updatedAt: at(40),
  archivedAt: null,
};

export const pipelineExamples = {
  pipeline: example,
  pipelinePage: onePage(example),
  listPipelinesQuery: { archived: false, sort: 'position' },
  createPipelineBody: {
    name: 'Renewals',
    currency: 'BRL',
    stages: [{ name: 'Due' }, { name: 'Renewed', kind: 'won' }, { name: 'Lost', kind: 'lost' }],
  },
  updatePipelineBody: { requireLostReason: true },
  pipelineSummary: {
    stages: exampleStages.map(({ id: stageId }, index) => ({
      stageId,
      count: index === 0 ? 2 : 0,
      values: index === 0 ? [{ currency: 'BRL', total: '9600', weighted: '960' }] : [],
    })),
  },
  reorderStagesBody: { stageIds: exampleStages.map((one) => one.id) },
} as const;

export const pipelineEventExamples = eventExamplesOf('pipeline', example, {
  requireLostReason: true,
});
