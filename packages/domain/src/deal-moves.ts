import {
  type Deal,
  type Pipeline,
  type PipelineSummary,
  ServiceError,
  type Stage,
} from '@parley/contract/schemas';
import { decimal } from './amounts.ts';
import { checkInUse, findPipeline, findStage, mismatch } from './deal-places.ts';
import type { DealPlace } from './deals.ts';
import { checkDeletable, stageIn, withoutStage } from './pipelines.ts';

/** The target for the deals of a stage or pipeline that is deleted. */
export interface MoveTarget {
  readonly pipeline: Pipeline;
  readonly stage: Stage;
}

/**
 * Returns the target for the deals of a deleted stage: another stage of the same pipeline and kind. Throws
 * SVC-STAGE-MISMATCH for any other target, and the error of `withoutStage` when the stage cannot be deleted.
 */
export function targetForStage(
  { id, stageId }: { readonly id: string; readonly stageId: string },
  moveDealsTo: string,
  pipelines: readonly Pipeline[],
): MoveTarget {
  const pipeline = findPipeline(pipelines, id);
  const gone = stageIn(pipeline, stageId);
  withoutStage(pipeline, stageId, pipeline.updatedAt);
  const stage = findStage(pipelines, moveDealsTo);
  if (stage.pipelineId !== id || stage.kind !== gone.kind || stage.id === gone.id) {
    const fitting = `another stage of the kind \`${gone.kind}\` of the same pipeline`;
    throw mismatch(pipeline, stage, `\`moveDealsTo\` must be ${fitting}.`);
  }
  return { pipeline, stage };
}

/**
 * Returns the target for the deals of a deleted pipeline: an open stage of another pipeline. Throws SVC-STAGE-MISMATCH
 * for any other target, and SVC-RULE-VIOLATION when the pipeline cannot be deleted.
 */
export function targetForPipeline(
  id: string,
  moveDealsTo: string,
  pipelines: readonly Pipeline[],
): MoveTarget {
  checkDeletable(findPipeline(pipelines, id));
  const stage = findStage(pipelines, moveDealsTo);
  const pipeline = findPipeline(pipelines, stage.pipelineId);
  if (pipeline.id === id || stage.kind !== 'open') {
    throw mismatch(pipeline, stage, '`moveDealsTo` must be an open stage of another pipeline.');
  }
  checkInUse(pipeline, 'moveDealsTo');
  return { pipeline, stage };
}

/** Throws SVC-IN-USE for a stage or pipeline that is to be deleted but has `deals` deals. */
export function checkNoDeals(
  named: { readonly resource: 'stage' | 'pipeline'; readonly id: string },
  deals: number,
): void {
  if (deals === 0) return;
  const message = `The \`${named.resource}\` has deals. Name the stage that gets them in \`moveDealsTo\`.`;
  throw new ServiceError('SVC-IN-USE', { ...named, references: { deals } }, { message });
}

/**
 * Returns the place that a deal gets when its stage or pipeline is deleted; its status stays. A won or lost deal goes
 * to the first stage of that kind; without such a stage, it goes to the target stage.
 */
export function placeOfMoved(
  { status }: Deal,
  { pipeline, stage }: MoveTarget,
): Omit<DealPlace, 'position'> {
  const fitting = pipeline.stages.find(({ kind }) => kind === status);
  return { pipeline, stage: stage.kind === status ? stage : (fitting ?? stage), status };
}

/** The number and the sum of the deals with the same stage, currency and probability. */
export interface DealSum {
  readonly stageId: string;
  readonly currency: string;
  /** The probability of the deals; null when the stage's own probability applies. */
  readonly probability: number | null;
  readonly count: number;
  /** The sum of the values, in ten-thousandths. */
  readonly value: bigint;
}

/** Returns the counts and sums of the deals of a pipeline. It adds whole numbers, so the sums are exact. */
export function pipelineSummaryOf({ stages }: Pipeline, sums: readonly DealSum[]): PipelineSummary {
  return {
    stages: stages.map((stage) => {
      const own = sums.filter(({ stageId }) => stageId === stage.id);
      const currencies = [...new Set(own.map(({ currency }) => currency))].sort();
      return {
        stageId: stage.id,
        count: own.reduce((total, { count }) => total + count, 0),
        values: currencies.map((currency) => {
          const inIt = own.filter((sum) => sum.currency === currency);
          const percent = (sum: DealSum) => BigInt(sum.probability ?? stage.probability);
          return {
            currency,
            total: decimal(
              inIt.reduce((total, sum) => total + sum.value, 0n),
              4,
            ),
            weighted: decimal(
              inIt.reduce((total, sum) => total + sum.value * percent(sum), 0n),
              6,
            ),
          };
        }),
      };
    }),
  };
}
