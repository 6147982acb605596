import { BlockDocuments, countTerms, readPostings, splitTerms } from '@parley/search/format';
import { expect } from 'vitest';
import { type KnowledgeChunkRow, knowledgeChunksTable } from '../src/knowledge/table.ts';
import type { KnowledgeScene } from './knowledge-scene.ts';
import type { TestServer } from './start-server.ts';

/** Checks that every count and posting of a tenant's indexes follows from its chunks, and that no other is left. */
export async function expectSound(
  { deps: { database } }: TestServer,
  { ctx: { db } }: KnowledgeScene,
): Promise<void> {
  const rows = (table: string) =>
    database.writer(`knowledge_${table}`).where({ tenant_id: db.tenantId });
  const chunks = await db.select(knowledgeChunksTable);
  const [heads, blocks, terms, postings] = await Promise.all([
    rows('indexes'),
    rows('blocks'),
    rows('terms'),
    rows('postings'),
  ]);
  for (const { name, documents, body_words: bodyWords, analyzers } of heads) {
    const own = chunks.filter((chunk) => chunk.index_name === name);
    expect(documents, name).toBe(own.length);
    const words = own.map((chunk) => splitTerms(chunk.terms).body.length);
    expect(Number(bodyWords), name).toBe(words.reduce((sum, count) => sum + count, 0));
    const byAnalyzer = own.map(({ analyzer }) => analyzer);
    expect(JSON.parse(analyzers), name).toEqual(
      Object.fromEntries(
        [...new Set(byAnalyzer)].map((one) => [one, byAnalyzer.filter((x) => x === one).length]),
      ),
    );
  }
  const expected = expectedPostings(chunks);
  const actual = new Map<string, number>();
  for (const row of postings) {
    for (const [slot, count] of readPostings(Uint8Array.from(row.postings))) {
      actual.set(`${row.index_name} ${row.term} ${row.block} ${slot}`, count);
    }
  }
  expect(actual).toEqual(expected.postings);
  expect(
    new Map(terms.map((row) => [`${row.index_name} ${row.term}`, row.documents as number])),
  ).toEqual(expected.documents);
  const places = blocks.flatMap((row) => {
    const documents = new BlockDocuments(Uint8Array.from(row.documents));
    return Array.from({ length: documents.slots }, (_, slot) => slot)
      .filter((slot) => documents.revisionAt(slot) > 0)
      .map((slot) => `${row.index_name} ${row.block} ${slot} ${documents.revisionAt(slot)}`);
  });
  expect(places.sort()).toEqual(
    chunks
      .map((chunk) => `${chunk.index_name} ${chunk.block} ${chunk.slot} ${Number(chunk.revision)}`)
      .sort(),
  );
}

function expectedPostings(chunks: readonly KnowledgeChunkRow[]) {
  const postings = new Map<string, number>();
  const documents = new Map<string, number>();
  for (const { index_name: index, block, slot, terms } of chunks) {
    for (const [term, count] of countTerms(splitTerms(terms))) {
      postings.set(`${index} ${term} ${block} ${slot}`, count);
      documents.set(`${index} ${term}`, (documents.get(`${index} ${term}`) ?? 0) + 1);
    }
  }
  return { postings, documents };
}
