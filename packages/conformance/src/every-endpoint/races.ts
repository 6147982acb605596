import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { AnyRequest } from '../client.ts';
import type { Extent } from '../extent.ts';
import { validRequest } from '../fixtures.ts';
import type { Answer } from '../http.ts';
import { type EndpointName, type Route, routeNamed, routesOnOneRecord } from '../routes.ts';
import { createScene, type Scene } from '../scene.ts';
import type { Target } from '../target.ts';

// Sends two concurrent requests on one record. The responses and the final state must equal those of one of the two
// orders: no request may be applied partly or twice, or be lost.

/** The number of races, if set: a higher number finds rare results. Example: `RACE_ROUNDS=200`. */
const more = process.env['RACE_ROUNDS'];
const timeout = 180_000 + 15_000 * (Number(more) || 0);

/**
 * Returns how often a change races. It has a prepared record for each race. In a database, both orders race twice,
 * because transactions run in parallel. In one process, each order races once.
 */
function roundsOf(extent: Extent, changes: readonly EndpointName[]): number {
  if (more !== undefined) return Number(more);
  return extent === 'all' ? 2 : 2 * changes.length;
}

export function testRaces(target: () => Target, extent: Extent): void {
  test.each(pairsOfChanges)(
    '%s and %s of one record at once end as one after the other does',
    { timeout },
    async (first, second) => {
      const changes = [...new Set([first, second])];
      const explainedOf = new Map(changes.map((made) => [made, new Map<string, unknown>()]));
      for (let round = 0; round < roundsOf(extent, changes); round += 1) {
        const made = changes[round % changes.length] as EndpointName;
        const raceIn = async (scene: Scene, places: readonly (readonly number[])[]) => {
          const race = await prepare(scene, made, [first, second]);
          for (const atOnce of places) await Promise.all(atOnce.map(race.send));
          return await race.outcome();
        };
        const explained = explainedOf.get(made) ?? new Map<string, unknown>();
        const isExplained = (outcome: unknown) =>
          [...explained.values()].some((known) => isDeepStrictEqual(known, outcome));
        const places = isEven(round + Math.floor(round / 2)) ? [0, 1] : [1, 0];
        // A new tenant, because the number of records of some kinds is limited.
        const outcome = await raceIn(await createScene(target()), [places]);
        // The order in which the requests were sent comes first: usually it explains the outcome, and no other is
        // tried.
        for (const order of [places, places.toReversed()]) {
          if (isExplained(outcome)) break;
          if (explained.has(order.join())) continue;
          const inTurn = order.map((place) => [place]);
          explained.set(order.join(), await raceIn(await createScene(target()), inTurn));
        }
        if (isExplained(outcome)) continue;
        const what = `neither order explains it, on a record for ${made}`;
        expect({ outcome }, what).toEqual({ explained: [...explained.values()] });
      }
    },
  );

  // Reads change nothing, so all of them can race against one change at the same time.
  test.each(changesBesideReads)(
    'while %s changes a record, each other endpoint reads it as before or as after',
    { timeout },
    async (change, reads) => {
      const all = [change, ...reads];
      const places = [...all.keys()];
      const changed = await prepare(await createScene(target()), change, all);
      const readNow = async () => {
        await Promise.all(places.slice(1).map(changed.send));
        return all.map((_, place) => changed.answer(place));
      };
      const before = await readNow();
      await changed.send(0);
      const after = await readNow();
      const stateAfter = await changed.state();
      for (let round = 0; round < roundsOf(extent, [change]); round += 1) {
        const race = await prepare(await createScene(target()), change, all);
        await Promise.all((isEven(round) ? places : places.toReversed()).map(race.send));
        for (const place of places.slice(1)) {
          const possible = [before[place], after[place]];
          const answer = race.answer(place);
          if (possible.some((known) => isDeepStrictEqual(known, answer))) continue;
          expect({ answer }, `${all[place]} sees neither state`).toEqual({ possible });
        }
        expect(race.answer(0)).toEqual(after[0]);
        expect(await race.state()).toEqual(stateAfter);
      }
    },
  );
}

const isEven = (count: number) => count % 2 === 0;

const isChange = ({ method }: Route) => method !== 'GET';
const changes = routesOnOneRecord.filter(isChange);

