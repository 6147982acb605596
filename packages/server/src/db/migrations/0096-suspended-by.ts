import type { Migration } from '../migrate.ts';

/** An agency cannot end the suspension of a tenant by an operator. */
export const suspendedBy: Migration = {
  name: '0096-suspended-by',
  async up(knex) {
    await knex.schema.alterTable('tenants', (table) => {
      table.text('suspended_by');
    });
    // A client that its agency has suspended counts as suspended by it, so that the agency can still reactivate it.
    await knex.raw(
      `update tenants set suspended_by = case when exists (
         select 1 from agency_clients c
         where c.client_tenant_id = tenants.tenant_id and c.status = 'suspended'
       ) then 'agency' else 'operator' end
       where status = 'suspended'`,
    );
  },
};
