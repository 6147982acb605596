import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@parley/contract';
import type { Contact, Conversation, Deal, Message } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { connectedScene, drainProviders, startWithProvider } from '../../test/channel-scene.ts';
import { targets } from '../../test/databases.ts';
import { makeDue } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { channels } from '../channels/service.ts';
import type { Database } from '../db/database.ts';
import { tables } from '../generated/tables.ts';
import { receiveMessage } from '../inbound/receive.ts';
import { indexMessages } from '../messages/index-texts.ts';
import { inTransaction } from '../tenancy/context.ts';
import { textIndexed } from '../tenants/delete.ts';

// A new table must be in one of these lists, except that of a resource that names no record of a contact. If it may
// contain personal data of a contact, erase.ts must erase the data, and the test below must fill the table.
const ofContacts = [
  'consents',
  'contact_merges',
  'contacts',
  'contacts_texts',
  'conversations',
  'deals',
  'deals_texts',
  'deliveries',
  'delivery_attempts',
  'events',
  'idempotency_records',
  'identities',
  'inbound_failures',
  'jobs',
  'media',
  'message_events',
  'messages',
  'messages_texts',
  'messages_unindexed',
  'notes',
  'pending_reports',
  'suppressions',
  'tag_uses',
  'ticket_changes',
  'ticket_comments',
  'tickets',
  'tickets_texts',
];
const ofTenants = [
  // Accounts and sessions of members, not of contacts.
  'accounts',
  'agency_domains',
  'channel_secrets',
  'channel_throttles',
  'clock',
  // These have counts, headers and errors without values. The file itself is deleted an hour after its import.
  'contact_import_errors',
  'deal_periods',
  'event_counters',
  'further_throttles',
  // The items of a webhook stay here for seconds, until all of them are handled.
  'inbound_batches',
  'invitations',
  'knowledge_blocks',
  'knowledge_chunks',
  'knowledge_contents',
  'knowledge_indexes',
  'knowledge_postings',
  'knowledge_terms',
  'one_time_links',
  'received_grants',
  // IDs in paths, for a day.
  'request_log',
  'schema_migrations',
  'sessions',
  'suppression_keys',
  'tenant_limits',
  // The place of a worker in the messages that are older than the index: the ID of one of them.
  'text_backfills',
  'ticket_counters',
  'users',
  'webhook_channels',
  'webhook_lanes',
  'webhook_secrets',
  'webhook_subscriptions',
];

const records = /^(contact|conversation|message|deal|ticket)_id$/;
/** The tables of the resources of the API whose columns name no record of a contact. */
const ofNobody = Object.entries(tables).flatMap(([noun, { name, columns }]) => {
  if (!(noun in contract) || ofContacts.includes(name) || columns.some((one) => records.test(one)))
    return [];
  return textIndexed.has(name) ? [name, `${name}_texts`] : [name];
});

const personal = {
  name: 'Zuleika',
  email: 'zuleika@example.com',
  phone: '5511987000111',
  text: 'xylophone',
  plan: 'periwinkle',
  file: 'passport.pdf',
};

