import { columnsOf } from '../columns.ts';
import type { Migration } from '../migrate.ts';

interface Endpoint {
  tenant_id: string;
  id: string;
  url: string;
  deleted_at: string | null;
}

/**
 * Adds a key of webhook URLs that is equal for all spellings of a URL. If two endpoints already have one URL, both keep
 * it.
 */
export const urlKeys: Migration = {
  name: '0009-url-keys',
  async up(knex, dialect) {
    await knex.schema.alterTable('webhook_endpoints', (table) => {
      columnsOf(table, dialect).text('url_key').notNullable().defaultTo('');
    });
    const taken = new Set<string>();
    const rows: Endpoint[] = await knex('webhook_endpoints')
      .select('tenant_id', 'id', 'url', 'deleted_at')
      .orderBy(['created_at', 'id']);
    for (const { tenant_id, id, url, deleted_at } of rows) {
      const { href } = new URL(url);
      const isTaken = deleted_at === null && taken.has(`${tenant_id} ${href}`);
      if (deleted_at === null) taken.add(`${tenant_id} ${href}`);
      // The key stays unique, because no URL contains a space.
      const url_key = isTaken ? `${href} ${id}` : href;
      await knex('webhook_endpoints').where({ tenant_id, id }).update({ url_key });
    }
    await knex.raw('drop index webhook_endpoints_url');
    await knex.raw(
      `create unique index webhook_endpoints_url on webhook_endpoints (tenant_id, url_key)
       where deleted_at is null`,
    );
  },
};
