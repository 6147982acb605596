import type { Row } from './run.ts';

const ours = '@parley/sdk';

interface Goal {
  name: string;
  /** The beginning of the group's name. With `fits`, only cases of the group whose name matches count. */
  group: string;
  fits?: RegExp;
}

const goals: Goal[] = [
  {
    name: 'Bursts: no failure, in time; no 429 in the case `RateLimit headers`',
    group: '100 calls',
  },
  { name: 'A wait of 300 s: one request, fails at once', group: 'Waits', fits: /300$/ },
  { name: 'Six forms of waiting, within 50 ms', group: 'Waits', fits: /^(?!.*300$)/ },
  { name: 'A POST takes effect once at most', group: 'A server that fails', fits: /POST$/ },
  { name: 'Broken answers: a typed error, in time', group: 'Answers that are broken' },
  { name: 'No call outlives its deadline by 50 ms', group: 'Two seconds' },
  { name: 'Abort within 20 ms in every phase, no listener left', group: 'AbortSignal' },
  { name: 'Lists: 5 of 5', group: 'Lists' },
  { name: 'Webhooks: 20 of 20', group: 'Webhooks' },
  { name: 'No key and no text is sent elsewhere or shown', group: 'Secrets' },
];

export interface Verdict {
  name: string;
  holds: boolean;
  missed: string[];
}

/** Judges each goal of the SDK, case by case. A goal is not met when a case has no verdict. */
export function judgeGoals(rows: readonly Row[]): Verdict[] {
  const verdicts = goals.flatMap(({ name, group, fits }): Verdict[] => {
    const mine = rows.filter(
      (row) => row.case.group.startsWith(group) && (fits?.test(row.case.name) ?? true),
    );
    // A run of some groups says nothing about the others.
    if (mine.length === 0) return [];
    const missed = mine.flatMap((row) => {
      const cell = row.cells.get(ours);
      if (cell?.good) return [];
      const text = cell?.text ?? 'not run';
      return [`${row.case.name}: ${text}${cell?.good === false ? '' : ', not judged'}`];
    });
    return [{ name, holds: missed.length === 0, missed }];
  });
  const { known, failures } = outcomes(rows, ours);
  if (failures === 0) return verdicts;
  const missed = known === failures ? [] : [`${known} of ${failures}`];
  const name = 'Every failure says whether it may have had an effect';
  return [...verdicts, { name, holds: missed.length === 0, missed }];
}

export function outcomes(rows: readonly Row[], name: string): { known: number; failures: number } {
  const sum = { known: 0, failures: 0 };
  for (const row of rows) {
    const { known, failures } = row.cells.get(name)?.outcomes ?? { known: 0, failures: 0 };
    sum.known += known;
    sum.failures += failures;
  }
  return sum;
}
