import type { Route } from './routes.ts';

/**
 * The tests that a target runs. `all` is the default. `database` is for a second database behind the same server: it
 * leaves out most tests that do not use the database, and adds races, because transactions run in parallel there. A
 * rule that the server applies before it reads the database is then tested on one endpoint of each shape.
 */
export type Extent = 'all' | 'database';

/** Returns the endpoints on which a target tests a rule that does not involve the database. */
export function endpointsFor(extent: Extent, routes: readonly Route[]): readonly Route[] {
  return extent === 'all' ? routes : oneOfEachShape(routes);
}

/**
 * Returns the endpoints on which every target tests a rule that it applies to all endpoints alike, before it uses their
 * schemas.
 */
export function oneOfEachShape(routes: readonly Route[]): readonly Route[] {
  const shapes = new Map(routes.toReversed().map((route) => [shapeOf(route), route]));
  return routes.filter((route) => shapes.get(shapeOf(route)) === route);
}

/** Returns a text that is equal for two endpoints if the checks before the schemas treat them alike. */
function shapeOf({ method, path, body, bytes, bodyBytes }: Route): string {
  const ids = path.match(/:/g)?.length ?? 0;
  return [method, ids, Boolean(body), bytes, bodyBytes].join();
}

/** Returns the rows of a `test.each` whose titles begin with the names of these endpoints. */
export function named(list: readonly Route[]) {
  return list.map((route) => [route.name, route] as const);
}
