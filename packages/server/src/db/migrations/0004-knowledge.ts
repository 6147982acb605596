import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';
import type { Dialect } from '../driver.ts';
import type { Migration } from '../migrate.ts';

export const knowledge: Migration = {
  name: '0004-knowledge',
  async up(knex, dialect) {
    await createSources(knex, dialect);
    await createFaqs(knex, dialect);
    await createChunks(knex, dialect);
    await createIndexes(knex, dialect);
    await createPostings(knex, dialect);
  },
};

async function createSources(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('knowledge_sources', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('id').notNullable();
    column.text('title').notNullable();
    column.text('title_key').notNullable();
    // 1 = no request has set a title: the title is that of the fetched page, if there is one.
    column.flag('title_from_page');
    column.text('type').notNullable();
    column.integer('content_length').notNullable();
    // Null until the page of the URL was fetched.
    column.text('checksum');
    column.text('fetched_format');
    column.flag('fetch_due');
    column.text('url');
    column.text('external_id');
    column.text('language').notNullable();
    column.text('language_key').notNullable();
    column.text('status').notNullable();
    column.json('error');
    column.json('tags').notNullable();
    column.text('tags_key').notNullable();
    column.integer('chunk_count').notNullable();
    column.integer('char_count').notNullable();
    // Rises with every change of the content. A job writes the index only if the version is still the one that it has
    // read.
    column.integer('content_version').notNullable();
    column.time('indexed_at');
    column.json('metadata').notNullable();
    column.time('created_at').notNullable();
    column.time('updated_at').notNullable();
    table.primary(['tenant_id', 'id']);
    table.foreign('tenant_id').references('tenant_id').inTable('tenants');
    table.unique(['tenant_id', 'external_id'], { indexName: 'knowledge_sources_external_id' });
    table.index(['tenant_id', 'created_at', 'id'], 'knowledge_sources_page');
    table.index(['tenant_id', 'updated_at', 'id'], 'knowledge_sources_by_update');
    table.index(['tenant_id', 'title_key', 'id'], 'knowledge_sources_by_title');
  });
  // The contents are not in the table of the records, because lists do not read them.
  await knex.schema.createTable('knowledge_contents', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('source_id').notNullable();
    column.text('content').notNullable();
    table.primary(['tenant_id', 'source_id']);
    table
      .foreign(['tenant_id', 'source_id'])
      .references(['tenant_id', 'id'])
      .inTable('knowledge_sources');
  });
}

async function createFaqs(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('knowledge_faqs', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('id').notNullable();
    column.text('question').notNullable();
    // A hash of a question, equal for questions that a reader would consider the same.
    column.text('question_key').notNullable();
    column.json('alternate_questions').notNullable();
    column.text('answer').notNullable();
    column.text('language').notNullable();
    column.text('language_key').notNullable();
    column.text('status').notNullable();
    column.json('tags').notNullable();
    column.text('tags_key').notNullable();
    column.text('source_id');
    column.integer('position').notNullable();
    column.text('external_id');
    column.integer('hit_count').notNullable();
    column.time('last_hit_at');
    column.integer('helpful_count').notNullable();
    column.integer('unhelpful_count').notNullable();
    column.json('metadata').notNullable();
    column.time('created_at').notNullable();
    column.time('updated_at').notNullable();
    column.time('published_at');
    table.primary(['tenant_id', 'id']);
    table.foreign('tenant_id').references('tenant_id').inTable('tenants');
    table
      .foreign(['tenant_id', 'source_id'])
      .references(['tenant_id', 'id'])
      .inTable('knowledge_sources');
    table.unique(['tenant_id', 'external_id'], { indexName: 'knowledge_faqs_external_id' });
    table.index(['tenant_id', 'source_id'], 'knowledge_faqs_of_source');
    table.index(['tenant_id', 'created_at', 'id'], 'knowledge_faqs_page');
    table.index(['tenant_id', 'updated_at', 'id'], 'knowledge_faqs_by_update');
    table.index(['tenant_id', 'position', 'id'], 'knowledge_faqs_by_position');
  });
  await knex.raw(
    `create unique index knowledge_faqs_question on knowledge_faqs
     (tenant_id, language_key, question_key) where status <> 'archived'`,
  );
}

/** Creates the table of chunks. A chunk is a passage of a source, or a whole FAQ. */
async function createChunks(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('knowledge_chunks', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('record_id').notNullable();
    column.integer('position').notNullable();
    column.text('index_name').notNullable();
    column.bigInteger('revision').notNullable();
    column.integer('block').notNullable();
    column.integer('slot').notNullable();
    column.text('analyzer').notNullable();
    // The terms of the chunk as the index has them: an edit uses them to remove the chunk from the index. This column
    // comes before the text, because SQLite reads a long row up to the last column that a query needs.
    column.text('terms').notNullable();
    column.json('headings').notNullable();
    column.text('text').notNullable();
    column.text('spellings').notNullable();
    table.primary(['tenant_id', 'record_id', 'position']);
    table.foreign('tenant_id').references('tenant_id').inTable('tenants');
    table.unique(['tenant_id', 'index_name', 'block', 'slot'], {
      indexName: 'knowledge_chunks_place',
    });
  });
}

async function createIndexes(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('knowledge_indexes', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('name').notNullable();
    column.integer('analysis').notNullable();
    column.integer('documents').notNullable();
    column.bigInteger('body_words').notNullable();
    column.bigInteger('revision').notNullable();
    column.integer('blocks').notNullable();
    // How many chunks each analyzer has made.
    column.json('analyzers').notNullable();
    table.primary(['tenant_id', 'name']);
    table.foreign('tenant_id').references('tenant_id').inTable('tenants');
  });
  await knex.schema.createTable('knowledge_blocks', (table) => {
    const column = columnsOf(table, dialect);
    column.tenantId();
    column.text('index_name').notNullable();
    column.integer('block').notNullable();
    // Unique for each version of a block, so that a cache reads only the blocks that it lacks.
    column.bigInteger('version').notNullable();
    column.integer('used').notNullable();
    column.bytes('documents').notNullable();
    table.primary(['tenant_id', 'index_name', 'block']);
    table
      .foreign(['tenant_id', 'index_name'])
      .references(['tenant_id', 'name'])
      .inTable('knowledge_indexes');
  });
}

/**
 * Creates a table for millions of small rows that are read by ranges of their keys. On SQLite the rows are stored in
 * the index of the key.
 */
async function createPostings(knex: Knex, dialect: Dialect): Promise<void> {
  const [text, bytes, end] =
    dialect === 'postgres' ? ['text collate "C"', 'bytea', ''] : ['text', 'blob', 'without rowid'];
  await knex.raw(
    `create table knowledge_terms (
      tenant_id ${text} not null, index_name ${text} not null, term ${text} not null,
      documents integer not null, words ${text},
      primary key (tenant_id, index_name, term)
    ) ${end}`,
  );
  await knex.raw(
    `create table knowledge_postings (
      tenant_id ${text} not null, index_name ${text} not null, term ${text} not null,
      block integer not null, postings ${bytes} not null,
      primary key (tenant_id, index_name, term, block)
    ) ${end}`,
  );
  if (dialect === 'sqlite') return;
  for (const [table, column] of [
    ['knowledge_postings', 'postings'],
    ['knowledge_blocks', 'documents'],
  ]) {
    // These values cannot be compressed. Without this, Postgres would try it at every read and write.
    await knex.raw(`alter table ${table} alter column ${column} set storage external`);
  }
}
