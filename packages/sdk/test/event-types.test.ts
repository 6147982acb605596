import { eventTypes as known } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { describeNoun } from './targets.ts';

describeNoun('event types', (newClient) => {
  test('every event type has a description, a schema and an example', async () => {
    const parley = await newClient();
    const { eventTypes } = await parley.eventTypes.all();
    expect(eventTypes.map(({ type }) => type).sort()).toEqual([...known].sort());
    for (const { type, description, schema, example } of eventTypes) {
      expect(example.type).toBe(type);
      expect(description).toMatch(/\.$/);
      expect(schema).toMatchObject({ type: 'object' });
    }
    expect(eventTypes.filter(({ isQuiet }) => isQuiet).map(({ type }) => type)).toEqual([
      'message.queued',
    ]);
  });
});
