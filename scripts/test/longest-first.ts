import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isOfServer } from './needs-server.ts';
import { runsWithoutSqlite } from './without-sqlite.ts';

/**
 * Sorts test files so that all workers end together: those that need no SQLite come first, then those of the server. In
 * each group, the conformance suites come first, then larger files before smaller ones. Does not depend on earlier runs: a
 * clean clone has none.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = files.map((file) => ({
      file,
      place: placeOf(file.moduleId),
      weight: weightOf(file.moduleId),
    }));
    sorted.sort((a, b) => a.place - b.place || b.weight - a.weight);
    return sorted.map(({ file }) => file);
  }
}

function placeOf(path: string): number {
  if (runsWithoutSqlite(path)) return 0;
  return isOfServer(path) ? 1 : 2;
}

function weightOf(path: string): number {
  return basename(path).startsWith('conformance') ? Number.MAX_SAFE_INTEGER : statSync(path).size;
}
