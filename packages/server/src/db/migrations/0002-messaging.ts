import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';
import type { Dialect } from '../driver.ts';
import type { Migration } from '../migrate.ts';

export const messaging: Migration = {
  name: '0002-messaging',
  async up(knex, dialect) {
    await createChannels(knex, dialect);
    await createContacts(knex, dialect);
    await createConversations(knex, dialect);
    await createMessages(knex, dialect);
  },
};

async function createChannels(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('channels', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('id').notNullable();
    column.text('name').notNullable();
    column.text('name_key').notNullable();
    column.text('type').notNullable();
    column.text('provider').notNullable();
    column.text('status').notNullable();
    column.text('status_reason');
    column.text('address');
    column.text('external_id');
    column.json('settings').notNullable();
    column.time('last_inbound_at');
    column.time('last_outbound_at');
    column.time('last_error_at');
    column.json('last_error');
    column.json('metadata').notNullable();
    column.time('created_at').notNullable();
    column.time('updated_at').notNullable();
    column.time('archived_at');
    table.primary(['tenant_id', 'id']);
    table.foreign('tenant_id').references('tenant_id').inTable('tenants');
    table.index(['tenant_id', 'created_at', 'id'], 'channels_page');
    table.index(['tenant_id', 'name_key', 'id'], 'channels_by_name');
  });
  // A deleted channel releases its number for another channel.
  await knex.raw(
    `create unique index channels_external_id on channels (tenant_id, type, external_id)
     where archived_at is null`,
  );

  await knex.schema.createTable('channel_throttles', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('channel_id').notNullable();
    // Epoch microseconds, because the messages of a channel with 80 per second are 12.5 ms apart.
    column.bigInteger('next_at_us').notNullable();
    table.primary(['tenant_id', 'channel_id']);
    table.foreign(['tenant_id', 'channel_id']).references(['tenant_id', 'id']).inTable('channels');
  });
}

async function createContacts(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('contacts', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('id').notNullable();
    column.text('name');
    column.text('name_key').notNullable();
    column.text('search_key').notNullable();
    column.text('first_name');
    column.text('last_name');
    column.text('phone');
    column.text('email');
    column.text('email_key');
    column.text('external_id');
    column.text('language');
    column.text('country');
    column.text('timezone');
    column.text('avatar_url');
    column.text('lifecycle').notNullable();
    column.text('owner_id');
    column.json('tags').notNullable();
    column.text('tags_key').notNullable();
    column.text('source').notNullable();
    column.time('last_inbound_at');
    column.time('last_outbound_at');
    column.time('last_seen_at').notNullable();
    column.json('metadata').notNullable();
    column.time('created_at').notNullable();
    column.time('updated_at').notNullable();
    table.primary(['tenant_id', 'id']);
    table.foreign('tenant_id').references('tenant_id').inTable('tenants');
    table.foreign(['tenant_id', 'owner_id']).references(['tenant_id', 'id']).inTable('users');
    table.unique(['tenant_id', 'phone'], { indexName: 'contacts_phone' });
    table.unique(['tenant_id', 'email_key'], { indexName: 'contacts_email' });
    table.unique(['tenant_id', 'external_id'], { indexName: 'contacts_external_id' });
    table.index(['tenant_id', 'created_at', 'id'], 'contacts_page');
    table.index(['tenant_id', 'updated_at', 'id'], 'contacts_by_update');
    table.index(['tenant_id', 'last_seen_at', 'id'], 'contacts_by_last_seen');
    table.index(['tenant_id', 'name_key', 'id'], 'contacts_by_name');
  });

  await knex.schema.createTable('identities', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('id').notNullable();
    column.text('contact_id').notNullable();
    column.text('channel_type').notNullable();
    // The ID of the channel, or empty when the address is valid on all channels of the type.
    column.text('scope').notNullable();
    column.text('kind').notNullable();
    column.text('address').notNullable();
    column.text('username');
    column.text('profile_name');
    column.time('last_inbound_at');
    column.time('last_outbound_at');
    column.integer('sent_since_inbound').notNullable();
    column.time('created_at').notNullable();
    table.primary(['tenant_id', 'id']);
    table.foreign(['tenant_id', 'contact_id']).references(['tenant_id', 'id']).inTable('contacts');
    table.unique(['tenant_id', 'channel_type', 'scope', 'address'], {
      indexName: 'identities_address',
    });
    table.index(['tenant_id', 'contact_id'], 'identities_of_contact');
  });
}

