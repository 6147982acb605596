import { idPrefixes, referencesIn } from '@parley/contract';
import { expect, test } from 'vitest';
import { checkError } from '../answer.ts';
import type { AnyRequest } from '../client.ts';
import { named } from '../extent.ts';
import { preparedRequest, prepareList, referenceFixtureOf, validRequest } from '../fixtures.ts';
import type { Answer } from '../http.ts';
import { aSource } from '../knowledge/records.ts';
import {
  bodyRoutes,
  type EndpointName,
  listRoutes,
  type Route,
  routesOnOneRecord,
} from '../routes.ts';
import { createScene, missingId, once, type Scene } from '../scene.ts';
import type { Target } from '../target.ts';

export function testStrangers(target: () => Target): void {
  // Tests share these tenants and lists, because they only read, or their requests are refused.
  const sharedStranger = once(() => createScene(target()));
  const theirIds = once(async () => await ownIdsOf(await createScene(target())));
  const lists = new Map<EndpointName, Promise<FilledList>>();
  const filled = (name: EndpointName) => {
    const known = lists.get(name) ?? fillNew(target(), name);
    lists.set(name, known);
    return known;
  };

  test.each(named(routesOnOneRecord))(
    '%s answers a stranger’s id and a malformed one like a missing one',
    async (name, route) => {
      const owner = await createScene(target());
      const stranger = await sharedStranger();
      const theirs = await validRequest(owner, name);
      const { params, body, query } = await preparedRequest(stranger, name);
      for (const [param, resource] of namedBy(route)) {
        const missing = missingId(prefixOf(resource));
        const their = theirs.params?.[param] as string;
        for (const id of [missing, their, 'x', their.toLowerCase(), `${their}0`]) {
          const answer = await stranger.call(name, {
            params: { ...params, [param]: id },
            ...(query && { query }),
            ...(body === undefined ? {} : { body }),
          });
          expectMissing(answer, resource, id);
        }
      }
      const owned = await owner.call(name, theirs);
      expect(owned.status, owned.text).toBeLessThan(300);
    },
  );

  test.each(
    bodyRoutes.flatMap((route) =>
      referencesIn(route.body).map((field) => [route.name, field] as const),
    ),
  )('%s answers another tenant’s %s in the body like a missing one', async (name, field) => {
    const fixture = referenceFixtureOf(name, field);
    const owner = await createScene(target());
    const stranger = await sharedStranger();
    const theirs = await fixture.make(owner);
    const missing = missingId(prefixOf(fixture.resource));
    const request = await preparedRequest(stranger, name);
    // In a list of IDs, one missing record is enough for the error.
    const own = field.endsWith('Ids') ? [await fixture.make(stranger)] : undefined;
    for (const id of [theirs, missing, 'x']) {
      const body = { ...(request.body as object), [field]: own ? [...own, id] : id };
      const answer = await stranger.call(name, { ...request, body });
      expectMissing(answer, fixture.resource, id);
    }
  });

  test.each(
    bodyRoutes.flatMap((route) =>
      referencesIn(route.body)
        .filter((field) => referenceFixtureOf(route.name, field).resource === 'user')
        .map((field) => [route.name, field] as const),
    ),
  )('%s refuses an inactive user as %s with an error that it declares', async (name, field) => {
    const scene = await sharedStranger();
    const userId = await scene.tenant.createInactiveUser();
    const request = await preparedRequest(scene, name);
    const value = field.endsWith('Ids') ? [userId] : userId;
    const body = { ...(request.body as object), [field]: value };
    const answer = await scene.call(name, { ...request, body });
    expect(checkError(answer).code, answer.text).toBe('SVC-RULE-VIOLATION');
  });

  test.each(
    listRoutes.flatMap((route) =>
      referencesIn(route.query).map((filter) => [route.name, filter] as const),
    ),
  )(
    '%s finds nothing under a stranger’s %s, a missing one and a malformed one',
    async (name, filter) => {
      const [theirs, { scene, request }] = await Promise.all([theirIds(), filled(name)]);
      for (const value of [...theirs, missingId('cnv'), 'x', 'x,y']) {
        const answer = await scene.call(name, { ...request, query: { [filter]: value } });
        expect(answer.json, `${filter}=${value}`).toEqual({ data: [], nextCursor: null });
      }
    },
  );

  test.each(named(listRoutes))(
    '%s shows each of two tenants its own records only, also when they ask at the same moment',
    async (name) => {
      const lists = await Promise.all([filled(name), fillNew(target(), name)]);
      const read = ({ scene, request }: FilledList) => scene.call(name, request);
      const alone: Answer[] = [];
      for (const list of lists) alone.push(await read(list));
      for (const [index, { text, json }] of alone.entries()) {
        expect((json as { data: unknown[] }).data.length).toBeGreaterThan(0);
        const others = alone.toSpliced(index, 1).map((answer) => answer.text);
        const ids = text.match(/\b[a-z]{3,4}_[0-9A-Z]{26}\b/g) ?? [];
        for (const id of ids) expect(others.join()).not.toContain(id);
      }
      const pages = alone.map(({ json }) => json);
      expect(new Set(alone.map(({ text }) => text)).size).toBe(lists.length);
      for (let round = 0; round < 2; round += 1) {
        const answers = await Promise.all(lists.map(read));
        expect(answers.map(({ json }) => json)).toEqual(pages);
      }
    },
  );
}

interface FilledList {
  scene: Scene;
  request: AnyRequest;
}

/** Creates a list with two records in a new tenant. A filter that is not applied returns them. */
async function fillNew(target: Target, name: EndpointName): Promise<FilledList> {
  const scene = await createScene(target);
  const { request, insert } = await prepareList(scene, name);
  await insert(0);
  await insert(1);
  return { scene, request };
}

/** Returns the ID of one record of each kind. */
async function ownIdsOf(scene: Scene): Promise<string[]> {
  const request = await validRequest(scene, 'conversations.get');
  const conversation = await scene.api.conversations.get({
    params: { id: request.params?.['id'] as string },
  });
  return [
    conversation.id,
    conversation.contactId,
    conversation.channelId,
    conversation.lastMessage?.id as string,
    (await aSource(scene)).id,
    scene.tenant.tenantId,
    await scene.tenant.createUser(),
    (await scene.api.events.list({ query: { limit: 1 } })).data[0]?.id as string,
  ];
}

/** Returns the kind of record that each ID in a path names. */
function namedBy({ path, resource = '', owner }: Route): [string, string][] {
  const names = path.match(/(?<=:)\w+/g) ?? [];
  return names.map((name) => [name, name === 'id' ? (owner ?? resource) : resource]);
}

/**
 * Checks that the response is the same, except for the ID, for a record of another tenant and for one that does not
 * exist.
 */
function expectMissing(answer: Answer, resource: string, id: string): void {
  const error = checkError(answer);
  expect(error, answer.text).toEqual({
    code: 'SVC-NOT-FOUND',
    message: expect.any(String),
    details: { resource, id },
  });
  expect(error.message).not.toContain(id);
}

function prefixOf(resource: string | undefined): string {
  return idPrefixes[resource as keyof typeof idPrefixes];
}
