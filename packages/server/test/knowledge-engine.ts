import { prepareSource } from '@parley/search';
import type { Database } from '../src/db/database.ts';
import { SystemDb } from '../src/db/system-db.ts';
import type { TenantDb } from '../src/db/tenant-db.ts';
import { editIndexes, type IndexName, type NewRecord } from '../src/knowledge/edit-index.ts';
import { createIndexMemo } from '../src/knowledge/index-memo.ts';
import { type SourceSearch, searchSources } from '../src/knowledge/search.ts';
import { createTenant } from '../src/tenants/service.ts';
import { contextFor } from './contexts.ts';

export interface TextOfSource {
  readonly id: string;
  readonly title?: string;
  readonly content: string;
  readonly language?: string;
  readonly index?: IndexName;
}

/** Every search reads versions: one memo is good for all databases of a file. */
export const indexMemo = createIndexMemo();

/** Makes tenants that have nothing but an index. */
export function tenantsOf(database: Database): () => Promise<TenantDb> {
  const system = new SystemDb(database);
  return async () => {
    const ctx = contextFor(system);
    await createTenant(ctx, { name: 'Tenant' });
    return ctx.db;
  };
}

/** Returns a source as the index stores it. */
export function recordOf({
  id,
  title = '',
  content,
  language = 'en',
  index = 'sources',
}: TextOfSource): NewRecord {
  return { id, index, ...prepareSource({ title, content, language, format: 'markdown' }) };
}

/** Sources as the index knows them, without their records. */
export async function indexSources(
  db: TenantDb,
  sources: readonly TextOfSource[],
  remove: readonly string[] = [],
): Promise<void> {
  const add = sources.map(recordOf);
  await db.transaction((db) => editIndexes(db, { remove, add }));
}

/** Ids and scores, best first. */
export async function found(
  db: TenantDb,
  q: string,
  search: Partial<SourceSearch> = {},
): Promise<[id: string, score: number][]> {
  const { hits } = await searchSources(db, { q, limit: 50, snippets: 0, ...search }, { indexMemo });
  return hits.map(({ id, score }) => [id, score]);
}

export async function ids(
  db: TenantDb,
  q: string,
  search: Partial<SourceSearch> = {},
): Promise<string[]> {
  return (await found(db, q, search)).map(([id]) => id);
}
