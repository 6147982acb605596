import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type {
  CreatePipelineBody,
  ListPipelinesQuery,
  MoveDealsQuery,
  Pipeline,
  PipelineSummary,
  ReorderStagesBody,
  UpdatePipelineBody,
} from '../generated/types.ts';

/** Pipelines with the stages that deals go through. */
export interface Pipelines {
  /**
   * Lists pipelines with their stages, sorted by position.
   *
   *     const { data } = await parley.pipelines.list();
   */
  list(query?: ListPipelinesQuery, options?: RequestOptions): PagePromise<Pipeline>;

  /**
   * Creates a pipeline. Fails with `ConflictError` (two stages have the same name) or `UnprocessableError` (no stage
   * is `open`, or the tenant has 50 pipelines).
   *
   *     await parley.pipelines.create({ name: 'Renewals', stages: [{ name: 'Due' }, { name: 'Won', kind: 'won' }] });
   */
  create(body: CreatePipelineBody, options?: RequestOptions): ParleyPromise<Pipeline>;

  /**
   * Returns one pipeline with its stages. Fails with `NotFoundError` (unknown ID).
   *
   *     const { stages } = await parley.pipelines.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Pipeline>;

  /**
   * Updates the given fields; null clears a field. Fails with `NotFoundError` (unknown ID) or `UnprocessableError` (the
   * default pipeline would be archived).
   *
   *     await parley.pipelines.update(id, { isDefault: true });
   */
  update(id: string, body: UpdatePipelineBody, options?: RequestOptions): ParleyPromise<Pipeline>;

  /**
   * Deletes a pipeline; `moveDealsTo` is the stage of another pipeline that gets its deals. Fails with `NotFoundError`
   * (unknown ID), `ConflictError` (the pipeline has deals, and `moveDealsTo` is missing) or `UnprocessableError` (it is
   * the default pipeline).
   *
   *     await parley.pipelines.delete(id, { moveDealsTo: stageId });
   */
  delete(id: string, query?: MoveDealsQuery, options?: RequestOptions): ParleyPromise<void>;

  /**
   * Returns the number of deals in each stage, and their sums in each currency. Fails with `NotFoundError` (unknown
   * ID).
   *
   *     const { stages } = await parley.pipelines.summary(id);
   */
  summary(id: string, options?: RequestOptions): ParleyPromise<PipelineSummary>;

  /**
   * Changes the order of the stages of a pipeline. Fails with `NotFoundError` (unknown ID), or with
   * `UnprocessableError` unless `stageIds` has every stage once.
   *
   *     const { stages } = await parley.pipelines.get(id);
   *     await parley.pipelines.reorderStages(id, { stageIds: stages.map((stage) => stage.id).reverse() });
   */
  reorderStages(
    id: string,
    body: ReorderStagesBody,
    options?: RequestOptions,
  ): ParleyPromise<Pipeline>;
}
