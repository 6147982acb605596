import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { agencyClientsTable } from '../agency-clients/table.ts';
import { agencyGrantsTable, receivedGrantsTable } from '../agency-grants/table.ts';
import { apiKeysTable } from '../api-keys/table.ts';
import { auditLogTable } from '../audit-log/table.ts';
import { cannedResponsesTable } from '../canned-responses/table.ts';
import { channelsTable } from '../channels/table.ts';
import { consentsTable, contactsTable, identitiesTable } from '../contacts/table.ts';
import { conversationsTable } from '../conversations/table.ts';
import { customFieldsTable } from '../custom-fields/table.ts';
import type { Table } from '../db/table.ts';
import { dealPeriodsTable, dealsTable } from '../deals/table.ts';
import { invitationsTable } from '../invitations/table.ts';
import { knowledgeFaqsTable } from '../knowledge-faqs/table.ts';
import { knowledgeContentsTable, knowledgeSourcesTable } from '../knowledge-sources/table.ts';
import { makeFolder } from '../make-folder.ts';
import { mediaTable } from '../media/table.ts';
import { messagesTable } from '../messages/table.ts';
import { notesTable } from '../notes/table.ts';
import { pipelinesTable } from '../pipelines/table.ts';
import { segmentsTable } from '../segments/table.ts';
import { suppressionsTable } from '../suppressions/table.ts';
import { tagsTable } from '../tags/table.ts';
import { templatesTable } from '../templates/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { ticketCommentsTable } from '../ticket-comments/table.ts';
import { ticketChangesTable, ticketsTable } from '../tickets/table.ts';
import { usersTable } from '../users/table.ts';
import { webhookEndpointsTable } from '../webhook-endpoints/table.ts';
import { tenantsTable } from './table.ts';

type AnyTable = Pick<Table<object, object>, 'name' | 'columns' | 'toRecord'>;

/** The tables that an export writes, by the name of the file. A test compares them with the tables of the database. */
export const exportedTables = {
  'agency-clients': agencyClientsTable,
  'agency-grants': agencyGrantsTable,
  'api-keys': apiKeysTable,
  'audit-log': auditLogTable,
  'canned-responses': cannedResponsesTable,
  channels: channelsTable,
  consents: consentsTable,
  contacts: contactsTable,
  conversations: conversationsTable,
  'custom-fields': customFieldsTable,
  'deal-history': dealPeriodsTable,
  deals: dealsTable,
  identities: identitiesTable,
  invitations: invitationsTable,
  'knowledge-contents': knowledgeContentsTable,
  'knowledge-faqs': knowledgeFaqsTable,
  'knowledge-sources': knowledgeSourcesTable,
  media: mediaTable,
  members: usersTable,
  messages: messagesTable,
  notes: notesTable,
  pipelines: pipelinesTable,
  'received-grants': receivedGrantsTable,
  segments: segmentsTable,
  suppressions: suppressionsTable,
  tags: tagsTable,
  templates: templatesTable,
  tenant: tenantsTable,
  'ticket-comments': ticketCommentsTable,
  'ticket-history': ticketChangesTable,
  tickets: ticketsTable,
  'webhook-endpoints': webhookEndpointsTable,
} as const;

const pageRows = 200;
/** Fields of webhook endpoints that an export omits, because they can contain credentials of other systems. */
const secretFields = new Set(['headers']);

/**
 * Writes a JSON Lines file for each kind of record into the folder, page by page. Replaces an existing file when the
 * new one is complete. Returns the number of records.
 */
export async function exportTenant(
  ctx: TenantContext,
  folder: string,
  onRecords: (count: number) => void,
): Promise<number> {
  await makeFolder(folder);
  let count = 0;
  for (const [name, table] of Object.entries(exportedTables)) {
    const path = join(folder, `${name}.jsonl`);
    const draft = `${path}.part`;
    const lines = async function* () {
      for await (const records of recordsOf(ctx, table as unknown as AnyTable)) {
        yield records.map((record) => `${JSON.stringify(record, withoutSecrets)}\n`).join('');
        count += records.length;
        onRecords(count);
      }
    };
    try {
      await pipeline(Readable.from(lines()), createWriteStream(draft, { mode: 0o600 }));
      await rename(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
  }
  return count;
}

function withoutSecrets(this: object, field: string, value: unknown): unknown {
  return secretFields.has(field) && 'url' in this ? undefined : value;
}

async function* recordsOf(ctx: TenantContext, table: AnyTable): AsyncGenerator<object[], void> {
  // The contents of sources have no ID of their own.
  const key = (table.columns as readonly string[]).includes('id') ? 'id' : 'source_id';
  for (let after = ''; ; await nextTurn()) {
    const rows: Record<string, string>[] = await ctx.db
      .select<Record<string, string>>(table as never)
      .where(key, '>', after)
      .orderBy(key)
      .limit(pageRows);
    yield rows.map((row) => table.toRecord(row));
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    after = last[key] ?? '';
  }
}
