// Where events wait between their arrival and your work: a table of your own database.
import type { WebhookEvent } from '@parley/sdk/webhooks';
import type { Database } from 'better-sqlite3';

export type Inbox = ReturnType<typeof openInbox>;

// #region inbox
export function openInbox(db: Database, handle: (event: WebhookEvent) => void) {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL'); // an event answered with 2xx is on disk
  db.exec(`
    create table if not exists inbox (
      id text primary key, sequence integer not null, event text not null, handled_at integer
    );
    create index if not exists inbox_waiting on inbox (sequence) where handled_at is null;
  `);
  const insert = db.prepare('insert or ignore into inbox (id, sequence, event) values (?, ?, ?)');
  const waiting = db
    .prepare<[], string>('select event from inbox where handled_at is null order by sequence')
    .pluck();
  const done = db.prepare('update inbox set handled_at = ? where id = ?');

  // Your work and the note that it is done are one transaction: it is done once, whenever the process dies.
  const handleOne = db.transaction((event: WebhookEvent) => {
    handle(event);
    done.run(Date.now(), event.id);
  });

  return {
    /** Returns false when the inbox already has the event. */
    keep(event: WebhookEvent): boolean {
      return insert.run(event.id, event.sequence, JSON.stringify(event)).changes === 1;
    },
    /** Handles waiting events in order. A failed event stays for a retry; its error is returned. */
    work(): unknown[] {
      return waiting.all().flatMap((text) => {
        try {
          handleOne(JSON.parse(text));
          return [];
        } catch (error) {
          return [error];
        }
      });
    },
  };
}
// #endregion

// #region forget
/** An event can arrive again for as long as the server keeps it, 30 days. Its ID is kept for longer than that. */
export function forgetOld(db: Database, days = 40): void {
  const before = Date.now() - days * 86_400_000;
  db.prepare('delete from inbox where handled_at < ?').run(before);
}
// #endregion
