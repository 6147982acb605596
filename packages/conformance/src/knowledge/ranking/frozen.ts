import { expect, test } from 'vitest';
import { createScene, type Scene } from '../../scene.ts';
import type { Target } from '../../target.ts';
import { findFaqs, findSources } from '../records.ts';
import { type FaqText, shopFaqs } from './shop-faqs.ts';
import { shopFaqQuestions, shopSourceQuestions } from './shop-questions.ts';
import { shopSources } from './shop-sources.ts';
import { townFaqs } from './town-faqs.ts';
import { townQuestions } from './town-questions.ts';

// The results are recorded in frozen.txt and must be equal on every target. If you change the ranking, frozen.txt shows
// the effect on each question: give the reason in the commit.

const rewrite = 'npx vitest run packages/msw/test/conformance.test.ts -t recorded --update';
const head = `What is found, by question. Written by:\n${rewrite}`;
const shown = 3;
/** The lowest mean reciprocal rank that the test allows, even if frozen.txt has a lower one. */
const leastMrr = 0.9;

interface Asked {
  readonly q: string;
  readonly answers: readonly string[];
}

interface Found {
  readonly externalId: string | null;
  readonly score: number | null;
  readonly confidence?: string | null;
}

export function testFrozenRanking(target: () => Target): void {
  test('matches, order and scores equal the recorded ones', async ({ expect }) => {
    const shop = await withFaqs(target(), shopFaqs);
    await addSources(shop);
    const town = await withFaqs(target(), townFaqs);
    const parts = [
      await part('FAQs of the shop', byAnswer(shopFaqQuestions), (q) => findFaqs(shop, q)),
      await part('Sources of the shop', byAnswer(shopSourceQuestions), (q) =>
        findSources(shop, q, { limit: 5 }),
      ),
    ];
    for (const [kind, questions] of Object.entries(townQuestions)) {
      const asked = Object.entries(questions).map(([q, answers]) => ({ q, answers }));
      parts.push(await part(`The town: ${kind}`, asked, (q) => findFaqs(town, q)));
    }
    const lines = [head, ...parts.flatMap(({ name, lines }) => ['', name, ...lines])];
    await expect(
      `${lines.join('\n')}\n`,
      `the ranking has changed; if that is what you want: ${rewrite}`,
    ).toMatchFileSnapshot(`${import.meta.dirname}/frozen.txt`);
    const all = parts.flatMap(({ reciprocals }) => reciprocals);
    expect(mean(all), 'right answers stand too low').toBeGreaterThan(leastMrr);
  });
}

interface Part {
  readonly name: string;
  readonly lines: readonly string[];
  /** The reciprocal rank of the right answer, for each question that has one. */
  readonly reciprocals: readonly number[];
}

/** Returns the results of the questions of one kind, one per line. */
async function part(
  name: string,
  asked: readonly Asked[],
  find: (q: string) => Promise<readonly Found[]>,
): Promise<Part> {
  const lines: string[] = [];
  const reciprocals: number[] = [];
  for (const { q, answers } of asked) {
    const found = await find(q);
    const shownOnes = found.slice(0, shown).map(lineOf).join(', ') || 'nothing';
    lines.push(`  ${abridged(q)} → ${shownOnes}`);
    if (answers.length === 0) continue;
    const place = found.findIndex(({ externalId }) => answers.includes(externalId ?? ''));
    reciprocals.push(place < 0 ? 0 : 1 / (place + 1));
  }
  const mrr = reciprocals.length > 0 ? `, MRR@5 ${mean(reciprocals).toFixed(3)}` : '';
  return { name: `${name}${mrr}`, lines, reciprocals };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function byAnswer(questions: Readonly<Record<string, readonly string[]>>): Asked[] {
  return Object.entries(questions).flatMap(([id, asked]) =>
    asked.map((q) => ({ q, answers: [id] })),
  );
}

function lineOf({ externalId, score, confidence }: Found): string {
  return [externalId, (score ?? 0).toFixed(2), confidence].filter(Boolean).join(' ');
}

/** Returns a query on one line, without characters that change the direction of the text after them. */
function abridged(q: string): string {
  const text = q.replace(
    /[\u200b-\u200f\u202a-\u202e]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16)}`,
  );
  return text.length <= 60 ? text : `${text.slice(0, 30)}…${text.slice(-15)} (${text.length})`;
}

async function withFaqs(target: Target, faqs: readonly FaqText[]): Promise<Scene> {
  const scene = await createScene(target);
  const items = faqs.map(({ id, alternateQuestions, ...faq }) => ({
    ...faq,
    externalId: id,
    alternateQuestions: [...alternateQuestions],
  }));
  const { results } = await scene.api.knowledgeFaqs.batch({ body: { items } });
  expect(results.filter(({ error }) => error)).toEqual([]);
  return scene;
}

async function addSources(scene: Scene): Promise<void> {
  for (const { id, format, ...source } of shopSources) {
    await scene.api.knowledgeSources.create({ body: { ...source, type: format, externalId: id } });
  }
}
