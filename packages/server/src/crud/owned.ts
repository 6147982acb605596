import type { TenantContext } from '../tenancy/context.ts';

// The handlers of records that belong to another record, their owner.

interface Owners {
  missing(ctx: TenantContext, id: string): Promise<Error>;
  find(ctx: TenantContext, id: string): Promise<object | undefined>;
  take(ctx: TenantContext, id: string): Promise<unknown>;
}

interface OfOne {
  params: { id: string };
}

/** Returns the handler of `GET /xs/{id}/ys`. `read` returns a page of the records of one owner. */
export function listOf<Query, List>(
  { missing, find }: Pick<Owners, 'missing' | 'find'>,
  read: (ctx: TenantContext, id: string, query: Query) => Promise<List>,
) {
  return async ({ params: { id }, query }: OfOne & { query: Query }, ctx: TenantContext) => {
    const body = await read(ctx, id, query);
    // Checked after the page is read: if the owner is deleted in between, the response must not be an empty list.
    if (!(await find(ctx, id))) throw await missing(ctx, id);
    return body;
  };
}

/** Returns the handler of `POST /xs/{id}/ys`. `create` writes a new record of one owner. */
export function createOn<Body, Answer>(
  { take }: Pick<Owners, 'take'>,
  create: (ctx: TenantContext, id: string, body: Body) => Promise<Answer>,
) {
  return async ({ params: { id }, body }: OfOne & { body: Body }, ctx: TenantContext) => {
    // Locked, so that a merge or an erasure at the same time either includes the record or ends before it is written.
    await take(ctx, id);
    return await create(ctx, id, body);
  };
}
