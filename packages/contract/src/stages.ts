import * as z from 'zod';
import { at, exampleId } from './example-values.ts';
import { id, idInput } from './ids.ts';
import { named, recordTimes } from './named.ts';
import { textOrNull } from './nullable.ts';
import { ownedRoutes } from './resource-routes.ts';
import { textInput } from './text-inputs.ts';

export const pipelineLimits = { pipelines: 50, stages: 50 } as const;

export const stageKind = z
  .enum(['open', 'won', 'lost'])
  .describe('Status of the deals in the stage. It cannot be changed.');
export type StageKind = z.infer<typeof stageKind>;

export class StageSchema extends named('A step of a pipeline. Each deal is in one stage.', {
  id: id('stage'),
  pipelineId: id('pipeline'),
  name: z.string().describe('Name. Unique within the pipeline, ignoring case.'),
  position: z.int().describe('Place within the pipeline, from 0.'),
  kind: stageKind,
  probability: z.int().describe('Probability, in percent, that a deal in this stage is won.'),
  rottenAfterDays: z
    .int()
    .nullable()
    .describe(
      'Days that an open deal may stay in this stage before it is `rotten`: it waits too long. Null = no limit.',
    ),
  color: textOrNull('Color, such as `#1f883d`; null = none.'),
  ...recordTimes,
}) {}
export const stage = new StageSchema();
export type Stage = z.infer<typeof stage>;

const fields = {
  name: textInput(64).describe('Name. Unique within the pipeline, ignoring case.'),
  probability: z
    .int()
    .min(0)
    .max(100)
    .optional()
    .describe(
      'Probability, in percent, that a deal in this stage is won. A new stage without it gets 100 for `won`, 0 for `lost`, 50 for `open`.',
    ),
  rottenAfterDays: z
    .int()
    .min(1)
    .max(3_650)
    .nullish()
    .describe(
      'Days that an open deal may stay in this stage before it is `rotten`: it waits too long. Null = no limit.',
    ),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'must be # and six hexadecimal digits in lower case')
    .nullish()
    .describe('Color as `#rrggbb`, in lower case.'),
};
const place = z
  .int()
  .min(0)
  .max(pipelineLimits.stages)
  .optional()
  .describe('Place within the pipeline, from 0. Beyond the last stage: at the end.');

/** The schema of a stage in the body of a new pipeline. */
export const newStage = z
  .object({ ...fields, kind: stageKind.default('open') })
  .describe('A new stage.');
export type NewStage = z.infer<typeof newStage>;

export const createStageBody = newStage
  .extend({ position: place.describe('Place within the pipeline, from 0. Default: at the end.') })
  .describe('A new stage of a pipeline.');
export type CreateStageBody = z.infer<typeof createStageBody>;

export const updateStageBody = z
  .object({ ...fields, position: place })
  .partial()
  .describe('Fields to change. Absent fields keep their values; null clears a field.');
export type UpdateStageBody = z.infer<typeof updateStageBody>;

export const moveDealsQuery = z
  .object({
    moveDealsTo: idInput('stage')
      .optional()
      .describe(
        'ID of the stage that gets the deals. Without it, the stage or pipeline must have none.',
      ),
  })
  .describe('Where the deals go.');
export type MoveDealsQuery = z.infer<typeof moveDealsQuery>;

const routes = ownedRoutes('/pipelines/:id/stages', 'pipeline', 'stage', stage);

export const stagesRoutes = {
  create: routes.create(
    'Add a stage to a pipeline',
    createStageBody,
    'SVC-CONFLICT',
    'SVC-LIMIT-REACHED',
  ),
  get: routes.get('Get a stage'),
  update: routes.update('Change a stage', updateStageBody, 'SVC-CONFLICT'),
  delete: {
    ...routes.delete('Delete a stage', 'SVC-RULE-VIOLATION', 'SVC-IN-USE', 'SVC-STAGE-MISMATCH'),
    query: moveDealsQuery,
    description:
      'Moves the deals of the stage to `moveDealsTo`, another stage of the same pipeline and kind. The last stage of the kind `open` cannot be deleted.',
  },
};

/** The stages of the pipeline in the examples. */
export const exampleStages: Stage[] = (
  [
    ['New', 'open', 10],
    ['Won', 'won', 100],
    ['Lost', 'lost', 0],
  ] as const
).map(([name, kind, probability], position) => ({
  id: exampleId('stage', `${position + 1}`),
  pipelineId: exampleId('pipeline', '1'),
  name,
  position,
  kind,
  probability,
  rottenAfterDays: kind === 'open' ? 14 : null,
  color: null,
  createdAt: at(0),
  updatedAt: at(0),
}));

export const stageExamples = {
  stage: exampleStages[0] as Stage,
  newStage: { name: 'New', kind: 'open', probability: 10 },
  createStageBody: { name: 'Demo', probability: 40, position: 1 },
  moveDealsQuery: { moveDealsTo: exampleId('stage', '1') },
  updateStageBody: { name: 'First contact', rottenAfterDays: 7 },
} as const;
