import { randomInt } from 'node:crypto';
import { type Analyzer, mapInTurns, type NewDocument, type Turns } from '@parley/search';
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
import { inOrder } from '../db/in-order.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import { TurnsInTransaction } from '../db/turns-in-transaction.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { editLists } from './edit-lists.ts';
import { type BlockEdit, editTerms } from './edit-terms.ts';
import { slicesOf } from './slices.ts';
import { type IndexedChunk, readIndexedChunks, replaceChunks } from './statements/chunks.ts';
import { lockKnowledgeIndexes, readKnowledgeBlocks } from './statements/edit.ts';
import { type IndexChange, writeKnowledgeIndex } from './statements/write.ts';
import { type IndexHead, type KnowledgeChunkRow, knowledgeChunksTable } from './table.ts';

// Each tenant has a separate index: the postings contain exactly its documents, so every count in a score is exact. A
// change removes the old documents of a record and adds the new ones in the transaction that changes the record. Until
// the commit, searches find the old ones.

/** The name of a search index. Each searchable status has a separate index with its own counts. */
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
const chunksAtOnce = 200;

/** Replaces the index entries of records: removes the entries of `remove`, and writes the entries of `add`. */
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
  const turns = new TurnsInTransaction(db);
  for (const head of heads) {
    const removed = old.filter((chunk) => chunk.index_name === head.name);
    const added = add.filter(({ index }) => index === head.name);
    if (removed.length === 0 && added.length === 0) continue;
    rows.push(...(await editIndex(db, head, { removed, added, turns })));
  }
  const [first = [], ...others] = slicesOf(rows, chunksAtOnce);
  await db.run(replaceChunks, { of: [...new Set(old.map((chunk) => chunk.record_id))], by: first });
  for (const by of others) {
    await turns.pause();
    await db.run(replaceChunks, { of: [], by });
  }
}

export async function takeOutOfIndex(ctx: TenantContext, { id }: { id: string }): Promise<void> {
  await editIndexes(ctx.db, { remove: [id], add: [] });
}

interface Edit {
  readonly removed: readonly IndexedChunk[];
  readonly added: readonly NewRecord[];
  /**
   * Decides when to yield to other work. Readers continue meanwhile; on SQLite, other writers wait until the edit is
   * written.
   */
  readonly turns: Turns;
}

async function editIndex(
  db: TenantDb,
  head: IndexHead,
  { removed, added, turns }: Edit,
): Promise<KnowledgeChunkRow[]> {
  const documents = added.flatMap((record, index) =>
    record.documents.map((document, position) => ({
      record,
      document,
      position,
      revision: head.revision + 1 + index,
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
    await turns.pause();
  }
  const places = freePlaces(blocks, head.blocks);
  const rows = await mapInTurns(
    documents,
    ({ record, document, position, revision }) => {
      const { block, slot } = places.next().value;
      const { terms, spellings } = document.analyzed;
      editOf(block).added.push({ slot, counts: countTerms(terms), spellings });
      blocks.get(block)?.set(slot, { revision, bodyWords: terms.body.length });
      bodyWords += terms.body.length;
      return knowledgeChunksTable.toRow({
        recordId: record.id,
        position,
        index: head.name,
        revision,
        block,
        slot,
        analyzer: record.analyzer,
        headings: document.headings,
        text: document.text,
        terms: joinTerms(terms),
        spellings: joinSpellings(spellings),
      });
    },
    turns,
  );
  const [postings, terms] = await inOrder([
    editLists(db, head, { edits, turns }),
    editTerms(db, head.name, { edits: edits.values(), turns }),
  ]);
  const change: IndexChange = {
    head: {
      ...head,
      // An older process that writes to a newer index marks it as older, so that the next newer process that starts
      // rebuilds it.
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
    postings,
    terms,
  };
  for (const part of partsOf(change)) {
    await db.run(writeKnowledgeIndex, part);
    await turns.pause();
  }
  return rows;
}

/**
 * Splits a change into parts that one statement can write. A small change is one part. The last part also has the
 * blocks.
 */
function* partsOf(change: IndexChange): Generator<IndexChange> {
  const { head } = change;
  const [postings, terms] = [[...slicesOf(change.postings)], [...slicesOf(change.terms)]];
  const [lastPostings, lastTerms] = [postings.pop() ?? [], terms.pop() ?? []];
  for (const some of postings) yield { head, blocks: [], postings: some, terms: [] };
  for (const some of terms) yield { head, blocks: [], postings: [], terms: some };
  yield { ...change, postings: lastPostings, terms: lastTerms };
}

/** Reads the blocks that lose documents, and enough blocks with free slots for the new ones. */
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

/** Yields free slots: first those of the open blocks, then those of new blocks. */
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
