// Ours and nine others against servers that misbehave, side by side; the result goes to docs/sdk-comparison.md.
// `npm run bench -- sdk-lab --only=stripe,webhooks` runs some SDKs or some groups, and only prints.
import type { Case } from '../../sdk-lab/case.ts';
import { cases } from '../../sdk-lab/cases/all.ts';
import { judgeGoals } from '../../sdk-lab/goals.ts';
import { installAll, placeWorkers } from '../../sdk-lab/install.ts';
import { wordsOfOnly } from '../../sdk-lab/only.ts';
import { writeResult } from '../../sdk-lab/page.ts';
import { runAll } from '../../sdk-lab/run.ts';
import { tablesOf } from '../../sdk-lab/table.ts';

const words = wordsOfOnly();
const isIn = ({ group, name }: Case, word: string): boolean =>
  `${group} ${name}`.toLowerCase().includes(word.toLowerCase());
const groups = cases.filter((one) => words.some((word) => isIn(one, word)));
const installed = installAll((name) => {
  const named = words.filter((word) => !cases.some((one) => isIn(one, word)));
  return named.length === 0 || named.some((word) => name.includes(word));
});
await placeWorkers(installed);
const rows = await runAll(groups.length > 0 ? groups : cases, installed);
const text = tablesOf(rows, installed);
console.log(text);
if (words.length === 0) {
  writeResult('lab', text);
  const missed = judgeGoals(rows).filter(({ holds }) => !holds);
  if (missed.length > 0) process.exitCode = 1;
}
