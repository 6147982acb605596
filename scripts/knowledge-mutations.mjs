// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of other files.
const conformance = 'packages/server/test/conformance.test.ts';
const sources = 'packages/server/src/knowledge-sources';
const faqs = 'packages/server/src/knowledge-faqs';

/** What must never go unnoticed of knowledge: see mutations.mjs. */
export const knowledgeMutations = [
  {
    name: 'job-indexes-what-a-source-was-when-it-was-read',
    file: `${sources}/jobs.ts`,
    from: 'if (row?.content_version === version) await write(ctx, row);',
    to: 'if (row) await write(ctx, row);',
    tests: [`${sources}/url-changes.test.ts`],
    titles: 'SQLite',
  },
  {
    name: 'job-indexes-without-its-lease',
    file: `${sources}/jobs.ts`,
    from: '    await completeJob(ctx, job);\n',
    to: '',
    tests: [`${sources}/indexing.test.ts`],
    titles: 'Postgres',
  },
  {
    name: 'moved-page-indexed-from-where-it-was',
    file: `${sources}/rows.ts`,
    from: "(wanted.type === 'url' && wanted.url !== before.url) ||",
    to: 'wanted.fetch_due > before.fetch_due ||',
    tests: [`${sources}/url-changes.test.ts`],
    titles: 'SQLite',
  },
  {
    name: 'page-fetched-in-a-transaction',
    file: `${sources}/jobs.ts`,
    from: 'const { content, prepared, apply } = await read(ctx, row, deps);',
    to: `const { content, prepared, apply } = await inTransaction(ctx, async (inner) => {
          await repository.lockSource(inner.db, row.id);
          return await read(inner, row, deps);
        });`,
    tests: [`${sources}/url-changes.test.ts`],
    titles: '(SQLite|Postgres).*while a page is fetched',
  },
  {
    name: 'failed-source-found-as-if-it-were-ready',
    file: `${sources}/indexing.ts`,
    from: "if (status === 'archived' || status === 'failed') return `sources.${status}`;",
    to: "if (status === 'archived') return `sources.${status}`;",
    tests: [`${sources}/url-changes.test.ts`],
    titles: 'SQLite',
  },
  {
    name: 'archived-source-found-as-if-it-were-ready',
    file: `${sources}/indexing.ts`,
    from: "if (status === 'archived' || status === 'failed') return `sources.${status}`;",
    to: "if (status === 'failed') return `sources.${status}`;",
    tests: [conformance],
    titles: 'SQLite knowledge sources',
  },
  {
    name: 'pages-fetched-unless-that-is-switched-off',
    file: 'packages/server/src/config.ts',
    from: "PARLEY_URL_SOURCES: z.enum(['on', 'off']).default('off'),",
    to: "PARLEY_URL_SOURCES: z.enum(['on', 'off']).default('on'),",
    tests: [conformance],
    titles: 'SQLite knowledge sources',
  },
  {
    name: 'filters-left-out-of-a-search',
    file: 'packages/server/src/knowledge/search.ts',
    from: 'const among = { type, status, external_id: externalId };',
    to: 'const among = { type, status };',
    tests: [conformance],
    titles: 'SQLite knowledge queries',
  },
  {
    name: 'cursor-of-a-search-good-for-another-query',
    file: `${sources}/list.ts`,
    from: 'filters: { q, ...narrowing },',
    to: 'filters: narrowing,',
    tests: [conformance],
    titles: 'SQLite knowledge pages',
  },
  {
    name: 'later-pages-counted-as-searches',
    file: `${faqs}/list.ts`,
    from: 'if (first && cursor === undefined)',
    to: 'if (first)',
    tests: [conformance],
    titles: 'SQLite knowledge feedback',
  },
  {
    name: 'hits-that-could-not-be-written-lost',
    file: `${faqs}/hits.ts`,
    from: 'for (const hit of hits.values()) this.#add(db, hit);',
    to: '',
    tests: [`${faqs}/faqs.test.ts`],
    titles: 'SQLite',
  },
  {
    name: 'feedback-counted-from-a-row-that-is-not-locked',
    file: `${faqs}/repository.ts`,
    from: "await db.select('knowledge_faqs').where({ id }).forUpdate().first();",
    to: "await db.select('knowledge_faqs').where({ id }).first();",
    tests: [conformance],
    titles: 'Postgres knowledge feedback',
  },
  {
    name: 'question-of-the-archive-taken-for-one-that-is-asked',
    file: `${faqs}/repository.ts`,
    from: "    .where('status', '<>', 'archived')\n",
    to: '',
    tests: [conformance],
    titles: 'SQLite knowledge FAQs',
  },
  {
    name: 'one-item-fails-its-whole-batch',
    file: `${faqs}/batch.ts`,
    from: 'if (!(error instanceof ServiceError) || error.status >= 500) throw error;',
    to: 'throw error;',
    tests: [conformance],
    titles: 'SQLite knowledge batches',
  },
  {
    name: 'batches-lock-each-in-its-own-order',
    file: `${faqs}/batch.ts`,
    from: '    await ctx.db.run(lockFaqBatches, null);\n',
    to: '',
    tests: [`${faqs}/faqs.test.ts`],
    titles: 'Postgres',
  },
  {
    name: 'body-limit-of-an-endpoint-ignored',
    file: 'packages/server/src/http/body-limits.ts',
    from: 'limits.get(`${method} ${template}`) ?? bodyLimits.defaultBytes',
    to: 'limits.get(`${method}${template}`) ?? bodyLimits.defaultBytes',
    tests: [conformance],
    titles: 'SQLite requests knowledgeFaqs',
  },
];