async function createConversations(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('conversations', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('id').notNullable();
    column.text('channel_id').notNullable();
    column.text('channel_type').notNullable();
    column.text('contact_id').notNullable();
    // The summary of the contact, copied from its record, so that a list reads only this table.
    column.text('contact_name');
    column.text('contact_phone');
    column.text('contact_avatar_url');
    column.text('address').notNullable();
    // Numbers the conversations of this address on this channel: 1, 2, 3 … Only one of them may be open.
    column.integer('thread').notNullable();
    column.text('status').notNullable();
    column.text('priority');
    column.text('assignee_id');
    column.text('subject');
    column.json('tags').notNullable();
    column.text('tags_key').notNullable();
    column.json('metadata').notNullable();
    column.integer('unread_count').notNullable();
    column.text('last_message_id');
    column.text('last_message_direction');
    column.text('last_message_type');
    column.text('last_message_text');
    column.text('last_message_status');
    // The time of the last message in two columns: conversations without one must come last in both directions.
    column.time('last_message_asc').notNullable();
    column.time('last_message_desc').notNullable();
    column.time('last_inbound_at');
    column.time('last_outbound_at');
    column.time('first_reply_at');
    column.time('waiting_since').notNullable();
    column.integer('sent_since_inbound').notNullable();
    column.bigInteger('pair_next_at').notNullable();
    column.time('snoozed_until');
    column.time('closed_at');
    column.text('source').notNullable();
    column.integer('reopen_count').notNullable();
    column.integer('message_count').notNullable();
    column.time('created_at').notNullable();
    column.time('updated_at').notNullable();
    table.primary(['tenant_id', 'id']);
    table.foreign(['tenant_id', 'channel_id']).references(['tenant_id', 'id']).inTable('channels');
    table.foreign(['tenant_id', 'contact_id']).references(['tenant_id', 'id']).inTable('contacts');
    table.foreign(['tenant_id', 'assignee_id']).references(['tenant_id', 'id']).inTable('users');
    table.unique(['tenant_id', 'channel_id', 'address', 'thread'], {
      indexName: 'conversations_thread',
    });
    table.index(['tenant_id', 'last_message_desc', 'id'], 'conversations_page');
    table.index(['tenant_id', 'last_message_asc', 'id'], 'conversations_by_last_message');
    table.index(['tenant_id', 'created_at', 'id'], 'conversations_by_creation');
    table.index(['tenant_id', 'updated_at', 'id'], 'conversations_by_update');
    table.index(['tenant_id', 'waiting_since', 'id'], 'conversations_by_waiting');
    table.index(['tenant_id', 'contact_id'], 'conversations_of_contact');
  });
}

async function createMessages(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('messages', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('id').notNullable();
    column.text('channel_id').notNullable();
    column.text('channel_type').notNullable();
    column.text('conversation_id').notNullable();
    column.text('contact_id').notNullable();
    column.text('direction').notNullable();
    column.text('type').notNullable();
    column.text('from_address').notNullable();
    column.text('to_address').notNullable();
    column.text('text');
    column.text('text_key');
    // The content that is not text: template, location, interactive, replyTo.
    column.json('content');
    column.text('status').notNullable();
    column.json('error');
    column.integer('attempts').notNullable();
    column.integer('failures').notNullable();
    column.integer('timeline_length').notNullable();
    column.text('external_id');
    column.text('source_type').notNullable();
    column.text('source_id');
    column.text('message_tag');
    column.json('metadata').notNullable();
    column.flag('is_deleted');
    column.time('edited_at');
    column.time('queued_at');
    column.bigInteger('slot_at');
    column.bigInteger('sending_at');
    column.time('created_at').notNullable();
    column.time('sent_at');
    column.time('delivered_at');
    column.time('read_at');
    column.time('failed_at');
    column.time('canceled_at');
    column.time('updated_at').notNullable();
    table.primary(['tenant_id', 'id']);
    table
      .foreign(['tenant_id', 'conversation_id'])
      .references(['tenant_id', 'id'])
      .inTable('conversations');
    table.index(['tenant_id', 'created_at', 'id'], 'messages_page');
    table.index(['tenant_id', 'conversation_id', 'created_at', 'id'], 'messages_of_conversation');
  });
  await knex.raw(
    `create unique index messages_external_id on messages (tenant_id, external_id, channel_id, direction)
     where external_id is not null`,
  );

  await knex.schema.createTable('message_events', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('message_id').notNullable();
    column.text('id').notNullable();
    column.text('type').notNullable();
    column.time('at').notNullable();
    column.time('received_at').notNullable();
    column.flag('ignored');
    column.json('error');
    table.primary(['tenant_id', 'message_id', 'id']);
    table.foreign(['tenant_id', 'message_id']).references(['tenant_id', 'id']).inTable('messages');
  });
}
