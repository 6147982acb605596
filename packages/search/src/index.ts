export { countCharacters } from './characters.ts';
export { chunkId } from './chunk-id.ts';
export { cutAt } from './chunks/chunk.ts';
export { mapInTurns, Turns } from './in-turns.ts';
export {
  type FaqText,
  type NewDocument,
  type Prepared,
  type PreparedSource,
  prepareFaq,
  prepareLongSource,
  prepareSource,
  type SourceText,
} from './prepare.ts';
export { questionKey } from './question-key.ts';
export type {
  ChunkKey,
  ChunkPlace,
  FaqReader,
  FoundTerms,
  IndexPart,
  IndexReader,
  KnowledgeReader,
  PlacedChunk,
  ShownChunk,
  StoredTerm,
  TermPostings,
  TermRange,
} from './reader.ts';
export { readPosition, type SearchPosition, writePosition } from './search/page.ts';
export {
  type FaqHit,
  type KnowledgeSearch,
  type SearchPage,
  type SourceHit,
  searchFaqs,
  searchSources,
} from './search/search.ts';
export type { Snippet } from './search/snippets.ts';
export type { Analyzer } from './text/stems.ts';
