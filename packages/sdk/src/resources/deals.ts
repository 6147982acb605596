import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type {
  CreateDealBody,
  Deal,
  DealHistoryEntry,
  ListDealHistoryQuery,
  ListDealsQuery,
  UpdateDealBody,
} from '../generated/types.ts';

/** Deals: sales that go through the stages of a pipeline. */
export interface Deals {
  /**
   * Lists deals, the newest first.
   *
   *     const { data } = await parley.deals.list({ status: ['open'], sort: '-value' });
   */
  list(query?: ListDealsQuery, options?: RequestOptions): PagePromise<Deal>;

  /**
   * Creates a deal at the end of its stage. Fails with `NotFoundError` (a record that it names) or
   * `UnprocessableError` (the stage belongs to another pipeline).
   *
   *     await parley.deals.create({ title: 'Catering for 80 people', value: 4_800, currency: 'BRL' });
   */
  create(body: CreateDealBody, options?: RequestOptions): ParleyPromise<Deal>;

  /**
   * Returns one deal. Fails with `NotFoundError` (unknown ID).
   *
   *     const { status, stageId } = await parley.deals.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Deal>;

  /**
   * Updates the given fields; `stageId`, `pipelineId`, `status` and `position` move the deal. Fails with
   * `NotFoundError` (unknown ID), `ConflictError` (a won deal cannot become lost) and `UnprocessableError` (the stage
   * does not fit).
   *
   *     await parley.deals.update(id, { status: 'lost', lostReason: 'Too expensive' });
   */
  update(id: string, body: UpdateDealBody, options?: RequestOptions): ParleyPromise<Deal>;

  /**
   * Deletes a deal and its history. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.deals.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;

  /**
   * Lists the stages that a deal was in, the newest first, each with its duration in seconds. Fails with
   * `NotFoundError` (unknown ID).
   *
   *     const { data } = await parley.deals.listHistory(id);
   */
  listHistory(
    id: string,
    query?: ListDealHistoryQuery,
    options?: RequestOptions,
  ): PagePromise<DealHistoryEntry>;
}