describe.each(targets)('an erasure on %s', (target) => {
  const server = serverOfTests(() => startWithProvider(target));

  test('every table is known to hold data of contacts or none', async () => {
    const found = Object.keys(await dump(server.deps.database));
    const ofPostgres = target === 'Postgres' ? ['api_key_quotas'] : [];
    expect(found.sort()).toEqual([...ofContacts, ...ofTenants, ...ofNobody, ...ofPostgres].sort());
  });

  test('leaves nothing of the contact in the database and the media store', async () => {
    const scene = await connectedScene(server, 'whatsapp_cloud');
    const { call, ctx } = scene;
    server.provider.answer = ({ path }) =>
      path.includes('/bytes')
        ? { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7 a passport' }
        : { body: { url: `${server.provider.url}/bytes` } };
    await call('POST /webhook-endpoints', {
      url: 'https://hooks.example.invalid/erasures',
      events: ['*'],
    });
    for (const entity of ['contact', 'conversation', 'deal', 'ticket']) {
      await call('POST /custom-fields', {
        entity,
        key: 'plan',
        label: 'Plan',
        type: 'text',
      });
    }
    const received = await inTransaction(ctx, async (ctx) => {
      const channel = await channels.get(ctx, scene.channel.id);
      return await receiveMessage(ctx, channel, {
        from: [personal.phone],
        profile: { name: personal.name },
        externalId: `wamid-${personal.phone}`,
        sentAt: ctx.now().toISOString(),
        content: { type: 'document', text: personal.text, content: null },
        files: [
          {
            kind: 'document',
            mimeType: 'application/pdf',
            filename: personal.file,
            sha256: null,
            providerId: 'file-1',
            providerUrl: null,
          },
        ],
      });
    });
    await drainProviders(server);
    await indexMessages(server.deps.system, { least: 1 });
    const { contactId, conversationId } = received.message;
    const customFields = { plan: personal.plan };
    const keyed = (key: string) => ({ 'idempotency-key': key });
    const { json: duplicate } = await call<Contact>(
      'POST /contacts',
      { name: personal.name, email: personal.email, customFields },
      keyed('contact'),
    );
    const merge = { primaryId: contactId, duplicateId: duplicate.id };
    await call('POST /contacts/merge', merge, keyed('merge'));
    await call(`PATCH /conversations/${conversationId}`, {
      subject: personal.text,
      customFields,
      metadata: { note: personal.text },
    });
    const reply = { type: 'text', text: personal.text };
    await call<Message>(`POST /conversations/${conversationId}/messages`, reply, keyed('reply'));
    const titled = {
      subject: personal.text,
      description: personal.text,
      customFields,
      conversationId,
    };
    const { json: ticket } = await call<Conversation>('POST /tickets', titled, keyed('ticket'));
    await call(
      `POST /tickets/${ticket.id}/comments`,
      { body: personal.text, visibility: 'public', contactId },
      keyed('comment'),
    );
    await call(`PATCH /tickets/${ticket.id}`, { status: 'pending' });
    const { json: deal } = await call<Deal>(
      'POST /deals',
      { title: personal.name, customFields, contactId },
      keyed('deal'),
    );
    for (const subject of [
      `contacts/${contactId}`,
      `conversations/${conversationId}`,
      `deals/${deal.id}`,
    ]) {
      await call(`POST /${subject}/notes`, { body: personal.text }, keyed(`note-${subject}`));
    }
    await call(
      `POST /contacts/${contactId}/opt-out`,
      { scope: 'all', reason: personal.text },
      keyed('opt-out'),
    );
    const before = JSON.stringify(await dump(server.deps.database));
    for (const value of Object.values(personal)) expect(before).toContain(value);
    expect(filesIn(join(server.deps.config.dataDir, 'media'))).not.toEqual([]);

    expect((await call(`DELETE /contacts/${contactId}`)).status).toBe(204);
    await drainProviders(server);
    const ids = [contactId, conversationId, duplicate.id, received.message.id];
    for (const [table, rows] of Object.entries(await dump(server.deps.database))) {
      const own = rows.filter((row) => !JSON.stringify(row).includes('contact.deleted'));
      const known = ['audit_log', 'request_log'].includes(table) ? [] : ids;
      for (const value of [...Object.values(personal), ...known]) {
        expect(JSON.stringify(own), table).not.toContain(value);
      }
    }
    expect(await server.deps.database.writer('suppressions')).toHaveLength(1);
    // A job removes the bytes of a file an hour after the file was stored.
    const folder = join(server.deps.config.dataDir, 'media');
    for (const path of filesIn(folder)) utimesSync(join(folder, path), 0, 0);
    await makeDue(server);
    await drainProviders(server);
    expect(filesIn(folder)).toEqual([]);
  });
});

async function dump({ writer, dialect }: Database): Promise<Record<string, object[]>> {
  const found =
    dialect === 'sqlite'
      ? await writer('sqlite_master')
          .where({ type: 'table' })
          .whereNot('name', 'like', 'sqlite_%')
          // Only the trigrams are left out: db/text-index.test.ts checks them.
          .whereNot('name', 'like', '%_grams%')
          .select('name')
      : await writer('pg_tables').where({ schemaname: 'public' }).select('tablename as name');
  const tables: Record<string, object[]> = {};
  for (const { name } of found as { name: string }[]) tables[name] = await writer(name);
  return tables;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => statSync(join(folder, path)).isFile());
}
