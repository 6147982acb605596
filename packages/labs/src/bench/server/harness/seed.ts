import { contactRules, conversationRules } from '@parley/domain';
import {
  contactsTable,
  contextFor,
  conversationsTable,
  createTenant,
  type Database,
  identitiesTable,
  messageEventsTable,
  messageRow,
  messagesTable,
  newId,
  SystemDb,
  type TenantContext,
} from '../../../server.ts';
import { makeKey } from '../../../tenant-with-key.ts';

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
  const ctx = contextFor(new SystemDb(database));
  const { tenantId } = ctx.db;
  await createTenant(ctx, { name: `Tenant ${index}` });
  const keys: string[] = [];
  for (let n = 0; n < keysPerTenant; n += 1) keys.push((await makeKey(ctx, `Key ${n}`)).secret);
  const channelId = newId('chn');
  await database.writer('channels').insert({
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
    created_at: at,
    updated_at: at,
  });
  const customers = Array.from({ length: conversationsPerTenant }, (_, place) => {
    const address = `55${String(index * 100_000 + place).padStart(7, '0')}${ordinaryEnding}`;
    const heardAt = new Date(Date.parse(at) + place * 1000).toISOString();
    return rowsOf(ctx, { channelId, address, name: `Customer ${place}`, heardAt });
  });
  const all = <Name extends keyof Rows>(name: Name) => customers.map((rows) => rows[name]);
  await ctx.db.transaction(async (db) => {
    await db.insertTogether(contactsTable, all('contact'));
    await db.insertTogether(identitiesTable, all('identity'));
    await db.insertTogether(conversationsTable, all('conversation'));
    await db.insertTogether(messagesTable, all('message'));
    await db.insertTogether(messageEventsTable, all('entry'));
  });
  return { tenantId, channelId, keys, addresses: all('address') };
}

type Rows = ReturnType<typeof rowsOf>;

interface Customer {
  channelId: string;
  address: string;
  name: string;
  heardAt: string;
}

/** Returns the rows of a customer who has sent one message. */
function rowsOf(ctx: TenantContext, { channelId, address, name, heardAt }: Customer) {
  const phone = `+${address}`;
  const contact = contactRules.initial({ name, phone }, { id: newId('con'), at });
  const identity = {
    id: newId('idn'),
    contactId: contact.id,
    channelType: 'whatsapp',
    channelId: null,
    kind: 'phone',
    address,
    otherAddress: null,
    username: null,
    profileName: null,
    lastInboundAt: farFuture,
    lastOutboundAt: null,
    createdAt: at,
  } as const;
  const conversation = conversationRules.initial(
    {
      channel: { id: channelId, type: 'whatsapp' },
      contact: { id: contact.id, name, phone, avatarUrl: null },
      address,
      source: 'inbound',
    },
    { id: newId('cnv'), at: heardAt },
  );
  const message = messageRow(ctx, conversation, { text: question, at: heardAt });
  const lastMessage = {
    lastMessageId: message.id,
    lastMessageDirection: 'inbound',
    lastMessageType: 'text',
    lastMessageText: question,
    lastMessageStatus: 'received',
    lastMessageAt: heardAt,
    lastInboundAt: farFuture,
    unreadCount: 1,
    messageCount: 1,
  } as const;
  return {
    contact: contactsTable.toRow({ ...contact, lastSeenAt: at }),
    identity: identitiesTable.toRow(identity),
    conversation: conversationsTable.toRow({ ...conversation, ...lastMessage }),
    message: {
      ...message,
      channel_id: channelId,
      from_address: address,
      to_address: channelAddress,
      source_type: 'contact',
    } as const,
    entry: {
      message_id: message.id,
      id: '00000001',
      type: 'received',
      at: heardAt,
      received_at: heardAt,
      ignored: 0,
      error: null,
    } as const,
    address,
  };
}
