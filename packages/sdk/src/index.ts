export { Parley } from './client.ts';
export type { Page } from './core/pages.ts';
export * from './errors.ts';
