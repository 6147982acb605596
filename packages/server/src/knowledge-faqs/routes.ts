import { contract } from '@parley/contract';
import type { Reranker } from '../embeddings/reranker.ts';
import { implement, prepared } from '../http/implement.ts';
import { batchKnowledgeFaqs } from './batch.ts';
import type { FaqHits } from './hits.ts';
import { listKnowledgeFaqs } from './list.ts';
import {
  createKnowledgeFaq,
  deleteKnowledgeFaq,
  getKnowledgeFaq,
  type PlannedFaq,
  planFaqs,
  planFaqUpdate,
  rateKnowledgeFaq,
  updateKnowledgeFaq,
} from './service.ts';

interface RouteDeps {
  readonly faqHits: FaqHits;
  readonly reranker: Reranker | undefined;
}

export function knowledgeFaqsRoutes({ faqHits, reranker }: RouteDeps) {
  return implement(contract.knowledgeFaqs, {
    list: async ({ query }, ctx) => ({
      status: 200,
      body: await listKnowledgeFaqs(ctx, query, { faqHits, reranker }),
    }),
    create: prepared(
      async ({ body }, ctx) => await planFaqs(ctx, [body]),
      async ({ body }, ctx, [plan]) => {
        const faq = await createKnowledgeFaq(ctx, body, plan as PlannedFaq);
        return { status: 201, body: faq };
      },
    ),
    batch: prepared(
      async ({ body }, ctx) => await planFaqs(ctx, body.items),
      async ({ body }, ctx, plans) => ({
        status: 200,
        body: await batchKnowledgeFaqs(ctx, body, plans),
      }),
    ),
    get: async ({ params }, ctx) => ({ status: 200, body: await getKnowledgeFaq(ctx, params.id) }),
    update: prepared(
      async ({ params, body }, ctx) => await planFaqUpdate(ctx, params.id, body),
      async ({ params, body }, ctx, draft) => ({
        status: 200,
        body: await updateKnowledgeFaq(ctx, params.id, body, draft),
      }),
    ),
    delete: async ({ params }, ctx) => {
      await deleteKnowledgeFaq(ctx, params.id);
      return { status: 204, body: undefined };
    },
    feedback: async ({ params, body }, ctx) => {
      await rateKnowledgeFaq(ctx, params.id, body);
      return { status: 204, body: undefined };
    },
  });
}
