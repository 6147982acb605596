import { randomBytes } from 'node:crypto';
import type { IdPrefix } from '@parley/contract/schemas';
import { createUlids, ulidDigits } from '@parley/domain';

export type NewId = (prefix: IdPrefix) => string;

/** Makes ids whose ULIDs rise within this process. */
export function createNewId(nowMs: () => number): NewId {
  const nextUlid = createUlids(() => randomBytes(ulidDigits).map((byte) => byte & 31));
  return (prefix) => `${prefix}_${nextUlid(nowMs())}`;
}
