import type { Parley } from '@parley/sdk';
import type { Database } from 'better-sqlite3';
import type { Inbox } from './inbox.ts';

// #region poll
/** Stores the events of the log that no webhook has brought, and returns how many there were. */
export async function catchUp(parley: Parley, inbox: Inbox, place: Place): Promise<number> {
  let missed = 0;
  for await (const event of parley.events.list({
    afterSequence: place.read(),
    type: 'message.*',
  })) {
    if (inbox.keep(event)) missed += 1;
    place.write(event.sequence); // only here: a webhook can arrive before that of an older event
  }
  return missed;
}
// #endregion

type Place = ReturnType<typeof openPlace>;

/** Up to which `sequence` the log was read. */
export function openPlace(db: Database) {
  db.exec('create table if not exists place (one integer primary key, sequence integer)');
  const read = db.prepare<[], number>('select sequence from place').pluck();
  const write = db.prepare('insert or replace into place (one, sequence) values (1, ?)');
  return {
    read: (): number => read.get() ?? 0,
    write: (sequence: number): void => void write.run(sequence),
  };
}
