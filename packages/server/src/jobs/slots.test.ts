import { expect, test } from 'vitest';
import { Slots } from './slots.ts';

const lane = { tenantId: 'ten_a', lane: 'chn_1' };
const other = { tenantId: 'ten_a', lane: 'chn_2' };

test('a lane gets no more jobs than its pace allows, and than may run of it', () => {
  const pace = {
    unknownRoom: 3,
    rooms: () => [
      { ...lane, room: 2, opensInMs: 0 },
      { ...other, room: 50, opensInMs: 0 },
    ],
  };
  const slots = new Slots({ send: { slots: { atOnce: 40, ofTenant: 30, inLane: 10, pace } } });
  for (let n = 0; n < 4; n += 1) slots.take({ ...other, name: 'send' });
  const [demand] = slots.demands(0);
  expect(demand).toMatchObject({ room: 36, inLane: 3 });
  expect(demand?.held).toEqual([
    { ...other, running: 4, room: 6 },
    { ...lane, running: 0, room: 2 },
  ]);
  expect(slots.opensInMs(0)).toBeUndefined();
});

test('looks for work when the first closed lane opens', () => {
  const pace = {
    unknownRoom: 3,
    rooms: () => [
      { ...lane, room: 0, opensInMs: 70 },
      { ...other, room: 0, opensInMs: 30 },
    ],
  };
  const slots = new Slots({ send: { slots: { atOnce: 40, ofTenant: 30, pace } } });
  expect(slots.opensInMs(0)).toBe(30);
});

test('is full when a kind, a tenant or a lane has no room for another job', () => {
  const slots = new Slots({
    send: { slots: { atOnce: 4, ofTenant: 3, inLane: 2 } },
    one: { slots: { atOnce: 2, ofTenant: 1 } },
  });
  const isFull = () => [lane, other].map((of) => slots.isFull({ ...of, name: 'send' }));
  slots.take({ ...lane, name: 'send' });
  expect(isFull()).toEqual([false, false]);
  slots.take({ ...lane, name: 'send' });
  expect(isFull()).toEqual([true, false]);
  slots.take({ ...other, name: 'send' });
  expect(isFull()).toEqual([true, true]);
  const elsewhere = { tenantId: 'ten_b', lane: 'chn_3', name: 'send' };
  expect(slots.isFull(elsewhere)).toBe(false);
  slots.take(elsewhere);
  expect(slots.isFull({ ...elsewhere, lane: 'chn_4' })).toBe(true);
  expect(slots.isFull({ ...lane, name: 'one' })).toBe(false);
  slots.take({ ...lane, name: 'one' });
  expect(slots.isFull({ ...lane, name: 'one' })).toBe(true);
});
