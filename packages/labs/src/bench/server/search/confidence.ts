import type { FaqHit } from '@parley/search';
import type { Row } from '../harness/print.ts';
import type { Collection } from './collection.ts';
import { acrossHalves, type Judged } from './halves.ts';
import { addCollection, search } from './ours.ts';
import { report } from './report.ts';
import { firstOf, type Side } from './tenants.ts';

interface Answer extends Judged {
  readonly confidence: string;
}

/** Reports how often the first result is right, for each confidence and above each score. */
export async function reportConfidence(
  collections: readonly Collection[],
  sides: readonly Side[],
): Promise<void> {
  for (const collection of collections.filter(({ kind }) => kind === 'faqs')) {
    const db = await firstOf(sides).newTenant();
    await addCollection(db, collection);
    const answers: Answer[] = [];
    for (const { q, relevant } of collection.queries) {
      const [first] = (await search(db, 'faqs', q)) as readonly FaqHit[];
      const { id = '', score = 0, confidence = 'none' } = first ?? {};
      answers.push({ score, confidence, isRight: relevant.has(id), relevant });
    }
    const right = answers.filter(({ isRight }) => isRight).length;
    const row = (name: string, chosen: readonly Answer[]): Row => {
      const rightOnes = chosen.filter(({ isRight }) => isRight).length;
      return {
        [`first answers, ${collection.name}`]: name,
        answers: String(chosen.length),
        precision: (rightOnes / Math.max(1, chosen.length)).toFixed(3),
        '95 %': interval(rightOnes, chosen.length),
        recall: (rightOnes / Math.max(1, right)).toFixed(3),
      };
    };
    const names = ['exact', 'high', 'medium', 'low'];
    const steps = [0.9, 0.8, 0.75, 0.7, 0.6, 0.5, 0.45, 0.4, 0.3, 0.2, 0];
    report(`confidence on ${collection.name}`, [
      ...names.map((name) =>
        row(
          name,
          answers.filter((one) => one.confidence === name),
        ),
      ),
      ...steps.map((step) =>
        row(
          `score ≥ ${step.toFixed(2)}`,
          answers.filter((one) => one.score >= step),
        ),
      ),
    ]);
    console.log();
    report(`halves of ${collection.name}`, acrossHalves(answers));
    console.log();
  }
}

/** Returns the confidence interval of the precision, given the number of answers (Wilson). */
function interval(right: number, count: number): string {
  if (count === 0) return '';
  const z = 1.96;
  const share = right / count;
  const middle = (share + z ** 2 / (2 * count)) / (1 + z ** 2 / count);
  const half =
    (z / (1 + z ** 2 / count)) *
    Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2));
  return `${(middle - half).toFixed(2)}–${(middle + half).toFixed(2)}`;
}
