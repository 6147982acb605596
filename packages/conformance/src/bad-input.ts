import type { ErrorCode, ValidationIssue } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { checkError } from './answer.ts';
import type { BadInput } from './bad-input/row.ts';
import type { Extent } from './extent.ts';
import { badInputs } from './generated/bad-input.ts';
import { createScene, once } from './scene.ts';
import type { Target } from './target.ts';

/** Tests that every invalid request gets the error that the contract and the guide promise. */
export function describeBadInput(target: () => Target, extent: Extent): void {
  const rows = extent === 'all' ? badInputs : badInputs.filter((row) => !isRefusedBySchema(row));
  const sharedScene = once(() => createScene(target()));
  describe('bad input', () => {
    test.each(rows.map((row) => [row.title, row.code, row] as const))(
      '%s is answered %s',
      async (_title, code: ErrorCode, row) => {
        const scene = await (row.sharesTenant ? sharedScene() : createScene(target()));
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

/** Returns whether the schema refuses a request before the server reads the database. */
function isRefusedBySchema({ code, issues }: BadInput): boolean {
  return code === 'SVC-VALIDATION' && issues !== undefined;
}
