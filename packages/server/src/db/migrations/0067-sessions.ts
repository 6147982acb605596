import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/**
 * Adds accounts, with which people sign in. Accounts and one-time links belong to the installation: their rows have an
 * empty `tenant_id`.
 */
export const sessions: Migration = {
  name: '0067-sessions',
  async up(knex, dialect) {
    await knex.schema.createTable('accounts', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('email').notNullable();
      column.text('name').notNullable();
      column.text('password_hash').notNullable();
      column.text('last_tenant_id');
      column.time('created_at').notNullable();
      column.time('updated_at').notNullable();
      table.primary(['tenant_id', 'id']);
      table.unique(['tenant_id', 'email'], { indexName: 'accounts_email' });
    });
    await knex.schema.createTable('one_time_links', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('hash').notNullable();
      column.text('kind').notNullable();
      column.text('account_id');
      column.time('created_at').notNullable();
      column.time('expires_at').notNullable();
      column.time('used_at');
      table.primary(['tenant_id', 'hash']);
    });
    await knex.schema.createTable('sessions', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('hash').notNullable();
      column.text('account_id').notNullable();
      column.text('user_id').notNullable();
      column.text('ip');
      column.text('user_agent');
      column.time('created_at').notNullable();
      column.time('last_seen_at').notNullable();
      column.time('expires_at').notNullable();
      table.primary(['tenant_id', 'id']);
      table.foreign('tenant_id').references('tenant_id').inTable('tenants');
      // A request has only the token, and an account has sessions in several tenants.
      table.unique(['hash'], { indexName: 'sessions_hash' });
      table.index(['account_id', 'created_at'], 'sessions_of_account');
      table.index(['expires_at'], 'sessions_expired');
    });
    await knex.schema.createTable('invitations', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('id').notNullable();
      column.text('hash').notNullable();
      column.text('email').notNullable();
      column.text('role').notNullable();
      column.text('invited_by_id');
      column.time('expires_at').notNullable();
      column.time('accepted_at');
      column.time('revoked_at');
      column.time('created_at').notNullable();
      table.primary(['tenant_id', 'id']);
      table.foreign('tenant_id').references('tenant_id').inTable('tenants');
      table.unique(['hash'], { indexName: 'invitations_hash' });
      table.index(['tenant_id', 'email'], 'invitations_of_email');
      table.index(['tenant_id', 'created_at', 'id'], 'invitations_page');
    });
    await knex.schema.alterTable('users', (table) => {
      columnsOf(table, dialect).text('account_id');
      table.unique(['tenant_id', 'account_id'], { indexName: 'users_account' });
      table.index(['account_id'], 'users_of_account');
    });
    await knex.schema.alterTable('audit_log', (table) => {
      columnsOf(table, dialect).text('session_id');
    });
  },
};
