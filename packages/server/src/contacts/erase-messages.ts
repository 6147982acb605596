import { setImmediate as nextTurn } from 'node:timers/promises';
import { rowsIn } from '../db/rows-in.ts';
import { deleteFilesOf } from '../media/service.ts';
import { messagesTable } from '../messages/table.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { idsIn } from './erase-texts.ts';
import { eraseEvents, eraseFrom, eraseJobsOf, manyJobs } from './erase-traces.ts';

/** Removes the messages and jobs of conversations, limited numbers in each transaction. */
export async function eraseMessages(
  ctx: TenantContext,
  conversations: readonly string[],
): Promise<void> {
  while ((await eraseSomeMessages(ctx, conversations)) > 0) await nextTurn();
  while ((await eraseJobsOf(ctx, conversations)).length === manyJobs) await nextTurn();
}

/**
 * The number of messages that one transaction removes. It ends earlier when their texts have many characters. On
 * SQLite, the removal from the index of texts takes 1 ms for a short text, and 35 ms for 4,000 characters.
 */
const messagesAtOnce = { sqlite: 10, postgres: 100 };
const charactersAtOnce = 2_000;

const messageIds = rowsIn<{ id: string; conversation_id: string }>(messagesTable.name, ['id']);

/** Removes some messages with their files, events and jobs. Returns how many. */
async function eraseSomeMessages(
  ctx: TenantContext,
  conversations: readonly string[],
): Promise<number> {
  const limit = messagesAtOnce[ctx.db.dialect];
  // Only Postgres locks rows, so that the transaction may have to leave jobs.
  if (!ctx.db.inTransaction && ctx.db.dialect === 'postgres') {
    const some = ctx.db.select(messageIds).whereIn('conversation_id', conversations);
    await eraseJobsOf(ctx, idsIn(await some.limit(limit)));
  }
  return await inTransaction(ctx, async (ctx) => {
    const found = ctx.db.select(messagesTable).whereIn('conversation_id', conversations);
    const rows = await found.limit(limit).forUpdate();
    if (rows.length === 0) return 0;
    let characters = 0;
    const end = rows.findIndex(({ text }) => {
      characters += text?.length ?? 0;
      return characters >= charactersAtOnce;
    });
    const messages = rows.slice(0, end < 0 ? rows.length : end + 1).map(messagesTable.toRecord);
    for (const message of messages) await deleteFilesOf(ctx, message);
    const ids = idsIn(messages);
    await eraseEvents(ctx, ids);
    await eraseJobsOf(ctx, ids);
    await eraseFrom(ctx, 'message_events', 'message_id', ids);
    await eraseFrom(ctx, 'messages', 'id', ids);
    return ids.length;
  });
}
