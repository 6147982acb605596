import type { ErrorCode, ValidationIssue } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { checkError } from './answer.ts';
import { badBodies } from './bad-input/bodies.ts';
import { badHeaders } from './bad-input/headers.ts';
import { badKnowledge } from './bad-input/knowledge.ts';
import { badPaths, badQueries } from './bad-input/queries.ts';
import type { BadInput } from './bad-input/row.ts';
import { brokenRules } from './bad-input/rules.ts';
import { badWebhooks } from './bad-input/webhook-bodies.ts';
import { badReceivers } from './bad-input/webhook-rules.ts';
import { createScene } from './scene.ts';
import type { Target } from './target.ts';

/** One row per mistake, each with the answer that the contract and the guide promise. */
export const badInputs: readonly BadInput[] = [
  ...badBodies,
  ...badQueries,
  ...badPaths,
  ...badHeaders,
  ...brokenRules,
  ...badWebhooks,
  ...badReceivers,
  ...badKnowledge,
];

export function describeBadInput(target: () => Target): void {
  describe('bad input', () => {
    test.each(badInputs.map((row) => [row.title, row.code, row] as const))(
      '%s is answered %s',
      async (_title, code: ErrorCode, row) => {
        const scene = await createScene(target());
        const answer = await row.send(scene);
        const error = checkError(answer);
        expect(error.code, answer.text).toBe(code);
        if (row.issues) {
          const issues = (error.details['issues'] as ValidationIssue[]).map(
            (issue) => [issue.in, issue.path, issue.code] as const,
          );
          expect(issues).toEqual(row.issues);
        }
        if (row.details) expect(error.details).toMatchObject(row.details);
      },
    );
  });
}
