import type { ParleyError } from '../errors.ts';
import { routes } from '../generated/routes.ts';
import { endpointsOf } from './endpoints.ts';
import type { RequestOptions } from './options.ts';
import type { Route } from './request.ts';
import type { Transport } from './transport.ts';
import { show, usageError } from './usage-error.ts';
import { type Ending, waitFor } from './wait.ts';

interface Resource {
  readonly transport: Transport;
}
type Method = (this: Resource, ...args: unknown[]) => unknown;

/** The name and the class of each resource, shared by all clients. */
let resources: (readonly [string, ReturnType<typeof classOf>])[] | undefined;

/** Adds a member for each resource to the client. The interfaces in `resources` are the types of these members. */
export function addResources(client: object, transport: Transport): void {
  resources ??= Object.entries(routes).map(([noun, text]) => [noun, classOf(text)]);
  for (const [noun, Noun] of resources) Object.assign(client, { [noun]: new Noun(transport) });
}

function classOf(text: string) {
  class Noun implements Resource {
    declare readonly transport: Transport;

    constructor(transport: Transport) {
      this.transport = transport;
    }
  }
  for (const [name, endpoint] of endpointsOf(text))
    Object.assign(Noun.prototype, { [name]: methodOf(name, endpoint) });
  return Noun;
}

/**
 * Returns the method for an endpoint such as `POST /contacts/:id/tags body`. Its arguments are the IDs in the
 * path, then the arguments listed after the path (such as `body`), then the options of the call. Every PATCH has a body,
 * no DELETE returns data, and the methods that begin with `list` return pages.
 */
function methodOf(name: string, endpoint: string): Method {
  const has = (word: string) => endpoint.includes(` ${word}`);
  const [method, path = ''] = endpoint.split(' ');
  const isUpload = has('upload');
  const isPaged = /^list/.test(name);
  const bytes = isUpload ? 'request' : has('download') ? 'response' : undefined;
  const route = { method, path, empty: has('empty') || method === 'DELETE', bytes } as Route;
  const hasBody = isUpload || has('body') || method === 'PATCH';
  const hasQuery = isUpload || isPaged || has('query');
  return function (...args) {
    let used = path.split(':').length - 1;
    const body = hasBody ? args[used++] : undefined;
    let query = hasQuery ? (args[used++] as object) : undefined;
    if (isUpload) query = { filename: (Object(body) as Partial<File>).name, ...query };
    const input = { params: args, query, body };
    const options = (args[used] ?? undefined) as RequestOptions | undefined;
    const { transport } = this;
    const error =
      notObject('query', query, '{ limit: 100 }') ??
      notObject('options', options, '{ timeoutMs: 5_000 }');
    if (error) return transport.fail(error, isPaged);
    if (has('wait')) return waitFor((rest) => transport.call<Ending>(route, input, rest), options);
    return isPaged ? transport.list(route, input, options) : transport.call(route, input, options);
  };
}

/**
 * Returns the error for an argument that must be an object, such as `list('vip')`; undefined for an object. Without the
 * error, the argument would be ignored.
 */
function notObject(name: string, value: unknown, example: string): ParleyError | undefined {
  if (typeof (value ?? {}) === 'object') return undefined;
  return usageError(`${name} is ${show(value)}; expected an object, such as ${example}.`);
}
