import { expect, test } from 'vitest';
import { freshDatabase } from '../../test/databases.ts';
import { messagesTable } from '../messages/table.ts';
import { contactColumns } from './references.ts';

// A new table with a contact must be in the list, because merges and erasures change only the tables of the list.
test('every column that names a contact is in the list of references', async () => {
  const { database } = await freshDatabase('SQLite');
  const tables: { name: string }[] = await database
    .writer('sqlite_master')
    .select('name')
    .where({ type: 'table' })
    .whereNot('name', 'like', 'sqlite_%');
  const found: string[] = [];
  for (const { name } of tables) {
    const columns: { name: string }[] = await database.writer.raw(`pragma table_info(${name})`);
    const keys: { table: string; from: string }[] = await database.writer.raw(
      `pragma foreign_key_list(${name})`,
    );
    const named = columns.map((column) => column.name).filter((one) => /contact.*_id$/.test(one));
    const keyed = keys
      .filter(({ table, from }) => table === 'contacts' && from !== 'tenant_id')
      .map(({ from }) => from);
    for (const column of new Set([...named, ...keyed])) found.push(`${name}.${column}`);
  }
  const listed = contactColumns.map(({ table, column }) => `${table.name}.${column}`);
  // A message gets its contact from the conversation.
  const read = [...(messagesTable.reads?.keys() ?? [])].map((column) => `messages.${column}`);
  expect(read).toEqual(['messages.contact_id']);
  expect(found.sort()).toEqual([...listed, ...read].sort());
});
