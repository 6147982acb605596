import {
  type EventEnvelope as Event,
  eventDescriptions,
  eventTypes,
  quietEventTypes,
} from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { checkEvent, validatorOf } from './event-checks.ts';
import { createScene } from './scene.ts';
import type { Targets } from './target.ts';

export function describeEventTypes({ paused: target }: Targets): void {
  describe('event types', () => {
    test('lists every event type and which ones the pattern `*` leaves out', async () => {
      const scene = await createScene(target());
      const { eventTypes: catalog } = await scene.api.eventTypes.all();
      expect(catalog.map(({ type }) => type)).toEqual(eventTypes);
      for (const { type, description, isQuiet } of catalog) {
        expect(description).toBe(eventDescriptions[type]);
        expect(isQuiet, type).toBe((quietEventTypes as readonly string[]).includes(type));
      }
    });

    test('every example matches its JSON Schema', async () => {
      const scene = await createScene(target());
      const { eventTypes: catalog } = await scene.api.eventTypes.all();
      for (const { type, example } of catalog) {
        expect(example.type).toBe(type);
        const { tenantId } = example;
        await checkEvent({ ...scene, tenant: { ...scene.tenant, tenantId } }, example);
      }
    });

    test.each([
      ['an event of another type', (event: Event) => ({ ...event, type: 'other.thing' })],
      ['an event without its record', (event: Event) => ({ ...event, data: {} })],
      ['an event without a sequence', ({ sequence: _, ...event }: Event) => event],
      ['text in place of a number', (event: Event) => ({ ...event, sequence: '1' })],
    ])('a JSON Schema refuses %s', async (_title, broken) => {
      const scene = await createScene(target());
      const { eventTypes: catalog } = await scene.api.eventTypes.all();
      for (const { type, example } of catalog) {
        const validate = await validatorOf(scene, type);
        expect(validate(broken(example)), type).toBe(false);
      }
    });
  });
}
