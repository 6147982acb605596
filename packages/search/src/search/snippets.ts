import { chunkId } from '../chunk-id.ts';
import { cutAt } from '../chunks/chunk.ts';
import type { Question } from '../ranking/question.ts';
import { excerptLength, excerptOf } from '../ranking/snippet.ts';
import type { ChunkKey, KnowledgeReader, ShownChunk } from '../reader.ts';
import { type Analyzer, isAnalyzer } from '../text/stems.ts';
import type { Effort } from './effort.ts';
import type { FoundRecord } from './records.ts';

/** A chunk as a search shows it. Its arrays are copies, so the caller may keep them. */
export interface Snippet {
  readonly chunkId: string;
  readonly text: string;
  readonly headings: string[];
  readonly position: number;
  readonly highlights: [number, number][];
}

interface Shown extends FoundRecord {
  readonly question: Question;
}

export async function snippetsOf(
  reader: KnowledgeReader,
  records: readonly Shown[],
  { count, effort }: { count: number; effort: Effort },
): Promise<Map<string, Snippet[]>> {
  const chunks = await chunksOf(reader, records, count);
  const questions = new Set(records.map(({ question }) => question));
  const weightsFor = new Map([...questions].map((question) => [question, weightsOf(question)]));
  const snippets = new Map<string, Snippet[]>();
  for (const { id, documents, question } of records) {
    const own: Snippet[] = [];
    for (const document of documents.slice(0, count)) {
      const chunk = chunks.get(keyOf(document));
      if (!chunk) continue;
      const { position, text } = chunk;
      const analyzer: Analyzer = isAnalyzer(chunk.analyzer) ? chunk.analyzer : 'none';
      const weights = weightsFor.get(question) ?? new Map();
      own.push({
        chunkId: chunkId(id, chunk.revision, position),
        ...(effort.take('excerpts', text.length)
          ? excerptOf(text, analyzer, weights)
          : { text: cutAt(text, excerptLength), highlights: [] }),
        headings: [...chunk.headings],
        position,
      });
      await effort.pause();
    }
    snippets.set(id, own);
  }
  return snippets;
}

/** Returns the best chunks of each record by their keys, at most `count` for each record. */
export async function chunksOf(
  reader: KnowledgeReader,
  records: readonly Pick<FoundRecord, 'documents'>[],
  count: number,
): Promise<ReadonlyMap<string, ShownChunk>> {
  const keys = records.flatMap(({ documents }) => documents.slice(0, count));
  if (keys.length === 0) return new Map();
  const chunks = await reader.readShownChunks(keys);
  return new Map(chunks.map((chunk) => [keyOf(chunk), chunk]));
}

export function keyOf(key: ChunkKey | undefined): string {
  return key ? `${key.recordId} ${key.position}` : '';
}

export function passageOf(chunk: ShownChunk | undefined): string {
  return chunk ? [...chunk.headings, chunk.text].join('\n') : '';
}

function weightsOf({ groups }: Question): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { alternatives, idf } of groups) {
    for (const { term, weight } of alternatives) {
      weights.set(term, Math.max(weights.get(term) ?? 0, idf * weight));
    }
  }
  return weights;
}
