import type { RequestOptions } from '../core/options.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type {
  CreateStageBody,
  MoveDealsQuery,
  Stage,
  UpdateStageBody,
} from '../generated/types.ts';

/** The stages of a pipeline. `pipelines.get` returns all of them. */
export interface Stages {
  /**
   * Adds a stage to a pipeline. Fails with `NotFoundError` (unknown ID), `ConflictError` (the pipeline has a stage of
   * this name) or `UnprocessableError` (the pipeline has 50 stages).
   *
   *     await parley.stages.create(pipelineId, { name: 'Demo', probability: 40, position: 1 });
   */
  create(pipelineId: string, body: CreateStageBody, options?: RequestOptions): ParleyPromise<Stage>;

  /**
   * Returns one stage. Fails with `NotFoundError` (unknown ID).
   *
   *     const { name, kind } = await parley.stages.get(pipelineId, id);
   */
  get(pipelineId: string, id: string, options?: RequestOptions): ParleyPromise<Stage>;

  /**
   * Updates the given fields; null clears a field. Fails with `NotFoundError` (unknown ID) or `ConflictError` (the name
   * is taken).
   *
   *     await parley.stages.update(pipelineId, id, { rottenAfterDays: 7 });
   */
  update(
    pipelineId: string,
    id: string,
    body: UpdateStageBody,
    options?: RequestOptions,
  ): ParleyPromise<Stage>;

  /**
   * Deletes a stage; `moveDealsTo` is the stage of the pipeline that gets its deals. Fails with `NotFoundError`
   * (unknown ID), `ConflictError` (the stage has deals, and `moveDealsTo` is missing) or `UnprocessableError` (it is
   * the last open stage).
   *
   *     await parley.stages.delete(pipelineId, id, { moveDealsTo: stageId });
   */
  delete(
    pipelineId: string,
    id: string,
    query?: MoveDealsQuery,
    options?: RequestOptions,
  ): ParleyPromise<void>;
}
