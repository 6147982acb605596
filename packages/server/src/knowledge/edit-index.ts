import { randomInt } from 'node:crypto';
import type { Analyzer, NewDocument } from '@parley/search';
import {
  analysisVersion,
  BlockDocuments,
  blockSize,
  countTerms,
  joinSpellings,
  joinTerms,
  splitSpellings,
  splitTerms,
} from '@parley/search/format';
import type { KnowledgeChunkRow } from '../db/knowledge-rows.ts';
import {
  type IndexedChunk,
  readIndexedChunks,
  replaceChunks,
} from '../db/statements/knowledge-chunks.ts';
import {
  type IndexHead,
  lockKnowledgeIndexes,
  readKnowledgeBlocks,
} from '../db/statements/knowledge-edit.ts';
import { writeKnowledgeIndex } from '../db/statements/knowledge-write.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import { editLists } from './edit-lists.ts';
import { type BlockEdit, editTerms } from './edit-terms.ts';

// What a tenant finds is an index of its own: the postings hold exactly the documents that are in it,
// so that every count a score is made of is true of the tenant's own records at each moment. A change
// takes the old documents of a record out and puts its new ones in, in the transaction of its cause:
// others search what was there before until the commit.

/** Each state in which records are searched has an index of its own, with its own counts. */
export type IndexName =
  | 'sources'
  | 'sources.failed'
  | 'sources.archived'
  | 'faqs'
  | 'faqs.draft'
  | 'faqs.archived';

export interface NewRecord {
  readonly id: string;
  readonly index: IndexName;
  readonly analyzer: Analyzer;
  readonly documents: readonly NewDocument[];
}

const maxVersion = 2 ** 48 - 1;

/** In a transaction: takes out whatever is in the indexes of these records, and puts in the new. */
export async function editIndexes(
  db: TenantDb,
  { remove, add }: { remove: readonly string[]; add: readonly NewRecord[] },
): Promise<void> {
  if (!db.inTransaction) throw new Error('an index changes in the transaction of its cause');
  const names = [...new Set(add.map(({ index }) => index))];
  const heads = await db.run(lockKnowledgeIndexes, { names, analysis: analysisVersion });
  const ids = [...new Set([...remove, ...add.map(({ id }) => id)])];
  const old = await db.run(readIndexedChunks, ids);
  const rows: KnowledgeChunkRow[] = [];
  for (const head of heads) {
    const removed = old.filter((chunk) => chunk.index_name === head.name);
    const added = add.filter(({ index }) => index === head.name);
    if (removed.length === 0 && added.length === 0) continue;
    rows.push(...(await editIndex(db, head, removed, added)));
  }
  await db.run(replaceChunks, { of: [...new Set(old.map((chunk) => chunk.record_id))], by: rows });
}

async function editIndex(
  db: TenantDb,
  head: IndexHead,
  removed: readonly IndexedChunk[],
  added: readonly NewRecord[],
): Promise<KnowledgeChunkRow[]> {
  const documents = added.flatMap((record, index) =>
    record.documents.map((document, position) => ({
      record,
      document,
      position,
      revision: head.revision + 1 + index,
      counts: countTerms(document.analyzed.terms),
    })),
  );
  const blocks = await openBlocks(db, head.name, removed, documents.length);
  const edits = new Map<number, BlockEdit>();
  const editOf = (block: number) => {
    const edit = edits.get(block) ?? { removed: [], added: [] };
    edits.set(block, edit);
    return edit;
  };
  let bodyWords = head.bodyWords;
  for (const chunk of removed) {
    const terms = splitTerms(chunk.terms);
    editOf(chunk.block).removed.push({
      slot: chunk.slot,
      counts: countTerms(terms),
      spellings: splitSpellings(chunk.spellings),
    });
    blocks.get(chunk.block)?.clear(chunk.slot);
    bodyWords -= terms.body.length;
  }
  const places = freePlaces(blocks, head.blocks);
  const rows = documents.map(({ record, document, position, revision, counts }) => {
    const { block, slot } = places.next().value;
    const { terms, spellings } = document.analyzed;
    editOf(block).added.push({ slot, counts, spellings });
    blocks.get(block)?.set(slot, { revision, bodyWords: terms.body.length });
    bodyWords += terms.body.length;
    return {
      record_id: record.id,
      position,
      index_name: head.name,
      revision,
      block,
      slot,
      analyzer: record.analyzer,
      headings: JSON.stringify(document.headings),
      text: document.text,
      terms: joinTerms(terms),
      spellings: joinSpellings(spellings),
    };
  });
  await db.run(writeKnowledgeIndex, {
    head: {
      ...head,
      // Of a newer analysis it is no more: the next start of a newer process builds it anew.
      analysis: Math.min(head.analysis, analysisVersion),
      documents: head.documents + documents.length - removed.length,
      bodyWords,
      revision: head.revision + added.length,
      blocks: Math.max(head.blocks, ...[...blocks.keys()].map((block) => block + 1)),
      analyzers: countAnalyzers(head.analyzers, removed, added),
    },
    blocks: [...edits.keys()].map((block) => {
      const stored = blocks.get(block) ?? new BlockDocuments();
      const used = blockSize - stored.freeSlots().length;
      return { block, version: randomInt(maxVersion), used, documents: stored.bytes };
    }),
    postings: await editLists(db, head, edits),
    terms: await editTerms(db, head.name, [...edits.values()]),
  });
  return rows;
}

/** Those that lose documents, and as many with room as the new ones need. */
async function openBlocks(
  db: TenantDb,
  index: string,
  removed: readonly IndexedChunk[],
  documents: number,
): Promise<Map<number, BlockDocuments>> {
  const stored = await db.run(readKnowledgeBlocks, {
    index,
    blocks: [...new Set(removed.map(({ block }) => block))],
    roomFor: documents === 0 ? 0 : 1 + Math.ceil(documents / blockSize),
    blockSize,
  });
  return new Map(
    stored
      .map(({ block, documents: bytes }) => [block, new BlockDocuments(bytes)] as const)
      .sort(([a], [b]) => a - b),
  );
}

/** Empty places, in the open blocks first; then in new ones. */
function* freePlaces(
  blocks: Map<number, BlockDocuments>,
  firstNew: number,
): Generator<{ block: number; slot: number }, never> {
  for (const [block, documents] of [...blocks]) {
    for (const slot of documents.freeSlots()) yield { block, slot };
  }
  for (let block = firstNew; ; block += 1) {
    blocks.set(block, new BlockDocuments());
    for (let slot = 0; slot < blockSize; slot += 1) yield { block, slot };
  }
}

function countAnalyzers(
  before: IndexHead['analyzers'],
  removed: readonly IndexedChunk[],
  added: readonly NewRecord[],
): Record<string, number> {
  const counts = new Map(Object.entries(before));
  const count = (analyzer: string, difference: number) => {
    const total = (counts.get(analyzer) ?? 0) + difference;
    if (total > 0) counts.set(analyzer, total);
    else counts.delete(analyzer);
  };
  for (const { analyzer } of removed) count(analyzer, -1);
  for (const { analyzer, documents } of added) count(analyzer, documents.length);
  return Object.fromEntries(counts);
}
