import type { Contract } from '@parley/contract';
import type { AnyRequest } from './client.ts';
import { partsOf } from './crud/crud-fixtures.ts';
import type {
  ListFixture,
  ListInScene,
  NounFixtures,
  ReferenceFixture,
  RequestFixture,
} from './fixture.ts';
import { nounFixtures } from './generated/fixtures.ts';
import type { EndpointName } from './routes.ts';
import type { Scene } from './scene.ts';
import { usualReferences } from './usual-references.ts';

// TypeScript refuses a resource without fixtures.
const fixtures: { [Noun in keyof Contract]: NounFixtures<Noun> } = nounFixtures;

/** Returns the valid request of an endpoint with some fields of its body replaced. */
export async function withBody(
  scene: Scene,
  name: EndpointName,
  fields: Record<string, unknown>,
): Promise<AnyRequest> {
  const request = await validRequest(scene, name);
  return { ...request, body: { ...(request.body as object), ...fields } };
}

export async function validRequest(scene: Scene, name: EndpointName): Promise<AnyRequest> {
  return requestFixtureOf(name)(scene);
}

/** Returns whether the valid requests of two endpoints are about equal records. */
export function areOnEqualRecords(one: EndpointName, other: EndpointName): boolean {
  const [first, second] = [one, other].map(requestFixtureOf).map(partsOf);
  return first?.record === second?.record;
}

function requestFixtureOf(name: EndpointName): RequestFixture {
  const { requests, endpoint } = fixturesOf(name);
  const fixture = requests[endpoint];
  if (!fixture) throw new Error(`add a request for ${name} to its fixtures`);
  return fixture;
}

type Prepared = Map<RequestFixture, Promise<AnyRequest>>;
const preparedRecords = new WeakMap<Scene, Prepared>();

/**
 * Returns a valid request. Its record is prepared once for each scene, for all endpoints on such a record. Use it for
 * requests that change nothing: those that read, and those that are refused.
 */
export async function preparedRequest(scene: Scene, name: EndpointName): Promise<AnyRequest> {
  const { record, body } = partsOf(requestFixtureOf(name));
  const ofScene: Prepared = preparedRecords.get(scene) ?? new Map();
  preparedRecords.set(scene, ofScene);
  const prepared = ofScene.get(record) ?? (async () => await record(scene))();
  ofScene.set(record, prepared);
  return { ...(await prepared), ...(body && { body: body() }) };
}

/** Prepares a list in this tenant, with the function that adds records to it. */
export async function prepareList(scene: Scene, name: EndpointName): Promise<ListInScene> {
  const { lists, endpoint } = fixturesOf(name);
  const fixture = lists[endpoint];
  if (!fixture) throw new Error(`say in the fixtures of ${name} how the list grows`);
  if (typeof fixture !== 'function') return fixture.prepare(scene);
  return { request: {}, insert: (index) => fixture(scene, index) };
}

export function referenceFixtureOf(name: EndpointName, field: string): ReferenceFixture {
  const { references, endpoint } = fixturesOf(name);
  const fixture = references?.[endpoint]?.[field] ?? usualReferences[field];
  if (!fixture) {
    throw new Error(
      `add the record that ${field} of ${name} names to \`references\` of the fixtures`,
    );
  }
  return fixture;
}

interface AnyFixtures {
  requests: Readonly<Record<string, RequestFixture>>;
  lists: Readonly<Record<string, ListFixture>>;
  references?: Readonly<Record<string, Readonly<Record<string, ReferenceFixture>>>>;
}

function fixturesOf(name: EndpointName): AnyFixtures & { endpoint: string } {
  const [noun, endpoint] = name.split('.') as [keyof Contract, string];
  return { ...(fixtures[noun] as AnyFixtures), endpoint };
}
