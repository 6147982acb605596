import { readPostings } from '../format/postings.ts';
import type { IndexPart } from '../reader.ts';
import { Best, type Candidate } from './best.ts';
import { BlockScores } from './block-scores.ts';
import type { FirstPass } from './pass.ts';

// The first pass over every document that has a word of the query: BM25F and coverage, computed from the postings only.
// The best documents then get a second pass, which reads the order of words (second-pass.ts).

/** Returns the best candidates of an index, best first. */
export async function firstPass(
  part: IndexPart,
  pass: FirstPass,
  pause: () => Promise<void>,
): Promise<Candidate[]> {
  const lists = new Map(part.terms.map((term) => [term.term, listsByBlock(term)]));
  const excluded = await excludedRevisions(pass, { blocks: part.blocks, lists, pause });
  const best = new Best(pass.limit);
  const scores = new BlockScores(pass);
  for (const { block, documents } of part.blocks) {
    scores.read(documents, (term) => lists.get(term)?.get(block));
    scores.offer(best, block, (revision) => {
      return !excluded.has(revision) && (pass.allowed === undefined || pass.allowed.has(revision));
    });
    await pause();
  }
  return best.sorted();
}

type Lists = ReadonlyMap<number, Uint8Array>;

function listsByBlock({ blocks, lengths, postings }: IndexPart['terms'][number]): Lists {
  let at = 0;
  return new Map(
    blocks.map((block, index) => {
      const length = lengths[index] ?? 0;
      at += length;
      return [block, postings.subarray(at - length, at)];
    }),
  );
}

async function excludedRevisions(
  { excludedTerms }: FirstPass,
  {
    blocks,
    lists,
    pause,
  }: {
    blocks: IndexPart['blocks'];
    lists: ReadonlyMap<string, Lists>;
    pause: () => Promise<void>;
  },
): Promise<Set<number>> {
  const revisions = new Set<number>();
  for (const { block, documents } of blocks) {
    for (const term of excludedTerms) {
      const list = lists.get(term)?.get(block);
      for (const slot of list ? readPostings(list).keys() : []) {
        revisions.add(documents.revisionAt(slot));
      }
    }
    await pause();
  }
  return revisions;
}
