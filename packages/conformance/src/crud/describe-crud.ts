import { contract, metadataLimits } from '@parley/contract';
import { expect, test } from 'vitest';
import { refused } from '../client.ts';
import { recordedEvents } from '../event-checks.ts';
import type { Target } from '../target.ts';
import type { AnyRecord, CrudCase, CrudNoun } from './crud-case.ts';
import { testFilters, testRanges } from './filters.ts';
import { aResource, factsOf, omit, pick, type Resource } from './resource.ts';
import { testUnique } from './unique.ts';

/** The resources with these tests, and those with all endpoints of ordinary records but with other rules. */
const described = new Set<string>(['agencyClients', 'conversations', 'templates']);

/** Tests that no resource with ordinary records is without the tests of `describeCrud`. */
export function testDescribed(): void {
  test('each resource whose records can be listed, created, read and updated has the tests of such records', () => {
    const ordinary = Object.entries(contract).flatMap(([noun, endpoints]) => {
      const has = (verb: string) =>
        Object.keys(endpoints).some((name) => name === verb || name.startsWith(`${verb}O`));
      return ['list', 'create', 'get', 'update'].every(has) ? [noun] : [];
    });
    expect(ordinary.sort()).toEqual([...described].sort());
  });
}

/** Tests the guarantees for every resource with ordinary records, on one resource. */
export function describeCrud<Noun extends CrudNoun>(
  noun: Noun,
  target: () => Target,
  given: CrudCase<Noun>,
): void {
  described.add(noun);
  const { words, kind, prefix, hasDelete, canChange } = factsOf(noun);
  const hasMetadata = given.metadata !== false;
  const resource = () => aResource(target(), noun, given);
  /** Returns the fields of a body that an update may change, without metadata. */
  const changeable = (body: object) => {
    const fields = Object.keys(body).filter((field) => canChange(field));
    return omit(pick(body, fields), 'metadata', ...(given.writeOnly ?? []));
  };

  test(`a ${words} has every field, with defaults for omitted ones`, async () => {
    const { create, get } = await resource();
    const body = given.minimal();
    const record = await create(body);
    const { defaults } = given;
    expect(record).toEqual({
      ...(typeof defaults === 'function' ? defaults(record) : defaults),
      ...pick(body, Object.keys(record)),
      id: expect.stringMatching(new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`)),
      createdAt: record.updatedAt,
      updatedAt: expect.any(String),
    });
    expect(await get(record.id)).toEqual(record);
  });

  test(`a ${words} is stored as given and listed`, async () => {
    const { scene, create, get, list } = await resource();
    const body = await given.full(scene);
    const record = await create(body);
    expect(record).toMatchObject(pick({ ...body, ...given.shown }, Object.keys(record)));
    expect(await get(record.id)).toEqual(record);
    const listed = (await list(given.listed)).find(({ id }) => id === record.id);
    expect(listed).toMatchObject(record);
  });

  test(`updating a ${words} changes only its fields; null and empty lists clear a field`, async () => {
    const { scene, create, get, update } = await resource();
    const made = await create(given.minimal());
    const changed = await update(made.id, given.change);
    expect(changed).toEqual({ ...made, ...given.change, updatedAt: changed.updatedAt });
    expect(changed.updatedAt >= made.updatedAt).toBe(true);
    const body = changeable(await given.full(scene));
    const full = await update(made.id, body);
    const shown = pick({ ...body, ...given.shown }, Object.keys(body));
    expect(full).toMatchObject(pick(shown, Object.keys(full)));
    expect(await get(made.id)).toEqual(full);
    const empty = emptied(shown);
    const cleared = await update(made.id, empty);
    expect(cleared).toEqual({ ...full, ...empty, updatedAt: cleared.updatedAt });
    expect(await get(made.id)).toEqual(cleared);
  });

  test.each(given.texts)(`%s of a ${words} is returned character by character`, async (field) => {
    const { create, read } = await resource();
    for (const text of oddTexts) {
      const fields = { [field]: text, ...(hasMetadata && { metadata: { text } }) };
      const { id } = await create({ ...given.minimal(), ...fields });
      expect(await read(id)).toMatchObject(fields);
    }
  });

  const metadataTest = hasMetadata ? test : undefined;
  metadataTest?.(
    `metadata of a ${words} is merged by key, null removes a key, and the limits apply to the result`,
    async () => {
      const { create, get, update } = await resource();
      const { id } = await create({ ...given.minimal(), metadata: { a: 1, b: 'two', c: true } });
      const changed = await update(id, { metadata: { b: null, d: 0.1 } });
      expect(changed.metadata).toEqual({ a: 1, c: true, d: 0.1 });
      const keys = Array.from({ length: metadataLimits.keys - 2 }, (_, n) => [`key${n}`, n]);
      const refusal = await refused(
        update(id, { metadata: Object.fromEntries(keys) }),
        'SVC-VALIDATION',
      );
      expect(refusal.details).toMatchObject({ issues: [{ path: 'metadata', code: 'too_long' }] });
      expect(await get(id)).toEqual(changed);
      const odd = await create({ ...given.minimal(), metadata: oddMetadata });
      expect((await get(odd.id)).metadata).toEqual(oddMetadata);
    },
  );

  test(`an update without changes leaves a ${words} as it was and records no event`, async () => {
    const { scene, create, get, update } = await resource();
    const record = await create(await given.full(scene));
    const eventsNow = async () => (await scene.api.events.list()).data;
    const before = await eventsNow();
    for (const body of [{}, { ...changeable(record), metadata: {} }]) {
      expect(await update(record.id, body)).toEqual(record);
    }
    expect(await get(record.id)).toEqual(record);
    expect(await eventsNow()).toEqual(before);
  });

  if (given.events) {
    const { events } = given;
    test(`each event of a ${words} has the record and the previous values`, async () => {
      const made = await resource();
      const { create, update, remove } = made;
      const record = await create(given.minimal());
      const changed = await update(record.id, given.change);
      if (hasDelete) await remove(record.id);
      const previous = pick(record, Object.keys(given.change));
      const changes = [
        { type: `${events}.created`, data: { object: record, previous: null } },
        { type: `${events}.updated`, data: { object: changed, previous } },
      ];
      const deletion = {
        type: `${events}.deleted`,
        data: { object: { id: record.id }, previous: null },
      };
      expect(await eventsOf(made, record)).toMatchObject([
        ...(given.erases ? [] : changes),
        ...(hasDelete ? [deletion] : []),
      ]);
    });
  }

  if (hasDelete && !given.archives) {
    test(`a deleted ${words} is in no list and cannot be read, updated or deleted again`, async () => {
      const { create, get, update, remove, list } = await resource();
      const { id } = await create(given.minimal());
      const other = await create(given.minimal());
      await remove(id);
      expect((await list()).map((record) => record.id)).toEqual([other.id]);
      const missing = { resource: kind, id };
      await refused(get(id), 'SVC-NOT-FOUND', missing);
      await refused(remove(id), 'SVC-NOT-FOUND', missing);
      await refused(update(id, given.change), 'SVC-NOT-FOUND', missing);
    });
  }

  testUnique(noun, target, given);
  testFilters(noun, target, given);
  testRanges(noun, target, given);

  /** Returns the fields of a record that can be cleared, with the values that they then have. */
  function emptied(record: object): object {
    const empty: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(record)) {
      if (canChange(field, null)) empty[field] = null;
      else if (Array.isArray(value) && canChange(field, [])) empty[field] = [];
    }
    return empty;
  }
}

/** Returns the events of one record, checked against their schemas. */
async function eventsOf({ scene }: Resource, { id }: AnyRecord) {
  const all = await recordedEvents(scene);
  for (const { actor, subject } of all) {
    if (subject.id !== id) continue;
    expect(actor).toMatchObject({ type: 'api_key', id: scene.tenant.apiKeyId });
  }
  return all.filter(({ subject }) => subject.id === id);
}

const oddTexts = [
  '👩‍👩‍👧‍👦 família',
  'e\u0301 and \u00e9',
  '\u202eright to left',
  'a tab\tand\u2028a separator',
  '"quotes" \\ back/slash',
  "'; drop table tenants; --",
  '<script>alert(1)</script> &amp; {{7*7}} %s %00 $&',
  '\u{10ffff}\ufeffinside',
];

const oddMetadata = {
  constructor: 'a',
  toString: 'b',
  hasOwnProperty: 'c',
  id: 'd',
  'a.b': 'e',
  big: 9_007_199_254_740_991,
  small: 1e-7,
  huge: 1e308,
  tenth: 0.1,
  minus: -5,
};
