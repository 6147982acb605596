import { idPrefixes, referencesIn } from '@parley/contract';
import * as z from 'zod';
import { referenceFixtureOf, validRequest } from '../fixtures.ts';
import { type Route, routeNamed, routes, routesOnOneRecord, successStatus } from '../routes.ts';
import type { Scene } from '../scene.ts';
import { bodyOf, type Race, type ReadyRequest, raceOf, readerOf } from './race.ts';

// Pairs of endpoints of different resources whose requests name the same record. One of them, the user, has the ID of
// the record in its path, in its body, or in the record that it concerns. The other one changes the record.

/** How the request of an endpoint names a record of another resource. */
export interface Link {
  readonly user: Route;
  readonly kind: string;
  /**
   * Where the request `user` has the ID of the record: in the path, in a field of the body, or in a field of the record
   * that it changes.
   */
  readonly place: 'path' | 'body' | 'record';
  readonly field: string;
}

export const isRead = ({ method }: Route) => method === 'GET';
export const isRemoval = ({ method }: Route) => method === 'DELETE';
const isKind = (name: string) => Object.hasOwn(idPrefixes, name);

function linksOf(user: Route): Link[] {
  if (user.owner) return [{ user, kind: user.owner, place: 'path', field: 'id' }];
  const inBody = referencesIn(user.bytes === 'request' ? undefined : user.body).map((field) => ({
    user,
    kind: referenceFixtureOf(user.name, field).resource,
    place: 'body' as const,
    field,
  }));
  const inRecord = (user.path.includes(':id') ? recordFields(readerOf(user)) : []).map((field) => ({
    user,
    kind: field.slice(0, -2),
    place: 'record' as const,
    field,
  }));
  return [...inBody, ...inRecord.filter(({ kind }) => isKind(kind))];
}

/** Returns the fields of a record that always name another one. */
function recordFields(reader: Route | undefined): string[] {
  if (!reader || reader.owner || reader.bytes) return [];
  const schema = reader.responses[successStatus(reader)] as z.ZodType;
  const { properties = {} } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  return Object.entries(properties).flatMap(([name, value]) =>
    name.endsWith('Id') && Object(value).type === 'string' ? name : [],
  );
}

/** How many changes of a record, besides its removal, race with each endpoint that names the record. */
const changesPerLink = 1;

/**
 * Returns the pairs that race: a user, which is an endpoint that names a record, and a change of this record. Each user
 * races with the removals. Users that change something also race with other changes. These take turns unless `all` is
 * set.
 */
export function linkedPairs(all: boolean): readonly (readonly [Link, Route])[] {
  const turns = new Map<string, number>();
  return routes.flatMap(linksOf).flatMap((link) => {
    const changes = routesOnOneRecord.filter(
      (route) => !isRead(route) && route.resource === link.kind && canName(link, route),
    );
    const others = changes.filter((route) => !isRemoval(route));
    const turn = turns.get(link.kind) ?? 0;
    const chosen = isRead(link.user)
      ? 0
      : all
        ? others.length
        : Math.min(changesPerLink, others.length);
    turns.set(link.kind, turn + chosen);
    const racing = Array.from({ length: chosen }, (_, n) => others[(turn + n) % others.length]);
    return [...changes.filter(isRemoval), ...(racing as Route[])].map(
      (change) => [link, change] as const,
    );
  });
}

/**
 * Returns the pairs of endpoints whose requests both name a record that neither of them is about, such as two that
 * create deals of one contact. One of the two changes something, and at least one names the record in its body, so that
 * both can name the same one. Unless `all` is set, one pair of each kind of record: two endpoints that create records.
 */
export function namingPairs(all: boolean): readonly (readonly [Link, Link])[] {
  const links = routes.flatMap(linksOf);
  const pairs = links.flatMap((one, place) =>
    links.slice(place).flatMap((other): (readonly [Link, Link])[] => {
      if (one.kind !== other.kind || (isRead(one.user) && isRead(other.user))) return [];
      if (other.place === 'body') return [[one, other]];
      return one.place === 'body' ? [[other, one]] : [];
    }),
  );
  if (all) return pairs;
  const creating = pairs.filter(
    ([one, other]) => createsRecord(one) && createsRecord(other) && one.user !== other.user,
  );
  return [...new Map(creating.map((pair) => [pair[0].kind, pair])).values()];
}

const createsRecord = ({ user, place }: Link) =>
  place === 'body' && user.method === 'POST' && !user.path.includes(':id');

/** Returns whether a request of the change can name the record of the link. */
function canName({ place, user }: Link, change: Route): boolean {
  // The user knows no owner of the record.
  if (change.owner) return place === 'body' && /:\w+Id$/.test(change.path);
  return user !== change;
}

/** Prepares a request of the user, and one of an endpoint that changes the record that the user names. */
export async function prepareLinked(scene: Scene, link: Link, change: Route): Promise<Race> {
  const body = await bodyOf(scene, change.name);
  const owned =
    link.place === 'body' && change.owner
      ? (await validRequest(scene, change.name)).params
      : undefined;
  const { using, id } = await prepareUser(scene, link, owned && lastOf(owned));
  const changing: ReadyRequest = {
    name: change.name,
    request: { ...body, params: owned ?? { id } },
  };
  return raceOf(scene, [using, changing], [...watchedOf(using), changing]);
}

/** Prepares requests of two users that name the same record. */
export async function prepareNaming(
  scene: Scene,
  [one, other]: readonly [Link, Link],
): Promise<Race> {
  const { using: first, id } = await prepareUser(scene, one);
  const { using: second } = await prepareUser(scene, other, id);
  const read = routesOnOneRecord.find(
    ({ method, resource, owner, path }) =>
      method === 'GET' && resource === one.kind && !owner && /:id$/.test(path),
  );
  const named: ReadyRequest[] = read ? [{ name: read.name, request: { params: { id } } }] : [];
  const watched = [...watchedOf(first), ...watchedOf(second), ...named];
  return raceOf(scene, [first, second], watched);
}

/** Prepares a request of the user, and returns it with the ID of the record that it names: in a body, the given one. */
async function prepareUser(
  scene: Scene,
  { user, place, field }: Link,
  given?: string,
): Promise<{ using: ReadyRequest; id: string }> {
  const request = await validRequest(scene, user.name);
  const using = { name: user.name, request };
  if (place === 'path') return { using, id: request.params?.['id'] as string };
  if (place === 'record') {
    const reader = readerOf(user) as Route;
    const { json } = await scene.call(reader.name, { params: request.params });
    return { using, id: Object(json)[field] };
  }
  const id = given ?? (await referenceFixtureOf(user.name, field).make(scene));
  const named = { [field]: field.endsWith('Ids') ? [id] : id };
  Object.assign(request, { body: { ...(request.body as object), ...named } });
  return { using, id };
}

/** Returns the request if it is about a record that can be read after the race. */
function watchedOf(using: ReadyRequest): ReadyRequest[] {
  return routeNamed(using.name).path.includes(':id') ? [using] : [];
}

function lastOf(params: object): string {
  return Object.values(params).at(-1);
}
