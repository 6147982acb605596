// The search of knowledge: a third of the code of the mocks, and most tests do not need it. In the builds for Node,
// tsup.config.ts replaces these functions by ones that load `dist/search.cjs` at the first call.
// biome-ignore lint/performance/noBarrelFile: the build replaces all of its exports.
export { prepareFaq, prepareSource, searchFaqs, searchSources } from '@parley/search';
export { readerOf } from '@parley/search/memory';
