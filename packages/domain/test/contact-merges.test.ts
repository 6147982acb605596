import { expect, test } from 'vitest';
import { mergedContact } from '../src/contact-merges.ts';
import { newContact } from '../src/contacts.ts';

const earlier = '2026-11-20T09:30:00.000Z';
const later = '2026-11-20T09:31:00.000Z';
const contact = newContact({ id: 'con_1', at: earlier }, 'api');
const times = (at: string | null) => ({ lastInboundAt: at, lastOutboundAt: at, lastSeenAt: at });

test.each([
  [earlier, later, later],
  [later, earlier, later],
  [null, earlier, earlier],
  [earlier, null, earlier],
  [null, null, null],
])('a contact of %s that is merged with one of %s has the times of %s', (own, other, expected) => {
  const duplicate = { ...contact, id: 'con_2', ...times(other) };
  expect(mergedContact({ ...contact, ...times(own) }, duplicate)).toMatchObject(times(expected));
});
