import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { Extent } from '../extent.ts';
import { areOnEqualRecords } from '../fixtures.ts';
import { type EndpointName, type Route, routeNamed, routesOnOneRecord } from '../routes.ts';
import { createScene, type Scene } from '../scene.ts';
import type { Target } from '../target.ts';
import { prepare, type Race } from './race.ts';
import {
  isRead,
  isRemoval,
  linkedPairs,
  namingPairs,
  prepareLinked,
  prepareNaming,
} from './race-links.ts';

// Sends two concurrent requests on one record. The responses and the final state must equal those of one of the two
// orders: no request may be applied partly or twice, or be lost.

/**
 * The number of races, if set: a higher number finds rare results. Then all pairs of endpoints of different resources
 * race. Example: `RACE_ROUNDS=200`.
 */
const more = process.env['RACE_ROUNDS'];
const timeout = 180_000 + 15_000 * (Number(more) || 0);

/** Returns how often a pair races: twice on Postgres, because only there transactions run in parallel. */
function roundsOf(extent: Extent): number {
  if (more !== undefined) return Number(more);
  return extent === 'all' ? 1 : 2;
}

export function testRaces(target: () => Target, extent: Extent): void {
  const racesAll = extent === 'database' || more !== undefined;
  // Each race has a new tenant, because the number of records of some kinds is limited.
  const newScene = () => createScene(target());

  const pairs = racesAll ? pairsOfChanges : pairsOfFewer;
  test.each(pairs.map((pair, index) => [...pair, index] as const))(
    '%s and %s of one record at once end as one after the other does',
    { timeout },
    async (first, second, index) => {
      // The record is prepared for either endpoint in turn. Two rounds with equal records would be identical.
      const names = areOnEqualRecords(first, second) ? [first] : [first, second];
      const made = names.map((name) => ({ name, explained: new Map<string, unknown>() }));
      const rounds = names.length === 1 ? Number(more ?? 1) : roundsOf(extent);
      for (let round = 0; round < rounds; round += 1) {
        const turn = index + round;
        const { name, explained } = made[turn % made.length] as (typeof made)[number];
        const prepareIn = (scene: Scene) => prepare(scene, name, [first, second]);
        const race = async () => prepareIn(await newScene());
        await expectOneOrder(race, Math.floor(turn / 2) + round, explained, `made for ${name}`);
      }
    },
  );

  const linked = linkedPairs(more !== undefined)
    .filter(([, change]) => racesAll || isRemoval(change))
    .map(
      ([link, change], index) =>
        [link.user.name, link.field, change.name, { link, change, index }] as const,
    );
  test.each(linked)(
    '%s (%s) and %s of the record that it names at once end as one after the other does',
    { timeout },
    async (_user, _field, _change, { link, change, index }) => {
      const explained = new Map<string, unknown>();
      const race = async () => prepareLinked(await newScene(), link, change);
      for (let round = 0; round < Number(more ?? 1); round += 1) {
        await expectOneOrder(race, index + round, explained, `${link.user.name}, ${change.name}`);
      }
    },
  );

  const naming = racesAll ? namingPairs(more !== undefined) : [];
  test.each(naming.map(([one, other], index) => ({ one, other, index })))(
    '$one.user.name ($one.field) and $other.user.name ($other.field) of one record at once end as one after the other does',
    { timeout },
    async ({ one, other, index }) => {
      const explained = new Map<string, unknown>();
      const race = async () => prepareNaming(await newScene(), [one, other]);
      const names = `${one.user.name}, ${other.user.name}`;
      for (let round = 0; round < Number(more ?? 1); round += 1) {
        await expectOneOrder(race, index + round, explained, names);
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
      const changed = await prepare(await newScene(), change, all);
      const readNow = async () => {
        await Promise.all(places.slice(1).map(changed.send));
        return all.map((_, place) => changed.answer(place));
      };
      const before = await readNow();
      await changed.send(0);
      const after = await readNow();
      const stateAfter = await changed.state();
      for (let round = 0; round < roundsOf(extent); round += 1) {
        const race = await prepare(await newScene(), change, all);
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

/**
 * Races two requests. `turn` decides which one is sent first, and `explained` keeps the outcomes of the two orders for
 * the next race.
 */
async function expectOneOrder(
  newRace: () => Promise<Race>,
  turn: number,
  explained: Map<string, unknown>,
  what: string,
): Promise<void> {
  const places = isEven(turn) ? [0, 1] : [1, 0];
  const race = await newRace();
  await Promise.all(places.map(race.send));
  const outcome = await race.outcome();
  const isExplained = () =>
    [...explained.values()].some((known) => isDeepStrictEqual(known, outcome));
  // The order in which the requests were sent comes first: usually it explains the outcome, and no other is tried.
  for (const order of [places, places.toReversed()]) {
    if (isExplained()) return;
    if (explained.has(order.join())) continue;
    const inTurn = await newRace();
    for (const place of order) await inTurn.send(place);
    explained.set(order.join(), await inTurn.outcome());
  }
  if (isExplained()) return;
  expect({ outcome }, `neither order explains it: ${what}`).toEqual({
    explained: [...explained.values()],
  });
}

const isEven = (count: number) => count % 2 === 0;

const changes = routesOnOneRecord.filter((route) => !isRead(route));

/** Returns whether two endpoints work on the same kind of record, below the same kind of owner if it has one. */
function areOfOneRecord(one: Route, other: Route): boolean {
  return one.resource === other.resource && one.owner === other.owner;
}

type Pair = readonly [EndpointName, EndpointName];

/** All pairs of endpoints that may change the same kind of record, including each endpoint with itself. */
const pairsOfChanges: readonly Pair[] = changes.flatMap((first, index) =>
  changes
    .slice(index)
    .filter((second) => areOfOneRecord(first, second))
    .map((second): Pair => [first.name, second.name]),
);

/**
 * The pairs for SQLite and the mocks, where one process runs one transaction after the other. Each endpoint races with
 * itself and with each removal of the record.
 */
const pairsOfFewer = pairsOfChanges.filter(
  ([first, second]) => first === second || [first, second].map(routeNamed).some(isRemoval),
);

/** For every endpoint that changes records: all endpoints that read records of the same kind. */
const changesBesideReads = changes.flatMap((change): [EndpointName, EndpointName[]][] => {
  const reads = routesOnOneRecord.filter((route) => areOfOneRecord(change, route) && isRead(route));
  return reads.length === 0 ? [] : [[change.name, reads.map((read) => read.name)]];
});
