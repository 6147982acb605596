import { idPrefixes, referencesIn } from '@parley/contract';
import * as z from 'zod';
import { referenceFixtureOf, validRequest } from '../fixtures.ts';
import { type Route, routes, routesOnOneRecord, successStatus } from '../routes.ts';
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

const isRead = ({ method }: Route) => method === 'GET';
const isRemoval = ({ method }: Route) => method === 'DELETE';
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

/** Returns whether a request of the change can name the record of the link. */
function canName({ place, user }: Link, change: Route): boolean {
  // The user knows no owner of the record.
  if (change.owner) return place === 'body' && /:\w+Id$/.test(change.path);
  return user !== change;
}

/** Prepares a request of the user, and one of an endpoint that changes the record that the user names. */
export async function prepareLinked(
  scene: Scene,
  { user, place, field }: Link,
  change: Route,
): Promise<Race> {
  const request = await validRequest(scene, user.name);
  const body = await bodyOf(scene, change.name);
  let params = { id: request.params?.['id'] as string };
  if (place === 'record') {
    const reader = readerOf(user) as Route;
    const { json } = await scene.call(reader.name, { params: request.params });
    params = { id: Object(json)[field] };
  }
  if (place === 'body') {
    params = change.owner
      ? ((await validRequest(scene, change.name)).params as typeof params)
      : { id: await referenceFixtureOf(user.name, field).make(scene) };
    const id = Object.values(params).at(-1);
    const named = { [field]: field.endsWith('Ids') ? [id] : id };
    Object.assign(request, { body: { ...(request.body as object), ...named } });
  }
  const changing: ReadyRequest = { name: change.name, request: { ...body, params } };
  const using: ReadyRequest = { name: user.name, request };
  return raceOf(
    scene,
    [using, changing],
    user.path.includes(':id') ? [using, changing] : [changing],
  );
}
