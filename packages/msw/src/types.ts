import type { Returned } from '@parley/contract';
import type * as z from 'zod';
import type { KeyRecord, Store } from './store.ts';

type SuccessCode = 200 | 201 | 202 | 204;

type Part<Route, Name extends string> =
  Route extends Readonly<Record<Name, infer Schema extends z.ZodType>>
    ? z.output<Schema>
    : undefined;

/** A validated request. */
interface Input<Route> {
  params: Part<Route, 'pathParams'>;
  query: Part<Route, 'query'>;
  body: Part<Route, 'body'>;
}

type Responses<Route> = Route extends { readonly responses: infer All } ? All : never;

/** The statuses of a route's successful responses. */
type SuccessStatus<Route> = Extract<keyof Responses<Route>, SuccessCode>;

type ResponseBody<Route, Status> = Status extends keyof Responses<Route>
  ? Responses<Route>[Status] extends infer Schema extends z.ZodType
    ? z.input<Schema>
    : never
  : never;

/** The successes of a route, by status. A fake throws its errors. */
type SuccessOf<Route> = {
  [Status in SuccessStatus<Route>]: {
    status: Status;
    body: ResponseBody<Route, Status>;
  };
}[SuccessStatus<Route>];

/**
 * The functions that answer the requests to one resource. Only those that read or call a webhook receiver may be
 * asynchronous. So two requests that change records never run at the same time.
 */
export type Fakes<Routes> = {
  [Name in keyof Routes]: (
    input: Input<Routes[Name]>,
    store: Store,
    key: KeyRecord,
  ) => Returned<SuccessOf<Routes[Name]>> | Later<Routes[Name]>;
};

type Later<Route> = Route extends
  | { readonly method: 'GET' }
  | { readonly path: '/webhook-endpoints/:id/test' }
  ? Promise<Returned<SuccessOf<Route>>>
  : never;
