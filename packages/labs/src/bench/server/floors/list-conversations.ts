// A page of conversations with hand-written SQL: one statement finds the key and its tenant's page. The response is not
// checked.

/**
 * The SQL of a minimal list of conversations: only columns that the response needs. `?` or `$1` is the hash of the key.
 */
export const listSql = (placeholder: string) => `
  select v.id, v.channel_id, v.channel_type, v.contact_id, v.contact_name, v.contact_phone,
    v.contact_avatar_url, v.address, v.status, v.priority, v.assignee_id, v.subject, v.tags, v.metadata,
    v.unread_count, v.last_message_id, v.last_message_direction, v.last_message_type,
    v.last_message_text, v.last_message_status, v.last_message_desc, v.last_inbound_at,
    v.last_outbound_at, v.first_reply_at, v.waiting_since, v.snoozed_until, v.closed_at, v.source,
    v.reopen_count, v.message_count, v.created_at, v.updated_at
  from conversations v
  where v.tenant_id = (select tenant_id from api_keys where hash = ${placeholder} and revoked_at is null)
  order by v.last_message_desc desc, v.id desc limit 26`;

type Cell = string | number | null;

export function pageByHand(rows: readonly (readonly Cell[])[]): string {
  const data = rows.slice(0, 25).map(toConversation);
  return JSON.stringify({ data, nextCursor: rows.length > 25 ? (data.at(-1)?.id ?? null) : null });
}

function toConversation(row: readonly Cell[]) {
  return {
    id: row[0],
    channelId: row[1],
    channelType: row[2],
    contactId: row[3],
    contact: { id: row[3], name: row[4], phone: row[5], avatarUrl: row[6] },
    address: row[7],
    status: row[8],
    priority: row[9],
    assigneeId: row[10],
    subject: row[11],
    tags: JSON.parse(String(row[12])),
    metadata: JSON.parse(String(row[13])),
    unreadCount: row[14],
    lastMessage: {
      id: row[15],
      direction: row[16],
      type: row[17],
      text: row[18],
      status: row[19],
      createdAt: row[20],
    },
    lastMessageAt: row[20],
    lastInboundAt: row[21],
    lastOutboundAt: row[22],
    firstReplyAt: row[23],
    waitingSince: row[24],
    window: { open: true, expiresAt: row[21], remaining: null, allowed: ['text', 'template'] },
    snoozedUntil: row[25],
    closedAt: row[26],
    source: row[27],
    reopenCount: row[28],
    messageCount: row[29],
    createdAt: row[30],
    updatedAt: row[31],
  };
}
