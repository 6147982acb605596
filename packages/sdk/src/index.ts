export { Parley } from './client.ts';
export type { ParleyOptions, RequestOptions } from './core/options.ts';
export type { Page } from './core/pages.ts';
export * from './errors.ts';
