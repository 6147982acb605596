import * as z from 'zod';
import { eventExamples } from './event-examples.ts';
import type { EventTypeCatalog } from './event-log.ts';
import { type EventType, eventDescriptions, eventTypes, quietEventTypes } from './event-names.ts';
import { eventSchemas } from './events.ts';

let catalog: EventTypeCatalog | undefined;

/** Returns every event type with its JSON Schema, generated from the schemas of this contract; frozen. */
export function describeEventTypes(): EventTypeCatalog {
  catalog ??= Object.freeze({
    eventTypes: eventTypes.map((type) => ({
      type,
      description: eventDescriptions[type],
      isQuiet: (quietEventTypes as readonly EventType[]).includes(type),
      schema: schemaOf(type),
      example: eventExamples[type],
    })),
  });
  return catalog;
}

/**
 * Returns a self-contained JSON Schema of an event type. It allows additional fields, because later versions may add
 * some.
 */
function schemaOf(type: EventType): Record<string, unknown> {
  return z.toJSONSchema(eventSchemas[type], {
    target: 'draft-2020-12',
    io: 'output',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
}
