import type { StoredSource } from '@parley/domain';
import { perCall, type ReadStatement } from '../../db/statement.ts';
import { knowledgeSourcesTable } from '../table.ts';

interface SourceWithContent {
  readonly source: StoredSource;
  /** The content; null until a page was fetched. */
  readonly content: string | null;
}

type Row = Parameters<typeof knowledgeSourcesTable.toRecord>[0] & {
  readonly content: string | null;
};

/** Reads a source and its content in one statement, because an update writes both. */
export const readSource: ReadStatement<string, SourceWithContent | undefined> = {
  name: 'read-knowledge-source',
  access: 'read',
  sqlite: (db, { tenantId, input }) => toSource(db.prepare(sql('?', '?')).get(tenantId, input)),
  postgres: perCall(async (db, { tenantId, input }) => {
    const [row] = await db.rows('read-knowledge-source', sql('$1', '$2'), [tenantId, input]);
    return toSource(row);
  }),
};

const sql = (tenant: string, id: string) =>
  `select s.*, c.content from knowledge_sources s
   left join knowledge_contents c on c.tenant_id = s.tenant_id and c.source_id = s.id
   where s.tenant_id = ${tenant} and s.id = ${id}`;

function toSource(found: unknown): SourceWithContent | undefined {
  // The columns of a source, and the content.
  const row = found as Row | undefined;
  if (!row) return undefined;
  const source = knowledgeSourcesTable.toRecord(row);
  // When the URL of a page has changed, the content of the old URL is kept until the new one is fetched.
  return { source, content: source.checksum === null ? null : row.content };
}
