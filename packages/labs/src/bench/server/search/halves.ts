import { createHash } from 'node:crypto';
import type { Row } from '../harness/print.ts';

export interface Judged {
  readonly score: number;
  readonly isRight: boolean;
  /** IDs of the right results. */
  readonly relevant: ReadonlySet<string>;
}

const wanted = 0.9;

/**
 * Finds the lowest score above which nine of ten results are right on one half of the questions, and checks it on the
 * other half. All questions about one FAQ are in the same half.
 */
export function acrossHalves(answers: readonly Judged[]): Row[] {
  const halves = [0, 1].map((half) => answers.filter((answer) => halfOf(answer) === half));
  return [0, 1].map((half) => {
    const [found = [], tried = []] = [halves[half], halves[1 - half]];
    const least = leastScore(found);
    const [there, here] = [from(found, least), from(tried, least)];
    return {
      'found on': half === 0 ? 'one half' : 'the other half',
      'score from': least.toFixed(2),
      'precision there': share(there).toFixed(3),
      'answers elsewhere': String(here.length),
      'precision elsewhere': share(here).toFixed(3),
      'recall elsewhere': (rightOnes(here) / Math.max(1, rightOnes(tried))).toFixed(3),
    };
  });
}

function leastScore(answers: readonly Judged[]): number {
  for (let hundredths = 0; hundredths < 100; hundredths += 1) {
    if (share(from(answers, hundredths / 100)) >= wanted) return hundredths / 100;
  }
  return 1;
}

function halfOf({ relevant }: Judged): number {
  const digest = createHash('sha256')
    .update([...relevant].sort().join())
    .digest();
  return (digest[0] ?? 0) % 2;
}

function from(answers: readonly Judged[], least: number): Judged[] {
  return answers.filter(({ score }) => score >= least);
}

function rightOnes(answers: readonly Judged[]): number {
  return answers.filter(({ isRight }) => isRight).length;
}

function share(answers: readonly Judged[]): number {
  return rightOnes(answers) / Math.max(1, answers.length);
}
