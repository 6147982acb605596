import {
  type CreatePipelineBody,
  type CreateStageBody,
  type ListPipelinesQuery,
  type NewStage,
  type Pipeline,
  pipelineLimits,
  ServiceError,
  type Stage,
  type StageKind,
  type UpdatePipelineBody,
  type UpdateStageBody,
} from '@parley/contract/schemas';
import { checkInUse } from './deal-places.ts';
import { archivedAs, givenFields, isSame } from './fields.ts';
import { timed } from './filters.ts';
import { checkLimit, conflict, notFoundIn, violation } from './refusals.ts';
import { defineRules, type Made, patched } from './rules.ts';
import { caselessKey } from './texts.ts';

// The stages are stored in the record of their pipeline, so that one lock and one write keep names, order and kinds
// consistent.

/** The input for a new pipeline, with the values that depend on the tenant's other pipelines. */
export interface NewPipeline extends CreatePipelineBody {
  readonly others: readonly Pipeline[];
  newStageId(): string;
}

export const pipelineRules = defineRules<
  Pipeline,
  NewPipeline,
  UpdatePipelineBody,
  ListPipelinesQuery
>({
  kind: 'pipeline',
  initial: ({ others, newStageId, stages = standardStages, ...body }, { id, at }) => ({
    id,
    name: body.name,
    position: others.reduce((next, { position }) => Math.max(next, position + 1), 0),
    isDefault: false,
    requireLostReason: false,
    currency: null,
    stages: checkedStages(
      stages.map((one) => newStage(one, id, { id: newStageId(), at })),
      [],
    ),
    metadata: {},
    createdAt: at,
    updatedAt: at,
    archivedAt: null,
    ...givenFields(body),
  }),
  changed(before, { archived, ...body }, at) {
    const after = archivedAs(archived)(patched(before, body), at);
    if (before.archivedAt !== null && body.isDefault) checkInUse(after, 'isDefault');
    if (after.isDefault && after.archivedAt !== null) throw defaultNeeded('archived');
    return after;
  },
  events: 'pipeline',
  filters: { archived: timed('archivedAt') },
});

/** Throws SVC-LIMIT-REACHED when a tenant already has the maximum number of pipelines. */
export function checkPipelineLimit(count: number): void {
  checkLimit('pipelines', { count, max: pipelineLimits.pipelines });
}

/** Throws SVC-RULE-VIOLATION for the default pipeline, which cannot be deleted. */
export function checkDeletable({ isDefault }: Pipeline): void {
  if (isDefault) throw defaultNeeded('isDefault');
}

const defaultNeeded = (field: string) => violation('default_pipeline', field);

/** Returns the pipeline that every new tenant has. */
export function firstPipeline(made: Made, newStageId: () => string): Pipeline {
  const given = { name: 'Sales', isDefault: true, others: [], newStageId };
  return pipelineRules.initial(given, made);
}

const standardStages: readonly NewStage[] = [
  { name: 'New', kind: 'open', probability: 10 },
  { name: 'Qualified', kind: 'open', probability: 25 },
  { name: 'Proposal', kind: 'open', probability: 50 },
  { name: 'Negotiation', kind: 'open', probability: 75 },
  { name: 'Won', kind: 'won' },
  { name: 'Lost', kind: 'lost' },
];

const usualProbability: Readonly<Record<StageKind, number>> = { open: 50, won: 100, lost: 0 };

function newStage(body: NewStage, pipelineId: string, { id, at }: Made): Stage {
  return {
    id,
    pipelineId,
    name: body.name,
    position: 0,
    kind: body.kind,
    probability: usualProbability[body.kind],
    rottenAfterDays: null,
    color: null,
    createdAt: at,
    updatedAt: at,
    ...givenFields(body),
  };
}

/** Returns the stage with this ID from a pipeline. Throws SVC-NOT-FOUND when the pipeline does not have it. */
export function stageIn({ stages }: Pipeline, id: string): Stage {
  const found = stages.find((stage) => stage.id === id);
  if (!found) throw notFoundIn('pipeline', 'stage', id);
  return found;
}

/**
 * Returns the pipeline with a new stage. Throws SVC-CONFLICT when a stage has the same name, and SVC-LIMIT-REACHED when
 * there are too many stages.
 */
export function withNewStage(
  pipeline: Pipeline,
  { position = pipelineLimits.stages, ...body }: CreateStageBody,
  made: Made,
): Pipeline {
  const stage = newStage(body, pipeline.id, made);
  return withStages(pipeline, pipeline.stages.toSpliced(position, 0, stage), made.at);
}

/**
 * Returns the pipeline with a changed stage. Throws SVC-NOT-FOUND for an unknown stage, SVC-CONFLICT for the name of
 * another stage, and SVC-RULE-VIOLATION when no stage would be open.
 */
export function withChangedStage(
  pipeline: Pipeline,
  id: string,
  { position, ...body }: UpdateStageBody,
  at: string,
): Pipeline {
  const before = stageIn(pipeline, id);
  const after = { ...before, ...givenFields(body) };
  const others = pipeline.stages.filter((stage) => stage !== before);
  return withStages(pipeline, others.toSpliced(position ?? before.position, 0, after), at);
}

/**
 * Returns the pipeline without a stage. Throws SVC-NOT-FOUND for an unknown stage, and SVC-RULE-VIOLATION for the last
 * open stage.
 */
export function withoutStage(pipeline: Pipeline, id: string, at: string): Pipeline {
  const gone = stageIn(pipeline, id);
  return withStages(
    pipeline,
    pipeline.stages.filter((stage) => stage !== gone),
    at,
  );
}

/**
 * Returns the pipeline with its stages in this order. Throws SVC-NOT-FOUND for an unknown stage, and SVC-RULE-VIOLATION
 * unless `stageIds` has every stage once.
 */
export function withOrder(pipeline: Pipeline, stageIds: readonly string[], at: string): Pipeline {
  const stages = stageIds.map((id) => stageIn(pipeline, id));
  if (new Set(stages).size !== stages.length || stages.length !== pipeline.stages.length) {
    throw violation('all_stages_once', 'stageIds');
  }
  return withStages(pipeline, stages, at);
}

function withStages(pipeline: Pipeline, stages: readonly Stage[], at: string): Pipeline {
  const known = new Map(pipeline.stages.map((stage) => [stage.id, stage]));
  const placed = checkedStages(stages, pipeline.stages).map((stage) => {
    const before = known.get(stage.id);
    return before && !isSame(before, stage) ? { ...stage, updatedAt: at } : stage;
  });
  return { ...pipeline, stages: placed };
}

/**
 * Returns the stages with their positions. `stored` are the stages before the change. Throws SVC-CONFLICT when two have
 * the same name, SVC-LIMIT-REACHED when there are too many, and SVC-RULE-VIOLATION when none is open.
 */
function checkedStages(stages: readonly Stage[], stored: readonly Stage[]): Stage[] {
  const names = new Set<string>();
  for (const { name } of stages) {
    const key = caselessKey(name);
    if (names.has(key)) {
      const holder = stored.find((stage) => caselessKey(stage.name) === key);
      throw conflict('stage', { field: 'name', existingId: holder?.id ?? null });
    }
    names.add(key);
  }
  const max = pipelineLimits.stages;
  if (stages.length > max) throw new ServiceError('SVC-LIMIT-REACHED', { limit: 'stages', max });
  if (!stages.some(({ kind }) => kind === 'open')) throw violation('one_open_stage', 'stages');
  return stages.map((stage, position) => ({ ...stage, position }));
}
