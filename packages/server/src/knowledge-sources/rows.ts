import { hash } from 'node:crypto';
import {
  type CreateKnowledgeSourceBody,
  mergeMetadata,
  type UpdateKnowledgeSourceBody,
} from '@parley/contract/schemas';
import { languageKey } from '@parley/domain';
import { countCharacters, cutAt } from '@parley/search';
import { fromJson, toJson } from '../db/columns.ts';
import { nameKey, tagsKey } from '../db/sort-keys.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { indexOf } from './indexing.ts';
import type { KnowledgeSourceRow } from './table.ts';

// Rows of sources as requests make and change them.

const maxTitle = 255;
/** A title may grow when it is folded, and an index of Postgres takes 2,700 bytes. */
const maxTitleKey = 400;

/** Not found yet: its text is still to be put into the index. */
export function newSource(
  ctx: TenantContext,
  body: CreateKnowledgeSourceBody,
  language: string,
): KnowledgeSourceRow {
  const at = ctx.now().toISOString();
  const tags = body.tags ?? [];
  const row: KnowledgeSourceRow = {
    id: ctx.newId('src'),
    ...titled(body.title ?? titleOfUrl(body.url ?? '')),
    title_from_page: body.title === undefined ? 1 : 0,
    type: body.type,
    content_length: 0,
    checksum: null,
    fetched_format: null,
    fetch_due: body.type === 'url' ? 1 : 0,
    url: body.url ?? null,
    external_id: body.externalId ?? null,
    ...spoken(language),
    status: 'processing',
    error: null,
    ...tagged(tags),
    chunk_count: 0,
    char_count: 0,
    content_version: 1,
    indexed_at: null,
    metadata: toJson(body.metadata ?? {}),
    created_at: at,
    updated_at: at,
  };
  return body.type === 'url' ? row : { ...row, ...holding(body.content) };
}

/** The row after a change that is allowed; counted up where the index must follow. */
export function changedSource(
  before: KnowledgeSourceRow,
  body: UpdateKnowledgeSourceBody,
): KnowledgeSourceRow {
  const { title, content, url, externalId, language, tags, metadata } = body;
  const moved = before.type === 'url' && url !== undefined && url !== before.url;
  const wanted: KnowledgeSourceRow = {
    ...before,
    ...(title !== undefined && { ...titled(title), title_from_page: 0 }),
    ...(content !== undefined && holding(content)),
    ...(url !== undefined && { url }),
    ...(moved && { fetch_due: 1 }),
    ...(externalId !== undefined && { external_id: externalId }),
    ...(language !== undefined && spoken(language)),
    ...(tags && tagged(tags)),
    ...(metadata && { metadata: toJson(mergeMetadata(fromJson(before.metadata), metadata)) }),
    status: statusAfter(before, body),
  };
  if (!isStale(before, wanted, body)) return wanted;
  const content_version = before.content_version + 1;
  if (wanted.status === 'archived') return { ...wanted, error: null, content_version };
  return { ...wanted, status: 'processing', error: null, content_version };
}

/** What was fetched; its title only where nobody has given it one. */
export function fetchedSource(
  before: KnowledgeSourceRow,
  fetched: { content: string; format: NonNullable<KnowledgeSourceRow['fetched_format']> },
  pageTitle: string | null,
): KnowledgeSourceRow {
  const title = cutAt(pageTitle?.trim() ?? '', maxTitle).trim() || titleOfUrl(before.url ?? '');
  return {
    ...before,
    ...(before.title_from_page === 1 && titled(title)),
    ...holding(fetched.content),
    fetched_format: fetched.format,
    fetch_due: 0,
  };
}

function statusAfter(
  before: KnowledgeSourceRow,
  { status }: UpdateKnowledgeSourceBody,
): KnowledgeSourceRow['status'] {
  if (status === 'archived') return 'archived';
  return status === 'ready' && before.status === 'archived' ? 'processing' : before.status;
}

/** Whether the index does not hold what it should. */
function isStale(
  before: KnowledgeSourceRow,
  wanted: KnowledgeSourceRow,
  { content }: UpdateKnowledgeSourceBody,
): boolean {
  return (
    wanted.title !== before.title ||
    wanted.language !== before.language ||
    wanted.checksum !== before.checksum ||
    (wanted.type === 'url' && wanted.url !== before.url) ||
    indexOf(wanted.status) !== indexOf(before.status) ||
    (content !== undefined && before.status === 'failed')
  );
}

const titled = (title: string) => ({ title, title_key: cutAt(nameKey(title), maxTitleKey) });

const spoken = (language: string) => ({ language, language_key: languageKey(language) });

const tagged = (tags: readonly string[]) => ({ tags: toJson(tags), tags_key: tagsKey(tags) });

const holding = (content: string) => ({
  content_length: countCharacters(content),
  checksum: hash('sha256', content, 'hex'),
});

/** Until a page has said what it is called. */
function titleOfUrl(url: string): string {
  return cutAt(url, maxTitle);
}
