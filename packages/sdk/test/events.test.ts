import { expect, test } from 'vitest';
import { NotFoundError } from '../src/index.ts';
import { aHook } from './hook.ts';
import { failureOf } from './recording-client.ts';
import { describeNoun, withConversation } from './targets.ts';

describeNoun('events', (newClient, newTenant) => {
  test('continuing after the last event misses and repeats none', async () => {
    const parley = await newClient();
    await withConversation(parley);
    const texts: (string | null)[] = [];
    const sequences: number[] = [];
    const read = async (afterSequence: number): Promise<number> => {
      for await (const event of parley.events.list({ afterSequence, limit: 2 })) {
        sequences.push(event.sequence);
        if (event.type === 'message.received') texts.push(event.data.object.text);
      }
      return sequences.length;
    };
    const seen = await read(0);
    expect(seen).toBeGreaterThan(2);
    await parley.contacts.create({ name: 'Ana' });
    expect(await read(seen)).toBe(seen + 1);
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
    expect(texts).toEqual(['Hi!']);
  });

  test('the event log returns the events of the webhooks', async () => {
    const tenant = await newTenant();
    const hook = await aHook(tenant);
    const { id: subjectId } = await tenant.parley.contacts.create({ name: 'Ana' });
    const [event] = await hook.receives(1);
    expect(await tenant.parley.events.get(event?.id ?? '')).toEqual(event);
    const query = { type: ['contact.*', 'message.*'], subjectId, since: new Date(0) };
    expect((await tenant.parley.events.list(query)).data).toEqual([event]);
  });

  test('an unknown id is not found', async () => {
    const parley = await newClient();
    const error = await failureOf(parley.events.get('evt_00000000000000000000000000'));
    expect(error).toBeInstanceOf(NotFoundError);
  });
});
