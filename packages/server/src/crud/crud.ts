import type { TenantContext } from '../tenancy/context.ts';

interface Source<Answer, Create, Update, Query, List> {
  list(ctx: TenantContext, query: Query): Promise<List>;
  create(ctx: TenantContext, body: Create): Promise<Answer>;
  get(ctx: TenantContext, id: string): Promise<Answer>;
  update(ctx: TenantContext, id: string, body: Update): Promise<Answer>;
  remove(ctx: TenantContext, id: string): Promise<void>;
}

interface OfOne {
  params: { id: string };
}

/**
 * Returns the handlers of `GET` and `POST /xs`, `GET`, `PATCH` and `DELETE /xs/{id}`. A resource spreads them and
 * replaces those that need more: `implement(contract.xs, { ...crud(xs), create: … })`.
 */
export function crud<Answer, Create, Update, Query, List>(
  records: Source<Answer, Create, Update, Query, List>,
) {
  return {
    list: async ({ query }: { query: Query }, ctx: TenantContext) => await records.list(ctx, query),
    create: async ({ body }: { body: Create }, ctx: TenantContext) =>
      await records.create(ctx, body),
    get: async ({ params }: OfOne, ctx: TenantContext) => await records.get(ctx, params.id),
    update: async ({ params, body }: OfOne & { body: Update }, ctx: TenantContext) =>
      await records.update(ctx, params.id, body),
    delete: async ({ params }: OfOne, ctx: TenantContext) => await records.remove(ctx, params.id),
  };
}
