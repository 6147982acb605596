import { randomBytes } from 'node:crypto';
import { hintOf } from '@parley/domain';
import {
  contextFor,
  createTenant,
  type Database,
  generateKey,
  hashKey,
  latest,
  SystemDb,
} from '../../../server.ts';

export interface SeededTenant {
  tenantId: string;
  channelId: string;
  keys: readonly string[];
  /** Addresses of customers with whom the tenant has a conversation. */
  addresses: readonly string[];
}

interface SeedOptions {
  tenants: number;
  keysPerTenant: number;
  conversationsPerTenant: number;
}

/** A quota that no bench can reach. */
const unlimited = 2_000_000_000;
// The window of free text stays open for as long as a bench may run.
const farFuture = new Date(Date.now() + 60 * 60 * 1000).toISOString();
const question = 'When does my order arrive?';
/** The end of an address for which the sandbox has no special behaviour. */
const ordinaryEnding = '000321';
const channelAddress = '+55 11 4002-8922';
const at = '2026-11-20T09:30:00.000Z';

/** Writes rows directly, as the service would write them, because running it thousands of times would take too long. */
export async function seed(database: Database, options: SeedOptions): Promise<SeededTenant[]> {
  const tenants: SeededTenant[] = [];
  for (let index = 0; index < options.tenants; index += 1) {
    tenants.push(await seedTenant(database, index, options));
  }
  // Postgres does this by itself after a minute. SQLite never does; with its statistics (STAT4) it would prepare a
  // statement again whenever a bound value changes.
  if (database.dialect === 'postgres') await database.writer.raw('analyze');
  return tenants;
}

/** Writes one tenant as `seed` does. */
export async function seedOne(
  database: Database,
  options: Omit<SeedOptions, 'tenants'>,
): Promise<SeededTenant> {
  const [tenant] = await seed(database, { ...options, tenants: 1 });
  if (!tenant) throw new Error('there is no tenant');
  return tenant;
}

async function seedTenant(
  database: Database,
  index: number,
  { keysPerTenant, conversationsPerTenant }: SeedOptions,
): Promise<SeededTenant> {
  const { writer } = database;
  const tenantId = id('ten', index);
  const channelId = id('chn', index);
  const keys = Array.from({ length: keysPerTenant }, generateKey);
  const customers = Array.from({ length: conversationsPerTenant }, (_, place) => ({
    contactId: id('con', index * 100_000 + place),
    conversationId: id('cnv', index * 100_000 + place),
    messageId: id('msg', index * 100_000 + place),
    address: `55${String(index * 100_000 + place).padStart(7, '0')}${ordinaryEnding}`,
    name: `Customer ${place}`,
    at: new Date(Date.parse(at) + place * 1000).toISOString(),
  }));
  const times = { created_at: at, updated_at: at };
  await createTenant(contextFor(new SystemDb(database), tenantId), { name: `Tenant ${index}` });
  await writer.batchInsert(
    'api_keys',
    keys.map((key, place) => ({
      tenant_id: tenantId,
      id: id('key', index * 1000 + place),
      name: `Key ${place}`,
      hash: hashKey(key),
      hint: hintOf(key),
      created_by_type: 'cli',
      rate_limit: unlimited,
      rate_window_seconds: 60,
      created_at: at,
    })),
    50,
  );
  await writer('channels').insert({
    tenant_id: tenantId,
    id: channelId,
    name: 'WhatsApp',
    name_key: 'whatsapp',
    type: 'whatsapp',
    provider: 'sandbox',
    status: 'active',
    address: channelAddress,
    settings: '{"windowEnforcement":"known","threading":"single","throttlePerSecond":null}',
    metadata: '{}',
    ...times,
  });
  await writer.batchInsert(
    'contacts',
    customers.map(({ contactId, address, name }) => ({
      tenant_id: tenantId,
      id: contactId,
      name,
      name_key: name.toLowerCase(),
      search_key: `${name.toLowerCase()} ${address}`,
      phone: `+${address}`,
      lifecycle: 'lead',
      tags: '[]',
      tags_key: '',
      source: 'api',
      last_seen_at: at,
      metadata: '{}',
      ...times,
    })),
    30,
  );
  await writer.batchInsert(
    'identities',
    customers.map(({ contactId, address }) => ({
      tenant_id: tenantId,
      id: contactId.replace('con_', 'idn_'),
      contact_id: contactId,
      channel_type: 'whatsapp',
      scope: '',
      kind: 'phone',
      address,
      last_inbound_at: farFuture,
      created_at: at,
    })),
    50,
  );
  await writer.batchInsert(
    'conversations',
    customers.map(({ contactId, conversationId, messageId, address, name, at }) => ({
      tenant_id: tenantId,
      id: conversationId,
      channel_id: channelId,
      channel_type: 'whatsapp',
      contact_id: contactId,
      contact_name: name,
      contact_phone: `+${address}`,
      address,
      thread: 1,
      status: 'open',
      tags: '[]',
      tags_key: '',
      metadata: '{}',
      unread_count: 1,
      last_message_id: messageId,
      last_message_direction: 'inbound',
      last_message_type: 'text',
      last_message_text: question,
      last_message_status: 'received',
      last_message_asc: at,
      last_message_desc: at,
      last_inbound_at: farFuture,
      waiting_since: latest,
      sent_since_inbound: 0,
      pair_next_at: 0,
      source: 'inbound',
      reopen_count: 0,
      message_count: 1,
      created_at: at,
      updated_at: at,
    })),
    25,
  );
  await writer.batchInsert(
    'messages',
    customers.map(({ contactId, conversationId, messageId, address, at }) => ({
      tenant_id: tenantId,
      id: messageId,
      channel_id: channelId,
      channel_type: 'whatsapp',
      conversation_id: conversationId,
      contact_id: contactId,
      direction: 'inbound',
      type: 'text',
      from_address: address,
      to_address: channelAddress,
      text: question,
      text_key: question.toLowerCase(),
      status: 'received',
      attempts: 0,
      failures: 0,
      timeline_length: 1,
      source_type: 'contact',
      metadata: '{}',
      created_at: at,
      updated_at: at,
    })),
    30,
  );
  await writer.batchInsert(
    'message_events',
    customers.map(({ messageId, at }) => ({
      tenant_id: tenantId,
      message_id: messageId,
      id: '00000001',
      type: 'received',
      at,
      received_at: at,
    })),
    100,
  );
  const addresses = customers.map(({ address }) => address);
  return { tenantId, channelId, keys, addresses };
}

const ulid = () => `01KAGWX3M0${randomBytes(10).toString('hex').slice(0, 10).toUpperCase()}`;
const run = ulid();

function id(prefix: string, place: number): string {
  return `${prefix}_${run}${String(place).padStart(6, '0')}`;
}
