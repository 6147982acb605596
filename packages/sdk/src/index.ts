export { Parley } from './client.ts';
export type { Fetch, FetchHeaders, FetchRequest, FetchResponse, FileInput } from './core/fetch.ts';
export type { RateLimit } from './core/headers.ts';
export type { AttemptInfo, AttemptResult, Hooks } from './core/hooks.ts';
export type { Logger, LogLevel } from './core/log.ts';
export type {
  AppInfo,
  ParleyOptions,
  RequestOptions,
  ResponseIssue,
  ResponseValidator,
} from './core/options.ts';
export type { ListPage, PagePromise } from './core/pages.ts';
export type { Answer, ParleyPromise, RawResponse, Safe } from './core/promise.ts';
export type { Page, Searched } from './core/success.ts';
export type { RawRequest } from './core/transport.ts';
export type { WaitOptions } from './core/wait.ts';
export * from './errors.ts';
export type * from './generated/event-types.ts';
export type * from './generated/resources.ts';
export type * from './generated/types.ts';
export type { UnknownEvent, WebhookEvent } from './webhooks/event.ts';
