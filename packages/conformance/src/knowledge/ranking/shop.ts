// biome-ignore lint/performance/noBarrelFile: the door of the bench to the collection of the tests.
export { shopFaqs } from './shop-faqs.ts';
export { shopFaqQuestions, shopSourceQuestions } from './shop-questions.ts';
export { shopSources } from './shop-sources.ts';
