import { decodePathValue, ServiceError } from '@parley/contract/schemas';

interface Node<Target> {
  readonly literals: Map<string, Node<Target>>;
  parameter?: { name: string; node: Node<Target> };
  readonly targets: Map<string, Target>;
}

/** The target of a request, with its path parameters. */
export interface Matched<Target> {
  readonly target: Target;
  readonly params: Record<string, string>;
}

/**
 * Finds the target of a request by its method and path. A literal segment has priority over a parameter:
 * `/keys/current` does not match `/keys/:id`.
 */
export class RouteTree<Target> {
  readonly #root: Node<Target> = emptyNode();

  /** Adds a route. `template` is a path as the contract writes it: `/messages/:id`. */
  add(method: string, template: string, target: Target): void {
    let node = this.#root;
    for (const segment of segmentsOf(template)) {
      if (segment.startsWith(':')) {
        const name = segment.slice(1);
        node.parameter ??= { name, node: emptyNode() };
        if (node.parameter.name !== name) {
          throw new Error(
            `${template} names a parameter that another route calls ${node.parameter.name}`,
          );
        }
        node = node.parameter.node;
        continue;
      }
      const known = node.literals.get(segment);
      const next: Node<Target> = known ?? emptyNode();
      if (!known) node.literals.set(segment, next);
      node = next;
    }
    node.targets.set(method, target);
  }

  /**
   * Returns the target of a request. Throws SVC-ROUTE-NOT-FOUND for an unknown path, with `shownPath` in its details,
   * and SVC-METHOD-NOT-ALLOWED for another method. Throws SVC-VALIDATION for a parameter that is not percent-encoded
   * UTF-8.
   */
  match(method: string, path: string, shownPath = path): Matched<Target> {
    const params: Record<string, string> = {};
    let node: Node<Target> | undefined = this.#root;
    for (const segment of segmentsOf(path)) {
      const literal: Node<Target> | undefined = node.literals.get(segment);
      if (!literal && node.parameter && segment !== '') {
        params[node.parameter.name] = decodePathValue(node.parameter.name, segment);
      }
      node = literal ?? (segment === '' ? undefined : node.parameter?.node);
      if (!node) break;
    }
    if (!node || node.targets.size === 0) {
      throw new ServiceError('SVC-ROUTE-NOT-FOUND', { method, path: shownPath });
    }
    const target = node.targets.get(method === 'HEAD' ? 'GET' : method);
    if (target === undefined) {
      throw new ServiceError('SVC-METHOD-NOT-ALLOWED', { allowed: [...node.targets.keys()] });
    }
    return { target, params };
  }
}

/** Returns the segments of a path. One slash at the end is ignored. */
function segmentsOf(path: string): string[] {
  const trimmed = path.endsWith('/') ? path.slice(1, -1) : path.slice(1);
  return trimmed.split('/');
}

function emptyNode<Target>(): Node<Target> {
  return { literals: new Map(), targets: new Map() };
}
