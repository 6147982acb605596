import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SystemDb } from '../db/system-db.ts';
import {
  firstKey,
  indexTexts,
  listOlder,
  lookForUnindexed,
  type MessageKey,
} from './statements/index-texts.ts';

/**
 * How many messages wait until it is worth adding them to the index. A search compares the waiting ones itself. On
 * SQLite, adding a text alone takes ten times as long as in a group.
 */
const worthIndexing = 128;
/** How many batches one run adds. */
const batchesInRun = 10;

interface Options {
  /** Where the earlier run ended. With it, the messages of one tenant cannot keep those of others waiting. */
  readonly after?: MessageKey;
  readonly least?: number;
  readonly batches?: number;
}

/**
 * Adds messages of all tenants to the index of texts, in batches of a limited size. Returns where the next run has to
 * continue. When few messages wait, it also lists some that are older than the index.
 */
export async function indexMessages(
  system: SystemDb,
  { after = firstKey, least = worthIndexing, batches = batchesInRun }: Options = {},
): Promise<MessageKey> {
  let place = after;
  for (let batch = 0; batch < batches; batch += 1) {
    const { areMany, hasOlder } = await system.run(lookForUnindexed, { least });
    if (areMany) place = await system.run(indexTexts, place);
    else if (hasOlder) await system.run(listOlder, null);
    else return place;
    await nextTurn();
  }
  return place;
}
