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
import { checkTransition, notFound } from './refusals.ts';

/** Whether a change needs a place: it moves the deal, or its rules depend on the pipeline. */
export function isMove(body: UpdateDealBody): boolean {
  const { stageId, pipelineId, status, position, lostReason } = body;
  return [stageId, pipelineId, status, position, lostReason].some((field) => field !== undefined);
}

type Target = Omit<DealPlace, 'position'>;

/** Where a new deal goes. Throws SVC-NOT-FOUND and SVC-STAGE-MISMATCH. */
export function placeOfNew(body: CreateDealBody, pipelines: readonly Pipeline[]): Target {
  const stage = body.stageId === undefined ? undefined : findStage(pipelines, body.stageId);
  const wanted = body.pipelineId ?? stage?.pipelineId;
  const pipeline =
    wanted === undefined
      ? pipelines.find(({ isDefault }) => isDefault)
      : findPipeline(pipelines, wanted);
  if (!pipeline) throw new Error('the tenant has no default pipeline');
  checkInUse(pipeline);
  const place = stage ? ownStage(pipeline, stage) : firstOf(pipeline, 'open');
  return { pipeline, stage: place, status: place.kind };
}

/**
 * Where a change puts a deal. `lastOpenStageId` is the stage that the deal was in before it was won or lost: it goes back
 * there. Throws SVC-NOT-FOUND, SVC-STAGE-MISMATCH and SVC-INVALID-TRANSITION.
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
    if (!fits(pipeline, given, status)) throw mismatch(pipeline, given);
    return { pipeline, stage: given, status };
  }
  if (status === before.status && !isElsewhere) {
    return { pipeline, stage: findStage(pipelines, before.stageId), status };
  }
  const known = status === 'open' && pipeline.stages.find(({ id }) => id === lastOpenStageId);
  const stage = known && known.kind === 'open' ? known : stageFor(pipeline, before, status);
  return { pipeline, stage, status };
}

/** The position that a change leaves to a deal; undefined when the deal needs a new one in `stageId`. */
export function keptPosition(
  before: Deal,
  { position }: UpdateDealBody,
  stageId: string,
): number | undefined {
  const isKept = position === undefined || position === before.position;
  return isKept && stageId === before.stageId ? before.position : undefined;
}

/** The first stage of a status. A pipeline without one keeps its deals where they are. */
function stageFor(pipeline: Pipeline, { stageId }: Deal, status: DealStatus): Stage {
  const found = pipeline.stages.find(({ kind }) => kind === status);
  return found ?? pipeline.stages.find(({ id }) => id === stageId) ?? firstOf(pipeline, 'open');
}

/** A deal has the status of its stage. Only where a pipeline has no stage of the status, an open stage serves. */
function fits({ stages }: Pipeline, stage: Stage, status: DealStatus): boolean {
  if (stage.kind === status) return true;
  return stage.kind === 'open' && !stages.some(({ kind }) => kind === status);
}

function firstOf({ stages }: Pipeline, wanted: DealStatus): Stage {
  const found = stages.find(({ kind }) => kind === wanted);
  // Every pipeline keeps an open stage.
  if (!found) throw new Error(`the pipeline has no stage of the kind ${wanted}`);
  return found;
}

/** Throws SVC-NOT-FOUND. */
export function findPipeline(pipelines: readonly Pipeline[], id: string): Pipeline {
  const found = pipelines.find((one) => one.id === id);
  if (!found) throw notFound('pipeline', id);
  return found;
}

/** Throws SVC-NOT-FOUND. */
export function findStage(pipelines: readonly Pipeline[], id: string): Stage {
  const found = pipelines.flatMap(({ stages }) => stages).find((stage) => stage.id === id);
  if (!found) throw notFound('stage', id);
  return found;
}

function ownStage(pipeline: Pipeline, stage: Stage): Stage {
  if (stage.pipelineId !== pipeline.id) throw mismatch(pipeline, stage);
  return stage;
}

/** The error for a stage that belongs to another pipeline or has another kind. */
export function mismatch({ id }: Pipeline, stage: Stage): ServiceError {
  return new ServiceError('SVC-STAGE-MISMATCH', { pipelineId: id, stageId: stage.id });
}

/** Throws SVC-RULE-VIOLATION for an archived pipeline. */
export function checkInUse({ archivedAt }: Pipeline): void {
  if (archivedAt !== null)
    throw new ServiceError('SVC-RULE-VIOLATION', { rule: 'archived', field: 'pipelineId' });
}

/** The distance between two deals that are placed one after the other: room for many between them. */
export const positionStep = 2 ** 24;

/** Deals that get other positions at first, when no number is left between two deals. */
export const spreadAtOnce = 256;
const leastGap = 2 ** 8;

/**
 * The distance at which a new deal and the next `count` deals fit between `before` and `end`; undefined where they would be
 * too close. Without an end, they are the last deals of their stage.
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

/** The neighbours of the place for a deal in its stage; undefined at either end. */
export interface Neighbours {
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** A position between two neighbours; undefined when there is no whole number between them. */
export function positionBetween({ before, after }: Neighbours): number | undefined {
  if (before === undefined) return after === undefined ? positionStep : after - positionStep;
  if (after === undefined) return before + positionStep;
  return after - before < 2 ? undefined : Math.floor((before + after) / 2);
}
