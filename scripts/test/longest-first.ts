import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Sorts test files so that both workers end together: projects in the order of the configuration, in each the
 * conformance suites first, then larger files before smaller ones. Does not depend on earlier runs: a clean clone has none.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { projects } = this.ctx;
    const weights = new Map(files.map((file) => [file, weightOf(file.moduleId)]));
    return [...files].sort(
      (a, b) =>
        projects.indexOf(a.project) - projects.indexOf(b.project) ||
        (weights.get(b) ?? 0) - (weights.get(a) ?? 0),
    );
  }
}

function weightOf(path: string): number {
  return basename(path).startsWith('conformance') ? Number.MAX_SAFE_INTEGER : statSync(path).size;
}
