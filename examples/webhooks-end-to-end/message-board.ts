// Stores the latest status of every message, from events.
import type { WebhookEvent } from '@parley/sdk/webhooks';
import type { Database } from 'better-sqlite3';

export function openBoard(db: Database) {
  db.exec(`
    create table if not exists messages (
      id text primary key, status text not null, sequence integer not null
    );
  `);
  // #region order
  // An event that comes late, after a newer one about the same message, changes nothing.
  const write = db.prepare(`
    insert into messages (id, status, sequence) values (?, ?, ?)
    on conflict (id) do update set status = excluded.status, sequence = excluded.sequence
    where excluded.sequence > messages.sequence
  `);
  // #endregion
  const read = db.prepare<[string], string>('select status from messages where id = ?').pluck();

  return {
    note(event: WebhookEvent): void {
      switch (event.type) {
        case 'message.sent':
        case 'message.delivered':
        case 'message.read':
        case 'message.failed': {
          const { id, status } = event.data.object;
          write.run(id, status, event.sequence);
        }
      }
    },
    statusOf: (messageId: string): string | undefined => read.get(messageId),
  };
}
