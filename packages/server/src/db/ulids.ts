import { randomBytes } from 'node:crypto';
import { createUlids, ulidDigits } from '@parley/domain';

/** Returns a function that creates ULIDs in ascending order within this process. */
export function createRandomUlids(): (nowMs: number) => string {
  return createUlids(() => randomBytes(ulidDigits).map((byte) => byte & 31));
}
