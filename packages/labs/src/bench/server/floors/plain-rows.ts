import { createHash, randomBytes } from 'node:crypto';

// The rows of plain requests, as the service writes them.

export type Cell = string | number | null;

export interface Row {
  readonly table: string;
  readonly cells: Readonly<Record<string, Cell>>;
}

interface Event {
  readonly type: string;
  readonly subject: { readonly type: string; readonly id: string };
  readonly object: object;
}

export interface Made {
  readonly rows: readonly Row[];
  readonly events: readonly Event[];
  readonly answer: object;
}

interface Given {
  readonly tenantId: string;
  readonly body: Readonly<Record<string, string>>;
  readonly text: string;
  readonly idempotencyKey: string | undefined;
}

export function newContact({ tenantId, body, text, idempotencyKey }: Given): Made {
  const at = new Date().toISOString();
  const { lifecycle = 'lead', ...fields } = body;
  const contact = contactRow(tenantId, { ...fields, lifecycle }, at);
  const answer = shownContact(contact.cells, []);
  const rows = [contact];
  if (idempotencyKey) {
    const fingerprint = createHash('sha256').update(text).digest('base64url');
    rows.push({
      table: 'idempotency_records',
      cells: {
        tenant_id: tenantId,
        scope: 'POST /contacts',
        key: idempotencyKey,
        fingerprint,
        status: 201,
        body: JSON.stringify(answer),
        location: `/api/v1/contacts/${answer.id}`,
        expires_at: Date.now() + 86_400_000,
      },
    });
  }
  return { rows, events: [created('contact', answer)], answer };
}

/** Returns the rows of a first message: contact, identity, conversation, message, timeline entry and job. */
export function firstMessage({ tenantId, body }: Given): Made {
  const at = new Date().toISOString();
  const times = { created_at: at, updated_at: at };
  const { channelId = '', to = '', text = '' } = body;
  const own = { tenant_id: tenantId, channel_id: channelId, channel_type: 'whatsapp' };
  const contact = contactRow(tenantId, { phone: `+${to}`, lifecycle: 'lead' }, at);
  const contact_id = String(contact.cells['id']);
  const conversation_id = newId('cnv');
  const id = newId('msg');
  const identity: Row = {
    table: 'identities',
    cells: {
      tenant_id: tenantId,
      id: newId('idn'),
      contact_id,
      channel_type: 'whatsapp',
      scope: '',
      kind: 'phone',
      address: to,
      created_at: at,
    },
  };
  const conversation: Row = {
    table: 'conversations',
    cells: {
      ...own,
      id: conversation_id,
      contact_id,
      contact_phone: `+${to}`,
      address: to,
      thread: 1,
      status: 'open',
      tags: '[]',
      tags_key: '',
      metadata: '{}',
      unread_count: 0,
      last_message_id: id,
      last_message_direction: 'outbound',
      last_message_type: 'text',
      last_message_text: text,
      last_message_status: 'queued',
      last_message_asc: at,
      last_message_desc: at,
      last_outbound_at: at,
      waiting_since: '~',
      sent_since_inbound: 1,
      pair_next_at: 0,
      source: 'api',
      reopen_count: 0,
      message_count: 1,
      ...times,
    },
  };
  const message: Row = {
    table: 'messages',
    cells: {
      ...own,
      id,
      conversation_id,
      contact_id,
      direction: 'outbound',
      type: 'text',
      from_address: '+55 11 4002-8922',
      to_address: to,
      text,
      text_key: text.toLowerCase(),
      status: 'queued',
      attempts: 0,
      failures: 0,
      timeline_length: 1,
      source_type: 'api',
      metadata: '{}',
      is_deleted: 0,
      queued_at: at,
      ...times,
    },
  };
  const entry: Row = {
    table: 'message_events',
    cells: {
      tenant_id: tenantId,
      message_id: id,
      id: '00000001',
      type: 'queued',
      at,
      received_at: at,
      ignored: 0,
    },
  };
  const job: Row = {
    table: 'jobs',
    cells: {
      tenant_id: tenantId,
      name: 'deliver-message',
      payload: `{"messageId":"${id}"}`,
      status: 'ready',
      order_key: conversation_id,
      attempts: 0,
      due_at: Date.now(),
      created_at: at,
    },
  };
  return {
    rows: [contact, identity, conversation, message, entry, job],
    events: [
      created('contact', shownContact(contact.cells, [identity.cells])),
      created('conversation', { ...conversation.cells, id: conversation_id }),
    ],
    answer: message.cells,
  };
}

/** Returns the row of an event with its number. */
export function eventRow(
  tenantId: string,
  { type, subject, object }: Event,
  sequence: number,
): Row {
  const id = newId('evt');
  const created_at = new Date().toISOString();
  const body = JSON.stringify({
    id,
    type,
    timestamp: created_at,
    apiVersion: 'v1',
    tenantId,
    sequence,
    subject,
    data: { object, previous: null, changes: [] },
    test: false,
  });
  const cells = {
    tenant_id: tenantId,
    id,
    sequence,
    type,
    subject_id: subject.id,
    body,
    created_at,
  };
  return { table: 'events', cells };
}

export function shownContact(
  cells: Readonly<Record<string, Cell>>,
  identities: readonly Readonly<Record<string, Cell>>[],
) {
  const { tags, metadata, ...others } = cells;
  return {
    ...others,
    id: String(cells['id']),
    tags: JSON.parse(String(tags)),
    metadata: JSON.parse(String(metadata)),
    identities,
  };
}

export function shownMessage({ content, metadata, ...others }: Readonly<Record<string, Cell>>) {
  return {
    ...others,
    content: JSON.parse(String(content)),
    metadata: JSON.parse(String(metadata)),
  };
}

function contactRow(tenantId: string, fields: Record<string, Cell>, at: string): Row {
  const name = String(fields['name'] ?? '').toLowerCase();
  return {
    table: 'contacts',
    cells: {
      tenant_id: tenantId,
      id: newId('con'),
      name_key: name,
      search_key: name,
      tags: '[]',
      tags_key: '',
      source: 'api',
      last_seen_at: '',
      metadata: '{}',
      created_at: at,
      updated_at: at,
      ...fields,
    },
  };
}

function created(type: string, object: { readonly id: string }): Event {
  return { type: `${type}.created`, subject: { type, id: object.id }, object };
}

function newId(prefix: string): string {
  return `${prefix}_${randomBytes(13).toString('hex').toUpperCase()}`;
}
