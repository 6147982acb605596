import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { runsWithoutSqlite } from './without-sqlite.ts';

/**
 * Sorts test files so that all workers end together. The longest that need no SQLite come first. Then come the projects
 * in the order of the configuration: in each, the conformance suites first, then larger files before smaller ones. Does
 * not depend on earlier runs: a clean clone has none.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { projects } = this.ctx;
    const places = new Map(
      files.map((file) => [
        file,
        runsWithoutSqlite(file.moduleId) ? -1 : projects.indexOf(file.project),
      ]),
    );
    const weights = new Map(files.map((file) => [file, weightOf(file.moduleId)]));
    return [...files].sort(
      (a, b) =>
        (places.get(a) ?? 0) - (places.get(b) ?? 0) ||
        (weights.get(b) ?? 0) - (weights.get(a) ?? 0),
    );
  }
}

function weightOf(path: string): number {
  return basename(path).startsWith('conformance') ? Number.MAX_SAFE_INTEGER : statSync(path).size;
}
