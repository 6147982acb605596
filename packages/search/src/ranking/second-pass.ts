import type { DocumentTerms } from '../format/document.ts';
import type { Candidate } from './best.ts';
import type { Profile } from './profile.ts';
import { placesOf, type Question } from './question.ts';

// A more detailed score of the best: titles, headings and questions as a whole, and adjacent words.

export interface CloserLook {
  readonly score: number;
  /** The index of the title that fits best: 0 for the title or question itself, then the others in their order. */
  readonly title: number;
  readonly titleMatch: number;
}

export function secondPass(
  question: Question,
  profile: Profile,
  options: { readonly idf: (term: string) => number; readonly joinOthers: boolean },
): (candidate: Candidate, terms: DocumentTerms) => CloserLook {
  const places = placesOf(question);
  const weights = new Map(
    question.groups.flatMap(({ alternatives }, place) =>
      alternatives.map(({ term, weight }) => [`${place} ${term}`, weight] as const),
    ),
  );
  const weightOf = (place: number, term: string) => weights.get(`${place} ${term}`) ?? 0;
  const pairs = pairsOf(question);
  const { shares } = profile;
  const total = question.totalIdf || 1;

  const lookAt = (title: readonly string[]) => {
    const found = new Map<number, number>();
    let named = 0;
    let all = 0;
    for (const term of new Set(title)) {
      const idf = options.idf(term);
      all += idf;
      let most = 0;
      for (const place of places.get(term) ?? []) {
        const weight = weightOf(place, term);
        most = Math.max(most, weight);
        found.set(place, Math.max(found.get(place) ?? 0, weight));
      }
      named += idf * most;
    }
    let asked = 0;
    for (const [place, weight] of found) asked += weight * (question.groups[place]?.idf ?? 0);
    return { asked: asked / total, focus: all === 0 ? 0 : named / all };
  };

  return (candidate, terms) => {
    const titles = titlesOf(terms, options.joinOthers);
    const inBody = pairs.in(terms.body, places);
    const values = titles.map((title) => {
      const { asked, focus } = lookAt(title.terms);
      // A single word has no adjacent words: its occurrence is enough.
      const near = pairs.share(pairs.in(title.terms, places), inBody) ?? asked;
      return shares.inTitle * asked + shares.focus * focus + shares.pairs * near;
    });
    const titleMatch = together(values, profile.titles);
    const score =
      shares.words * candidate.words + shares.coverage * candidate.coverage + titleMatch;
    const best = values.indexOf(Math.max(...values));
    return {
      score: Math.min(1, Math.max(0, score)),
      title: titles[best]?.from ?? 0,
      titleMatch,
    };
  };
}

function together(values: readonly number[], { own, typical, best }: Profile['titles']): number {
  const sorted = values.toSorted((a, b) => b - a).slice(0, 3);
  const mean = sorted.reduce((sum, value) => sum + value, 0) / Math.max(1, sorted.length);
  return own * (values[0] ?? 0) + typical * mean + best * (sorted[0] ?? 0);
}

interface Title {
  readonly terms: readonly string[];
  readonly from: number;
}

/**
 * Returns the titles that a query can match: each question of an FAQ; for a chunk, its title, its heading, or both
 * together.
 */
function titlesOf({ title, others }: DocumentTerms, join: boolean): Title[] {
  if (!join) return [title, ...others].map((terms, from) => ({ terms, from }));
  const titles = [{ terms: title, from: 0 }];
  const last = others.at(-1);
  if (last) {
    titles.push({ terms: last, from: others.length });
    titles.push({ terms: [...title, ...others.flat()], from: others.length });
  }
  return titles;
}

/** Finds adjacent words of the query, and weighs each pair by its words. */
function pairsOf({ groups, sequence }: Question) {
  const pairs = new Map<number, number>();
  const key = (first: number, second: number) => first * groups.length + second;
  for (let index = 1; index < sequence.length; index += 1) {
    const [first, second] = [sequence[index - 1] ?? 0, sequence[index] ?? 0];
    if (first === second) continue;
    pairs.set(key(first, second), ((groups[first]?.idf ?? 0) + (groups[second]?.idf ?? 0)) / 2);
  }
  const total = [...pairs.values()].reduce((sum, weight) => sum + weight, 0);
  // Many words of a query may be one term, and two terms may follow each other a thousand times in a text.
  const asked = new Map<readonly number[], Map<readonly number[], readonly number[]>>();
  const pairsAt = (before: readonly number[], here: readonly number[]): readonly number[] => {
    const followers = asked.get(before) ?? new Map<readonly number[], readonly number[]>();
    asked.set(before, followers);
    const known = followers.get(here);
    if (known) return known;
    const found = before
      .flatMap((first) => here.map((second) => key(first, second)))
      .filter((pair) => pairs.has(pair));
    followers.set(here, found);
    return found;
  };
  return {
    /** Returns the indexes of the pairs that are adjacent in this text. */
    in(terms: readonly string[], places: ReadonlyMap<string, readonly number[]>): Set<number> {
      const found = new Set<number>();
      let before: readonly number[] | undefined;
      for (const term of terms) {
        const here = places.get(term);
        if (before && here) for (const pair of pairsAt(before, here)) found.add(pair);
        before = here;
      }
      return found;
    },
    /** Returns the share of the query's pairs that were found; undefined when the query has none. */
    share(inTitle: ReadonlySet<number>, inBody: ReadonlySet<number>): number | undefined {
      let sum = 0;
      for (const [pair, weight] of pairs) if (inTitle.has(pair) || inBody.has(pair)) sum += weight;
      return total === 0 ? undefined : sum / total;
    },
  };
}
