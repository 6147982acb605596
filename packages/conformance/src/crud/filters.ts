import { expect, test } from 'vitest';
import type { Query } from '../http.ts';
import { timeAfter } from '../poll.ts';
import type { Target } from '../target.ts';
import type { CrudCase, CrudNoun, FilterCase } from './crud-case.ts';
import { aResource, factsOf, type Resource } from './resource.ts';

type Cases = FilterCase<CrudNoun>['cases'];

export function testFilters<Noun extends CrudNoun>(
  noun: Noun,
  target: () => Target,
  given: CrudCase<Noun>,
): void {
  const { words, parameters, takes } = factsOf(noun);

  test(`each filter of ${words}s matches any of its values, and several filters must all match`, async () => {
    const resource = await aResource(target(), noun, given);
    const { records, cases, beside = [{}] } = await given.filters(resource.scene);
    const names = new Map<string, string>();
    for (const [name, record] of Object.entries(records)) {
      const id =
        typeof record === 'function'
          ? await record()
          : (await resource.create({ ...given.minimal(), ...record })).id;
      names.set(id, name);
    }
    const untested = parameters.filter(
      (name) => isFilter(name) && !cases.some(([query]) => name in query),
    );
    expect(untested, 'filters without a case').toEqual([]);
    const all = [...cases, ...alternatives(cases), ...sums(cases)];
    for (const [query, found] of beside.flatMap((more) =>
      all.map(([query, found]) => [{ ...more, ...query }, found] as const),
    )) {
      const ids = (await resource.list(query)).map(({ id }) => names.get(id) ?? id);
      expect(ids.sort(), JSON.stringify(query)).toEqual(namesIn(found).sort());
    }
    for (const more of beside) await expectRanges(resource, more);
  });

  /** Tests that ranges work together with other parameters. `testRanges` tests their bounds. */
  async function expectRanges(resource: Resource, more: Query): Promise<void> {
    const list = (query: Query) => idsIn(resource, query);
    const all = await list(more);
    for (const range of ['created', 'updated']) {
      if (!parameters.includes(`${range}After`)) continue;
      const long = '2001-01-01T00:00:00Z';
      expect(await list({ ...more, [`${range}After`]: long }), range).toEqual(all);
      expect(await list({ ...more, [`${range}Before`]: long }), range).toEqual([]);
    }
  }

  /** Returns whether a parameter is a filter: it does not page, sort, limit a time or say how to search. */
  function isFilter(name: string): boolean {
    const others = ['cursor', 'limit', 'sort', 'minScore', 'match', 'snippets', 'fuzzy'];
    if (name === 'q' && parameters.includes('snippets')) return false;
    return !others.includes(name) && !/(After|Before)$/.test(name);
  }

  /** Returns, for each filter that finds records with any of several values, a query with the values of all cases. */
  function alternatives(cases: Cases): Cases {
    const several = parameters.filter(
      (name) => isFilter(name) && !/^q$|(All|None)$/.test(name) && takesList(cases, name),
    );
    return several.map((name) => {
      const own = cases.filter(([query]) => name in query);
      const values = own.flatMap(([query]) => [query[name]].flat() as string[]);
      const found = new Set(own.flatMap(([, found]) => namesIn(found)));
      return [{ [name]: values }, [...found].join(' ')];
    });
  }

  function takesList(cases: Cases, name: string): boolean {
    const value = cases.find(([query]) => name in query)?.[0][name];
    return takes(name, [value, value].flat());
  }
}

/** Returns queries that combine the filters of two neighbouring cases. */
function sums(cases: Cases): Cases {
  return cases.flatMap(([query, found], place) => {
    const [other, others] = cases[place + 1] ?? [{}, ''];
    const isOther = Object.keys(other).some((name) => !(name in query));
    if (!isOther) return [];
    const both = namesIn(found).filter((name) => namesIn(others).includes(name));
    return [[{ ...query, ...other }, both.join(' ')]];
  });
}

function namesIn(found: string): string[] {
  return found.split(' ').filter(Boolean);
}

export function testRanges<Noun extends CrudNoun>(
  noun: Noun,
  target: () => Target,
  given: CrudCase<Noun>,
): void {
  const { minimal, change } = given;
  const { words, takes } = factsOf(noun);

  test(`a range over createdAt lists each ${words} from its start (included) to its end`, async () => {
    const resource = await aResource(target(), noun, given);
    const first = await resource.create(minimal());
    await timeAfter(resource.scene.target, first.createdAt);
    const second = await resource.create(minimal());
    const { createdAt } = second;
    expect(await idsIn(resource, { createdAfter: createdAt })).toEqual([second.id]);
    expect(await idsIn(resource, { createdBefore: createdAt })).toEqual([first.id]);
    const none = { createdAfter: createdAt, createdBefore: createdAt };
    expect(await idsIn(resource, none)).toEqual([]);
  });

  test(`a sync by updatedAt returns each ${words} changed since the last sync`, async () => {
    const resource = await aResource(target(), noun, given);
    const first = await resource.create(minimal());
    await timeAfter(resource.scene.target, first.updatedAt);
    const second = await resource.create(minimal());
    await timeAfter(resource.scene.target, second.updatedAt);
    const changed = await resource.update(first.id, change);
    const isSorted = takes('sort', 'updatedAt');
    const sync = (query: Query) =>
      idsIn(resource, { ...(isSorted && { sort: 'updatedAt' }), ...query });
    const both = await sync({ updatedAfter: second.updatedAt });
    expect(isSorted ? both : both.sort()).toEqual(
      isSorted ? [second.id, first.id] : [first.id, second.id].sort(),
    );
    expect(await sync({ updatedAfter: changed.updatedAt })).toEqual([first.id]);
    expect(await sync({ updatedBefore: changed.updatedAt })).toEqual([second.id]);
  });
}

async function idsIn({ list }: Resource, query: Query): Promise<string[]> {
  return (await list(query)).map(({ id }) => id);
}
