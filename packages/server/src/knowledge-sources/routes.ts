import { contract } from '@parley/contract';
import { crud } from '../crud/crud.ts';
import { listOf } from '../crud/owned.ts';
import { implement, prepared } from '../http/implement.ts';
import type { SearchDeps } from '../knowledge/search.ts';
import { listKnowledgeChunks } from './chunks.ts';
import { listKnowledgeSources } from './list.ts';
import {
  createKnowledgeSource,
  getKnowledgeSource,
  knowledgeSources,
  planSource,
  planSourceUpdate,
  reindexKnowledgeSource,
  type SourceOptions,
  updateKnowledgeSource,
} from './service.ts';

interface RouteDeps extends SearchDeps {
  readonly config: SourceOptions;
}

const { delete: remove } = crud(knowledgeSources);

export function knowledgeSourcesRoutes({ config, ...deps }: RouteDeps) {
  return implement(contract.knowledgeSources, {
    list: async ({ query }, ctx) => await listKnowledgeSources(ctx, query, deps),
    create: prepared(
      async ({ body }, ctx) => await planSource(ctx, body),
      async (_request, ctx, planned) => await createKnowledgeSource(ctx, planned, config),
    ),
    get: async ({ params }, ctx) => await getKnowledgeSource(ctx, params.id),
    update: prepared(
      async ({ params, body }, ctx) => await planSourceUpdate(ctx, params.id, body),
      async ({ params }, ctx, planned) =>
        await updateKnowledgeSource(ctx, params.id, planned, config),
    ),
    delete: remove,
    reindex: async ({ params }, ctx) => await reindexKnowledgeSource(ctx, params.id, config),
    listChunks: listOf(knowledgeSources, listKnowledgeChunks),
  });
}
