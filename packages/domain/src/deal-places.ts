import {
  type CreateDealBody,
  type Deal,
  type DealStatus,
  type Pipeline,
  ServiceError,
  type Stage,
  type UpdateDealBody,
} from '@parley/contract/schemas';
import { type DealPlace, dealTransitions } from './deals.ts';
import { checkTransition, notFound, violation } from './refusals.ts';

/**
 * Returns whether a change needs the deal's stage and pipeline: it moves the deal, or its rules depend on the pipeline.
 */
export function isMove(body: UpdateDealBody): boolean {
  const { stageId, pipelineId, status, position, lostReason } = body;
  return [stageId, pipelineId, status, position, lostReason].some((field) => field !== undefined);
}

type Target = Omit<DealPlace, 'position'>;

/**
 * Returns the pipeline and the stage of a new deal. Throws SVC-NOT-FOUND for an unknown pipeline or stage,
 * SVC-STAGE-MISMATCH for a stage that does not fit, and SVC-RULE-VIOLATION for an archived pipeline.
 */
export function placeOfNew(body: CreateDealBody, pipelines: readonly Pipeline[]): Target {
  const stage = body.stageId === undefined ? undefined : findStage(pipelines, body.stageId);
  const wanted = body.pipelineId ?? stage?.pipelineId;
  const pipeline =
    wanted === undefined
      ? pipelines.find(({ isDefault }) => isDefault)
      : findPipeline(pipelines, wanted);
  if (!pipeline) throw new Error('the tenant has no default pipeline');
  checkInUse(pipeline);
  const status = body.status ?? stage?.kind ?? 'open';
  if (!stage) return { pipeline, stage: stageFor(pipeline, undefined, status), status };
  if (!fits(pipeline, ownStage(pipeline, stage), status)) throw mismatch(pipeline, stage);
  return { pipeline, stage, status };
}

/**
 * Returns the pipeline and the stage of a deal after a change. A reopened deal goes back to `lastOpenStageId`, where it
 * was before it was won or lost. Throws SVC-NOT-FOUND for an unknown pipeline or stage, and SVC-STAGE-MISMATCH for a
 * stage that does not fit. Throws SVC-INVALID-TRANSITION for a forbidden change of status, and SVC-RULE-VIOLATION for
 * an archived pipeline.
 */
export function placeAfter(
  before: Deal,
  body: UpdateDealBody,
  pipelines: readonly Pipeline[],
  lastOpenStageId: string | undefined,
): Target {
  const pipeline = findPipeline(pipelines, body.pipelineId ?? before.pipelineId);
  const given =
    body.stageId === undefined ? undefined : ownStage(pipeline, findStage(pipelines, body.stageId));
  const isElsewhere = pipeline.id !== before.pipelineId;
  const isMoved = given ? given.id !== before.stageId : isElsewhere;
  const status = body.status ?? (given && isMoved ? given.kind : before.status);
  checkTransition('deal', dealTransitions, before, status);
  if (isElsewhere) checkInUse(pipeline);
  if (given) {
    // A deal may stay where it is, even if the pipeline has got a stage of its status since.
    const stays = !isMoved && status === before.status;
    if (!stays && !fits(pipeline, given, status)) throw mismatch(pipeline, given);
    return { pipeline, stage: given, status };
  }
  if (status === before.status && !isElsewhere) {
    return { pipeline, stage: findStage(pipelines, before.stageId), status };
  }
  const known = status === 'open' && pipeline.stages.find(({ id }) => id === lastOpenStageId);
  const isKnown = known && known.kind === 'open';
  const stage = isKnown ? known : stageFor(pipeline, before.stageId, status);
  return { pipeline, stage, status };
}

/**
 * Returns the position of a deal after a change that does not move it; undefined when the deal needs a new position in
 * `stageId`.
 */
export function keptPosition(
  before: Deal,
  { position }: UpdateDealBody,
  stageId: string,
): number | undefined {
  const isKept = position === undefined || position === before.position;
  return isKept && stageId === before.stageId ? before.position : undefined;
}

/**
 * Returns the first stage of the kind `status`. Without one, returns the present stage of the deal or, if it has none in
 * this pipeline, the first open stage.
 */
function stageFor(pipeline: Pipeline, stageId: string | undefined, status: DealStatus): Stage {
  const found = pipeline.stages.find(({ kind }) => kind === status);
  return found ?? pipeline.stages.find(({ id }) => id === stageId) ?? firstOpen(pipeline);
}

/**
 * Returns whether a deal with this status may be in the stage. It must be a stage of the same kind or, if the pipeline
 * has none, an open stage.
 */
function fits({ stages }: Pipeline, stage: Stage, status: DealStatus): boolean {
  if (stage.kind === status) return true;
  return stage.kind === 'open' && !stages.some(({ kind }) => kind === status);
}

function firstOpen({ stages }: Pipeline): Stage {
  const found = stages.find(({ kind }) => kind === 'open');
  // Every pipeline has at least one open stage.
  if (!found) throw new Error('the pipeline has no stage of the kind open');
  return found;
}

/** Returns the pipeline with this ID. Throws SVC-NOT-FOUND when there is none. */
export function findPipeline(pipelines: readonly Pipeline[], id: string): Pipeline {
  const found = pipelines.find((one) => one.id === id);
  if (!found) throw notFound('pipeline', id);
  return found;
}

/** Returns the stage with this ID, of any pipeline. Throws SVC-NOT-FOUND when there is none. */
export function findStage(pipelines: readonly Pipeline[], id: string): Stage {
  const found = pipelines.flatMap(({ stages }) => stages).find((stage) => stage.id === id);
  if (!found) throw notFound('stage', id);
  return found;
}

function ownStage(pipeline: Pipeline, stage: Stage): Stage {
  if (stage.pipelineId !== pipeline.id) throw mismatch(pipeline, stage);
  return stage;
}

/**
 * Returns the error for a stage that belongs to another pipeline or has another kind. `message` replaces the message of
 * the code.
 */
export function mismatch({ id }: Pipeline, stage: Stage, message?: string): ServiceError {
  const details = { pipelineId: id, stageId: stage.id };
  return new ServiceError('SVC-STAGE-MISMATCH', details, message === undefined ? {} : { message });
}

/** Throws SVC-RULE-VIOLATION for an archived pipeline. `field` is the field of the request that names it. */
export function checkInUse({ archivedAt }: Pipeline, field = 'pipelineId'): void {
  if (archivedAt !== null) throw violation('archived', field);
}

/**
 * The distance between the positions of two deals that are added one after the other. It leaves room for many between
 * them.
 */
export const positionStep = 2 ** 24;

/** How many deals get new positions first, when no position is free between two deals. */
export const spreadAtOnce = 256;
const leastGap = 2 ** 8;

/**
 * Returns the distance between the new positions of a deal and of the next `count` deals, which must fit between
 * `before` and `end`. Undefined when they would be too close. Without `end`, these are the last deals of the stage.
 */
export function spreadGap(
  before: number,
  end: number | undefined,
  count: number,
): number | undefined {
  if (end === undefined) return positionStep;
  const gap = Math.floor((end - before) / (count + 2));
  return gap < leastGap ? undefined : gap;
}

/** The positions of the deals before and after the place for a deal; undefined at either end of the stage. */
export interface Neighbours {
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** Returns a position between two neighbours; undefined when no whole number is free between them. */
export function positionBetween({ before, after }: Neighbours): number | undefined {
  if (before === undefined) return after === undefined ? positionStep : after - positionStep;
  if (after === undefined) return before + positionStep;
  return after - before < 2 ? undefined : Math.floor((before + after) / 2);
}
