import { type Call, callOf, type Route } from './call.ts';
import { Caller } from './caller.ts';
import { misuse } from './misuse.ts';
import type { RequestOptions } from './options.ts';
import { ParleyPromise } from './promise.ts';
import type { Settings } from './settings.ts';

/** A request to an endpoint that this SDK has no method for. */
export interface RawRequest extends RequestOptions {
  method: Route<unknown>['method'];
  /** In full, such as `/api/v1/messages`. */
  path: string;
  query?: object | undefined;
  /** Sent as JSON. */
  body?: unknown;
}

/** What the resources of a whole client speak to. */
export class Transport extends Caller {
  raw<Data>(request: RawRequest): ParleyPromise<Data> {
    return new ParleyPromise(this.send<Data>((settings) => rawCallOf(settings, request)));
  }
}

/** For `parley.request`: a path of the caller's, in full. */
function rawCallOf(
  settings: Settings,
  { path, method, query, body, ...options }: RawRequest,
): Call {
  // A slash first: whatever else follows, it stays behind the host.
  if (!/^\/(?!\/)[^?#\\]*$/.test(path))
    throw misuse('path must be like /api/v1/messages, without a query.');
  // Who names the effect knows that the endpoint heeds the name.
  const dedupes = method === 'POST' && options.idempotencyKey !== undefined;
  const call = callOf(settings, { method, path, dedupes }, { query, body }, options, path);
  return { ...call, empty: undefined };
}
