import type { ConversationRow } from '../../conversations/table.ts';
import type { Position } from '../cursor.ts';
import type { Dialect } from '../driver.ts';
import { readRowText, rowTextSql } from '../row-text.ts';
import type { Call, Postgres, ReadStatement } from '../statement.ts';

// A page of all conversations of a tenant: one range of one index.

/** What a conversation's record is made of, and what its cursors point at. */
const columns = [
  'id',
  'channel_id',
  'channel_type',
  'contact_id',
  'contact_name',
  'contact_phone',
  'contact_avatar_url',
  'address',
  'status',
  'priority',
  'assignee_id',
  'subject',
  'tags',
  'metadata',
  'unread_count',
  'last_message_id',
  'last_message_direction',
  'last_message_type',
  'last_message_text',
  'last_message_status',
  'last_message_asc',
  'last_message_desc',
  'last_inbound_at',
  'last_outbound_at',
  'first_reply_at',
  'waiting_since',
  'sent_since_inbound',
  'snoozed_until',
  'closed_at',
  'source',
  'reopen_count',
  'message_count',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ConversationRow)[];
const counters: ReadonlySet<string> = new Set<keyof ConversationRow>([
  'unread_count',
  'sent_since_inbound',
  'reopen_count',
  'message_count',
]);

export type ListedConversation = Pick<ConversationRow, (typeof columns)[number]>;

/** Reads one of the texts that `listConversations` answers. */
export function readListedConversation(dialect: Dialect, text: string): ListedConversation {
  const cells = readRowText(dialect, text);
  const entries = columns.map((column, index) => {
    const cell = cells[index] ?? null;
    return [column, counters.has(column) ? Number(cell) : cell] as const;
  });
  // The cells are those of the columns, in their order and with their types.
  return Object.fromEntries(entries) as unknown as ListedConversation;
}

/** Before the first row in this direction: no key is empty in a descending list or above this one. */
const start = {
  asc: { key: '', id: '' },
  desc: { key: '\u{10ffff}', id: '' },
} as const;

export const listConversations: ReadStatement<Position, readonly string[]> = {
  name: 'list-conversations',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const { key, id } = input.after ?? start[input.direction];
    const { column, comparison, direction } = wordsOf(input);
    // Plucked, a row is its only column.
    return db
      .prepare(
        `select ${rowTextSql('sqlite', columns)} from conversations
         where tenant_id = ? and (${column}, id) ${comparison} (?, ?)
         order by ${column} ${direction}, id ${direction} limit ?`,
      )
      .pluck(true)
      .all(tenantId, key, id, input.limit + 1) as string[];
  },
  async postgres(db, calls) {
    const pages: string[][] = calls.map(() => []);
    for (const group of alike(calls)) await readGroup(db, group, pages);
    return pages;
  },
  sameAs: ({ column, direction, after, limit }) =>
    `${column} ${direction} ${limit} ${after?.key ?? ''} ${after?.id ?? ''}`,
};

interface Placed {
  readonly call: Call<Position>;
  readonly place: number;
}

/** Calls that differ in nothing but tenant and start share a statement. */
function alike(calls: readonly Call<Position>[]): Iterable<readonly [Placed, ...Placed[]]> {
  const groups = new Map<string, [Placed, ...Placed[]]>();
  calls.forEach((call, place) => {
    const { column, direction, limit } = call.input;
    const name = `${column} ${direction} ${limit}`;
    const group = groups.get(name);
    if (group) group.push({ call, place });
    else groups.set(name, [{ call, place }]);
  });
  return groups.values();
}

async function readGroup(
  db: Postgres,
  group: readonly [Placed, ...Placed[]],
  pages: string[][],
): Promise<void> {
  const { input } = group[0].call;
  const { column, comparison, direction } = wordsOf(input);
  const starts = group.map(({ call }) => call.input.after ?? start[input.direction]);
  const rows = await db.rows<{ place: number; line: string }>(
    `list-conversations-${column}-${direction}`,
    `select c.place, v.line
     from unnest($1::text[], $2::text[], $3::text[], $4::integer[]) as c (tenant_id, key, last_id, place)
     cross join lateral (
       select ${rowTextSql('postgres', columns)} as line, ${column}, id from conversations
       where tenant_id = c.tenant_id and (${column}, id) ${comparison} (c.key, c.last_id)
       order by ${column} ${direction}, id ${direction} limit $5
     ) v
     order by c.place, v.${column} ${direction}, v.id ${direction}`,
    [
      group.map(({ call }) => call.tenantId),
      starts.map((at) => at.key),
      starts.map((at) => at.id),
      group.map(({ place }) => place),
      input.limit + 1,
    ],
  );
  for (const row of rows) pages[row.place]?.push(row.line);
}

const sortColumns: ReadonlySet<string> = new Set<keyof ConversationRow>([
  'last_message_asc',
  'last_message_desc',
  'created_at',
  'updated_at',
  'waiting_since',
]);

function wordsOf({ column, direction }: Position) {
  // The name goes into the SQL text: it must be one of ours.
  if (!sortColumns.has(column)) throw new Error(`conversations are not sorted by ${column}`);
  return { column, direction, comparison: direction === 'asc' ? '>' : '<' };
}
