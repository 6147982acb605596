import { type DocumentTerms, splitTerms } from '../format/document.ts';
import type { Candidate } from '../ranking/best.ts';
import type { IndexReader, PlacedChunk } from '../reader.ts';
import type { Effort } from './effort.ts';

/** The number of documents read in one turn of the event loop. */
const readAtOnce = 64;

/** Thrown when a record changed after the search had read its slot of the index, or the filter. */
export class PlaceTaken extends Error {
  override readonly name = 'PlaceTaken';
}

export interface Reading {
  readonly index: IndexReader;
  readonly effort: Effort;
  /** Whether chunks that have changed since are omitted. Otherwise, they throw PlaceTaken. */
  readonly omitsTaken: boolean;
}

interface Read {
  readonly candidate: Candidate;
  readonly chunk: PlacedChunk;
}

export interface Split extends Read {
  readonly terms: DocumentTerms;
}

/** Returns a text that identifies a slot of an index. */
export const placeOf = ({ block, slot }: Pick<PlacedChunk, 'block' | 'slot'>) => `${block} ${slot}`;

/** Reads the chunks of the candidates. */
export async function readChunks(
  candidates: readonly Candidate[],
  { index, effort, omitsTaken }: Reading,
): Promise<Read[]> {
  const read: Read[] = [];
  for (let start = 0; start < candidates.length; start += readAtOnce) {
    const some = candidates.slice(start, start + readAtOnce);
    const chunks = await index.readPlacedChunks(some);
    const byPlace = new Map(chunks.map((chunk) => [placeOf(chunk), chunk]));
    for (const candidate of some) {
      const chunk = byPlace.get(placeOf(candidate));
      if (chunk && chunk.revision === candidate.revision) read.push({ candidate, chunk });
      else if (!omitsTaken) throw new PlaceTaken();
    }
    await effort.pause();
  }
  return read;
}

/** Parses the terms of the best chunks, as many as a search may read closely. */
export async function splitAll(read: readonly Read[], effort: Effort): Promise<Split[]> {
  const split: Split[] = [];
  for (const one of read) {
    const terms = splitTerms(one.chunk.terms);
    const words = terms.others.reduce((sum, { length }) => sum + length, terms.body.length);
    if (!effort.take('words', words)) break;
    split.push({ ...one, terms });
    await effort.pause();
  }
  return split;
}
