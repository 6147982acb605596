import { hasCode, refusedItem } from '@parley/domain';
import { RunAgainError } from '../db/failures.ts';
import { inSavepoint, type TenantContext } from '../tenancy/context.ts';
import type { OnTaken } from './records.ts';

type Refused = ReturnType<typeof refusedItem>;

/** Creates or updates the items of a batch in their order. Each succeeds or fails alone. Call it in a transaction. */
export async function putEach<Item, Done>(
  ctx: TenantContext,
  items: readonly Item[],
  put: (ctx: TenantContext, item: Item, index: number) => Promise<Done>,
): Promise<(Done | Refused)[]> {
  const outcomes: (Done | Refused)[] = [];
  for (const [index, item] of items.entries()) {
    try {
      outcomes.push(await inSavepoint(ctx, (ctx) => put(ctx, item, index)));
    } catch (error) {
      outcomes.push(refusedItem(error));
    }
  }
  return outcomes;
}

interface Put<Done> {
  find(ctx: TenantContext): Promise<string | undefined>;
  change(ctx: TenantContext, id: string): Promise<Done>;
  create(ctx: TenantContext, taken: OnTaken): Promise<Done>;
}

/**
 * Changes the record that `find` returns, or creates one if there is none. Concurrent requests create only one. Call it
 * in a transaction.
 */
export async function changeOrCreate<Done>(
  ctx: TenantContext,
  { find, change, create }: Put<Done>,
): Promise<Done> {
  const known = await find(ctx);
  if (known !== undefined) {
    try {
      return await change(ctx, known);
    } catch (error) {
      // Another request has removed the record since it was found.
      const isGone = hasCode(error, 'SVC-NOT-FOUND') && error.details['id'] === known;
      throw isGone ? new RunAgainError() : error;
    }
  }
  // If another request has created it since, this one runs again and finds it.
  return await create(ctx, async () =>
    (await find(ctx)) === undefined ? undefined : new RunAgainError(),
  );
}
