import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isOfServer } from './needs-server.ts';
import { runsWithoutSqlite } from './without-sqlite.ts';

interface Sorted {
  readonly file: TestSpecification;
  readonly place: number;
  readonly weight: number;
}

/**
 * Sorts test files so that all workers end together: those that need no SQLite come first, then those of the server. In
 * each group, the conformance suites come first, then larger files before smaller ones. Files that wait are spread over
 * their group: when all workers wait at once, the cores are idle. Does not depend on earlier runs: a clean clone has
 * none.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted: Sorted[] = files.map((file) => ({
      file,
      place: placeOf(file.moduleId),
      weight: weightOf(file.moduleId),
    }));
    sorted.sort((a, b) => a.place - b.place || b.weight - a.weight);
    return [0, 1, 2].flatMap((place) =>
      spread(sorted.filter((one) => one.place === place)).map(({ file }) => file),
    );
  }
}

/** Puts the files that wait between the others, after equal shares of their sizes. */
function spread(group: readonly Sorted[]): Sorted[] {
  const waiting = group.filter(({ file }) => waits(file.moduleId));
  const others = group.filter(({ file }) => !waits(file.moduleId));
  const total = others.reduce((sum, { file }) => sum + sizeOf(file.moduleId), 0);
  let passed = 0;
  let placed = 0;
  const between = others.flatMap((one) => {
    const share = Math.ceil((waiting.length * passed) / total);
    const next = waiting.slice(placed, share);
    placed += next.length;
    passed += sizeOf(one.file.moduleId);
    return [...next, one];
  });
  return [...between, ...waiting.slice(placed)];
}

/** Returns whether a file waits for a browser or a started command most of its time. */
function waits(path: string): boolean {
  return /\/(test\/console|src\/cli)\//.test(path);
}

function placeOf(path: string): number {
  if (runsWithoutSqlite(path)) return 0;
  return isOfServer(path) ? 1 : 2;
}

function weightOf(path: string): number {
  return basename(path).startsWith('conformance') ? Number.MAX_SAFE_INTEGER : sizeOf(path);
}

function sizeOf(path: string): number {
  return statSync(path).size;
}
