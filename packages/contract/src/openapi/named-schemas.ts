import * as z from 'zod';
import { errorCatalog } from '../error-catalog.ts';
import type { ErrorCode } from '../errors.ts';
import { type EventType, eventTypes } from '../event-names.ts';
import { eventSchemas } from '../events.ts';
import * as schemas from '../generated/schemas.ts';

/**
 * Every schema that has a name in the OpenAPI document: the exported ones, one for each error code and one for each
 * event type.
 */
export const namedSchemas: ReadonlyMap<z.ZodType, string> = nameSchemas();

/** Returns the name of a schema in the document: `sendMessageBody` → `SendMessageBody`. */
export function schemaName(exportName: string): string {
  return `${exportName.slice(0, 1).toUpperCase()}${exportName.slice(1)}`;
}

/** Returns the name of an error code's schema: `SVC-NOT-FOUND` → `NotFoundError`. */
export function errorName(code: ErrorCode): string {
  return `${pascal(code.replace(/^SVC-/, '').replace(/-ERROR$/, ''))}Error`;
}

/** Returns the name of an event type's schema: `message.received` → `MessageReceivedEvent`. */
export function eventName(type: EventType): string {
  return `${pascal(type)}Event`;
}

function nameSchemas(): Map<z.ZodType, string> {
  const named = new Map<z.ZodType, string>();
  for (const [name, schema] of Object.entries(schemas)) {
    if (schema instanceof z.ZodType) named.set(schema, schemaName(name));
  }
  for (const code of Object.keys(errorCatalog) as ErrorCode[]) {
    if (errorCatalog[code].scope !== 'message') named.set(errorSchema(code), errorName(code));
  }
  for (const type of eventTypes) named.set(eventSchemas[type], eventName(type));
  if (new Set(named.values()).size !== named.size) throw new Error('Two schemas share a name.');
  return named;
}

function errorSchema(code: ErrorCode): z.ZodType {
  const { message, details } = errorCatalog[code];
  return z
    .object({
      code: z.literal(code).describe('What went wrong.'),
      message: z.string().describe('Human-readable text: what is wrong and what to do.'),
      details: details.describe('Facts about this failure.'),
    })
    .describe(message);
}

function pascal(text: string): string {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map(schemaName)
    .join('');
}
