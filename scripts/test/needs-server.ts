import type { TestProject } from 'vitest/node';

/** Returns whether the run has a test of the server: only these need Postgres and the pages of the console. */
export function needsServer({ vitest }: TestProject): boolean {
  return vitest.state.getPaths().some(isOfServer);
}

export function isOfServer(path: string): boolean {
  return /[\\/]packages[\\/]server[\\/]/.test(path);
}
