import type { Route } from './routes.ts';

/**
 * The tests that a target runs: by default all of them. `database` is for a second database behind the same code. It runs
 * the tests that involve the database, with more races because transactions run in parallel there. Rules that the server
 * applies before it asks the database are tested on one endpoint of each shape.
 */
export type Extent = 'all' | 'database';

/** The endpoints on which a target tests a rule that no database takes part in. */
export function endpointsFor(extent: Extent, routes: readonly Route[]): readonly Route[] {
  if (extent === 'all') return routes;
  const shapes = new Map(routes.toReversed().map((route) => [shapeOf(route), route]));
  return routes.filter((route) => shapes.get(shapeOf(route)) === route);
}

/** The properties of an endpoint that a check before the schemas can depend on. */
function shapeOf({ method, path, body, bytes, bodyBytes }: Route): string {
  const ids = path.match(/:/g)?.length ?? 0;
  return [method, ids, Boolean(body), bytes, bodyBytes].join();
}
