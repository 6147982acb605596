import type { Migration } from '../migrate.ts';

/** Adds the category of messages, by which the provider bills them. */
export const categoriesOfMessages: Migration = {
  name: '0107-categories-of-messages',
  async up(knex) {
    await knex.schema.alterTable('messages', (table) => {
      table.text('category');
    });
  },
};
