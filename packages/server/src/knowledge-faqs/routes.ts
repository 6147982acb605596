import { contract } from '@parley/contract';
import { crud } from '../crud/crud.ts';
import { implement, prepared } from '../http/implement.ts';
import { batchKnowledgeFaqs } from './batch.ts';
import { type ListDeps, listKnowledgeFaqs } from './list.ts';
import {
  createKnowledgeFaq,
  knowledgeFaqs,
  type PlannedFaq,
  planFaqs,
  planFaqUpdate,
  rateKnowledgeFaq,
  updateKnowledgeFaq,
} from './service.ts';

const { get, delete: remove } = crud(knowledgeFaqs);

export function knowledgeFaqsRoutes(deps: ListDeps) {
  return implement(contract.knowledgeFaqs, {
    list: async ({ query }, ctx) => await listKnowledgeFaqs(ctx, query, deps),
    create: prepared(
      async ({ body }, ctx) => await planFaqs(ctx, [body]),
      async ({ body }, ctx, [plan]) => await createKnowledgeFaq(ctx, body, plan as PlannedFaq),
    ),
    batch: prepared(
      async ({ body }, ctx) => await planFaqs(ctx, body.items),
      async ({ body }, ctx, plans) => await batchKnowledgeFaqs(ctx, body, plans),
    ),
    get,
    update: prepared(
      async ({ params, body }, ctx) => await planFaqUpdate(ctx, params.id, body),
      async ({ params, body }, ctx, draft) => await updateKnowledgeFaq(ctx, params.id, body, draft),
    ),
    delete: remove,
    feedback: async ({ params, body }, ctx) => await rateKnowledgeFaq(ctx, params.id, body),
  });
}
