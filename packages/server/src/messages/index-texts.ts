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
 * The number of waiting messages from which they are added to the index. A search compares the waiting ones itself. On
 * SQLite, adding one text alone takes ten times as long as in a group.
 */
const worthIndexing = 128;
/** The maximum number of batches that one call of `indexMessages` adds to the index. */
const batchesInRun = 10;

interface Options {
  /** Where the earlier run ended. With it, one tenant cannot delay the messages of the others. */
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