/** Returns whether two endpoints work on the same kind of record, below the same kind of owner if it has one. */
function areOfOneRecord(one: Route, other: Route): boolean {
  return one.resource === other.resource && one.owner === other.owner;
}

/** All pairs of endpoints that may change the same kind of record, including each endpoint with itself. */
const pairsOfChanges: [EndpointName, EndpointName][] = changes.flatMap((first, index) =>
  changes
    .slice(index)
    .filter((second) => areOfOneRecord(first, second))
    .map((second): [EndpointName, EndpointName] => [first.name, second.name]),
);

/** For every endpoint that changes records: all endpoints that read records of the same kind. */
const changesBesideReads = changes.flatMap((change): [EndpointName, EndpointName[]][] => {
  const reads = routesOnOneRecord.filter(
    (route) => areOfOneRecord(change, route) && !isChange(route),
  );
  return reads.length === 0 ? [] : [[change.name, reads.map((read) => read.name)]];
});

interface Race {
  /** Sends the first or the second request. */
  send(place: number): Promise<void>;
  /** Returns the last response to a request, if any, without values that differ between records. */
  answer(place: number): unknown;
  /** Returns the final state, without values that differ between records. */
  state(): Promise<unknown>;
  /**
   * Returns the responses and the final state, with IDs and other varying values replaced by numbers: equal values have
   * the same number.
   */
  outcome(): Promise<unknown>;
}

/** Prepares a record for the endpoint `made`, and a request of each endpoint for that record. */
async function prepare(
  scene: Scene,
  made: EndpointName,
  names: readonly EndpointName[],
): Promise<Race> {
  const own = await validRequest(scene, made);
  const requests = names.map(async (name) => {
    if (name !== made && !routeNamed(name).body) return { params: own.params };
    const { body } = name === made ? own : await validRequest(scene, name);
    return { params: own.params, body };
  });
  const ready = await Promise.all(requests);
  const answers: Answer[] = [];
  const stateNow = () => stateOf(scene, made, own.params ?? {});
  return {
    async send(place) {
      answers[place] = await scene.call(names[place] as EndpointName, ready[place] as AnyRequest);
    },
    answer(place) {
      const answer = answers[place];
      return answer && createPlain()({ status: answer.status, json: answer.json });
    },
    state: async () => createPlain()(await stateNow()),
    async outcome() {
      const plain = createPlain();
      const seen = answers.map(({ status, json }) => plain({ status, json }));
      return { answers: seen, after: plain(await stateNow()) };
    },
  };
}

async function stateOf(
  scene: Scene,
  name: EndpointName,
  params: Readonly<Record<string, string>>,
): Promise<unknown> {
  // `/contacts/:id` for `/contacts/:id/notes`
  const path = routeNamed(name).path.replace(/(\/:\w+)[^:]*$/, '$1');
  const get = routesOnOneRecord.find((route) => !isChange(route) && route.path === path);
  const record = get && (await scene.call(get.name, { params }));
  const id = Object.values(params).at(-1) as string;
  const { data } = await scene.api.events.list({ query: { subjectId: id, limit: 100 } });
  return {
    record: record && { status: record.status, json: record.json },
    events: data.map(({ type }) => type),
  };
}

/**
 * Returns a function that normalizes a record for comparison. Ids, secrets and unique names become numbers in order of
 * appearance; other numbers in texts, times and durations are removed.
 */
function createPlain(): (value: unknown) => unknown {
  const seen = new Map<string, number>();
  const numberOf = (text: string) => {
    const known = seen.get(text) ?? seen.size;
    seen.set(text, known);
    return `<${String.fromCharCode(97 + known)}>`;
  };
  return (value) =>
    JSON.parse(
      JSON.stringify(value, (name, item: unknown) => {
        if (/Ms$|^sequence$|^hint$/.test(name)) return 0;
        if (typeof item !== 'string') return item;
        return item
          .replaceAll(/token=[\w.-]+/g, 'token')
          .replaceAll(
            /\b[a-z]{3,4}_[0-9A-Z]{26}\w*|\bwhsec_[\w+/=]+|\bprl_live_\w+|\b[A-Za-z]+-\d+|^[0-9a-f]{64}$/g,
            numberOf,
          )
          .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
          .replaceAll(/\d+/g, '#');
      }),
    );
}
