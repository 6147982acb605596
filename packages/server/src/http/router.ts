import { decodePathValue, ServiceError } from '@parley/contract/schemas';
import type { Request, RequestHandler } from 'express';

export interface Endpoint {
  readonly method: string;
  /** As the contract writes it: `/messages/:id`. */
  readonly template: string;
  /** Of ts-rest: validates, calls the handler, answers; failures go to `next`. */
  readonly handle: RequestHandler;
}

interface Node {
  readonly literals: Map<string, Node>;
  parameter?: { name: string; node: Node };
  readonly endpoints: Map<string, Endpoint>;
}

/**
 * Finds the endpoint before anything else is looked at, so that an unknown path and a wrong method
 * are told apart from everything that follows. Takes routes the way ts-rest hands them to Express.
 */
export class Router {
  readonly #root: Node = emptyNode();

  readonly get = (path: string, ...handlers: RequestHandler[]) => this.#add('GET', path, handlers);
  readonly post = (path: string, ...handlers: RequestHandler[]) =>
    this.#add('POST', path, handlers);
  readonly put = (path: string, ...handlers: RequestHandler[]) => this.#add('PUT', path, handlers);
  readonly patch = (path: string, ...handlers: RequestHandler[]) =>
    this.#add('PATCH', path, handlers);
  readonly delete = (path: string, ...handlers: RequestHandler[]) =>
    this.#add('DELETE', path, handlers);

  /** ts-rest adds its error handler here; failures leave through http/errors.ts instead. */
  use(): void {}

  /** Sets `req.params`; throws when there is no such route or it does not take the method. */
  match(req: Request): Endpoint {
    const path = pathOf(req.url);
    const params: Record<string, string> = {};
    let node: Node | undefined = this.#root;
    for (const segment of segmentsOf(path)) {
      const literal: Node | undefined = node.literals.get(segment);
      if (!literal && node.parameter && segment !== '') {
        params[node.parameter.name] = decodePathValue(node.parameter.name, segment);
      }
      node = literal ?? (segment === '' ? undefined : node.parameter?.node);
      if (!node) break;
    }
    if (!node || node.endpoints.size === 0) {
      throw new ServiceError('SVC-ROUTE-NOT-FOUND', {
        method: req.method,
        path: pathOf(req.originalUrl),
      });
    }
    const endpoint = node.endpoints.get(req.method === 'HEAD' ? 'GET' : req.method);
    if (!endpoint) {
      throw new ServiceError('SVC-METHOD-NOT-ALLOWED', { allowed: [...node.endpoints.keys()] });
    }
    req.params = params;
    return endpoint;
  }

  #add(method: string, template: string, handlers: RequestHandler[]): void {
    const handle = handlers.at(-1);
    if (!handle) throw new Error(`${method} ${template} has no handler`);
    let node = this.#root;
    for (const segment of segmentsOf(template)) {
      if (segment.startsWith(':')) {
        node.parameter ??= { name: segment.slice(1), node: emptyNode() };
        if (node.parameter.name !== segment.slice(1)) {
          throw new Error(
            `${template} names a parameter that another route calls ${node.parameter.name}`,
          );
        }
        node = node.parameter.node;
        continue;
      }
      const known = node.literals.get(segment);
      const next = known ?? emptyNode();
      if (!known) node.literals.set(segment, next);
      node = next;
    }
    node.endpoints.set(method, { method, template, handle });
  }
}

/** The path without its query; of a request to a proxy, without its origin. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** One slash at the end means nothing. */
function segmentsOf(path: string): string[] {
  const trimmed = path.endsWith('/') ? path.slice(1, -1) : path.slice(1);
  return trimmed.split('/');
}

function emptyNode(): Node {
  return { literals: new Map(), endpoints: new Map() };
}
