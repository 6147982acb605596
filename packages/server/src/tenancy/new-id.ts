import type { IdPrefix } from '@parley/contract/schemas';
import { createRandomUlids } from '../db/ulids.ts';

export type NewId = (prefix: IdPrefix) => string;

/** Returns a function that makes IDs, whose ULIDs increase within this process. */
export function createNewId(nowMs: () => number): NewId {
  const nextUlid = createRandomUlids();
  return (prefix) => `${prefix}_${nextUlid(nowMs())}`;
}
