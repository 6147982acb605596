import { contract } from '@parley/contract';
import type { Reranker } from '../embeddings/reranker.ts';
import { implement, prepared } from '../http/implement.ts';
import { listKnowledgeSources } from './list.ts';
import {
  createKnowledgeSource,
  deleteKnowledgeSource,
  getKnowledgeSource,
  listKnowledgeChunks,
  planSource,
  reindexKnowledgeSource,
  type SourceOptions,
} from './service.ts';
import { planSourceUpdate, updateKnowledgeSource } from './update.ts';

interface RouteDeps {
  readonly config: SourceOptions;
  readonly reranker: Reranker | undefined;
}

export function knowledgeSourcesRoutes({ config: { urlSources }, reranker }: RouteDeps) {
  return implement(contract.knowledgeSources, {
    list: async ({ query }, ctx) => ({
      status: 200,
      body: await listKnowledgeSources(ctx, query, { reranker }),
    }),
    create: prepared(
      async ({ body }, ctx) => await planSource(ctx, body),
      async ({ body }, ctx, plan) => {
        const source = await createKnowledgeSource(ctx, body, plan, { urlSources });
        return { status: 201, body: source };
      },
    ),
    get: async ({ params }, ctx) => ({
      status: 200,
      body: await getKnowledgeSource(ctx, params.id),
    }),
    update: prepared(
      async ({ params, body }, ctx) => await planSourceUpdate(ctx, params.id, body),
      async ({ params, body }, ctx, draft) => ({
        status: 200,
        body: await updateKnowledgeSource(ctx, params.id, body, { draft, urlSources }),
      }),
    ),
    delete: async ({ params }, ctx) => {
      await deleteKnowledgeSource(ctx, params.id);
      return { status: 204, body: undefined };
    },
    reindex: async ({ params }, ctx) => ({
      status: 202,
      body: await reindexKnowledgeSource(ctx, params.id, { urlSources }),
    }),
    listChunks: async ({ params, query }, ctx) => ({
      status: 200,
      body: await listKnowledgeChunks(ctx, params.id, query),
    }),
  });
}
