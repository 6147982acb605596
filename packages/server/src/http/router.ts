import type { RouteMetadata } from '@parley/contract/schemas';
import { RouteTree } from '@parley/domain';
import { type AppRouter, isAppRoute } from '@ts-rest/core';
import type { Request, RequestHandler } from 'express';

export interface Endpoint {
  readonly method: string;
  /** The path as in the contract: `/messages/:id`. */
  readonly template: string;
  readonly metadata: RouteMetadata;
  /**
   * The handler of ts-rest: it validates the request, calls the handler and sends the answer. It passes errors to
   * `next`.
   */
  readonly handle: RequestHandler;
}

/**
 * Finds the endpoint before any other check, so that an unknown path or a wrong method is reported first. ts-rest adds
 * the routes as it would to Express.
 */
export class Router {
  readonly #tree = new RouteTree<Endpoint>();
  readonly #metadata = new Map<string, RouteMetadata>();

  readonly get = (path: string, ...handlers: RequestHandler[]) => this.#add('GET', path, handlers);
  readonly post = (path: string, ...handlers: RequestHandler[]) =>
    this.#add('POST', path, handlers);
  readonly put = (path: string, ...handlers: RequestHandler[]) => this.#add('PUT', path, handlers);
  readonly patch = (path: string, ...handlers: RequestHandler[]) =>
    this.#add('PATCH', path, handlers);
  readonly delete = (path: string, ...handlers: RequestHandler[]) =>
    this.#add('DELETE', path, handlers);

  /** Reads the metadata of all endpoints of a contract. Call it before the endpoints are added. */
  describe(contract: AppRouter): void {
    for (const part of Object.values(contract)) {
      if (!isAppRoute(part)) this.describe(part);
      // routeMetadata() has set this on every route of the contract.
      else this.#metadata.set(`${part.method} ${part.path}`, part.metadata as RouteMetadata);
    }
  }

  /** Ignores the error handler that ts-rest adds, because http/errors.ts handles all errors. */
  use(): void {}

  /**
   * Returns the endpoint of a request and sets `req.params`. Throws SVC-ROUTE-NOT-FOUND for an unknown path, and
   * SVC-METHOD-NOT-ALLOWED for another method.
   */
  match(req: Request): Endpoint {
    const { target, params } = this.#tree.match(
      req.method,
      pathOf(req.url),
      pathOf(req.originalUrl),
    );
    req.params = params;
    return target;
  }

  #add(method: string, template: string, handlers: RequestHandler[]): void {
    const handle = handlers.at(-1);
    if (!handle) throw new Error(`${method} ${template} has no handler`);
    const metadata = this.#metadata.get(`${method} ${template}`) ?? {};
    this.#tree.add(method, template, { method, template, metadata, handle });
  }
}

/** Returns the path of a URL, without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
