import { eventTypes, matchesEvent } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { channelOfEvent, matchingTypes, patternsOf } from '../src/index.ts';

const groups = [...new Set(eventTypes.map((type) => `${type.slice(0, type.indexOf('.'))}.*`))];
const patterns = ['*', ...groups, ...eventTypes];

test.each(eventTypes)('%s matches its patterns and no others', (type) => {
  const matching = patterns.filter((pattern) => matchesEvent(pattern, type));
  expect([...patternsOf(type)].sort()).toEqual(matching.sort());
});

test('several patterns match the union of their types', () => {
  expect(matchingTypes(['contact.*', 'message.queued'])).toEqual(
    eventTypes.filter((type) => type.startsWith('contact.') || type === 'message.queued'),
  );
});

test('an event is about the channel of its record; a channel is about itself', () => {
  const message = { id: 'msg_1', channelId: 'chn_1' };
  expect(channelOfEvent({ object: message })).toBe('chn_1');
  expect(channelOfEvent({ object: { id: 'chn_1' } })).toBe('chn_1');
  expect(channelOfEvent({ object: { id: 'con_1' } })).toBeNull();
});

test('an event about a record without a channel has the channel of the record to which it belongs', () => {
  expect(channelOfEvent({ object: { id: 'nte_1' }, channelId: 'chn_1' })).toBe('chn_1');
  expect(channelOfEvent({ object: { id: 'nte_1' }, channelId: null })).toBeNull();
});
