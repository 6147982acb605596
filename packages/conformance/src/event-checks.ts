import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EventEnvelope, type EventType, eventSchemas, subjectOf } from '@parley/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { allOf, type Scene } from './scene.ts';
import type { Target } from './target.ts';

/** The JSON Schemas of a target, as texts. */
const schemasByTarget = new WeakMap<Target, Promise<ReadonlyMap<string, string>>>();
/** The validators, by the text of their schema. */
const validators = new Map<string, ValidateFunction>();
/**
 * Compiles JSON Schemas of version 2020-12; fails if one is invalid. `format` is not validated. Optimizing the code would
 * take as long as the rest.
 */
const ajv = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  allErrors: true,
  validateFormats: false,
  code: { optimize: false },
});

/**
 * Returns all events of the tenant, checked against their schemas. Their sequence numbers must have no gap, unless a
 * contact was erased.
 */
export async function recordedEvents(scene: Scene): Promise<EventEnvelope[]> {
  const all = await allOf(scene.api.events.list);
  const hasGaps = all.some(({ type }) => type === 'contact.deleted');
  let last = 0;
  for (const event of all) {
    await checkEvent(scene, event);
    expect(event.test).toBe(false);
    if (hasGaps) expect(event.sequence).toBeGreaterThan(last);
    else expect(event.sequence).toBe(last + 1);
    last = event.sequence;
    expect(event.data.changes).toEqual(Object.keys(event.data.previous ?? {}));
  }
  return all;
}

/** Checks an event against the contract, and against the JSON Schema that the target publishes for it. */
export async function checkEvent(scene: Scene, event: EventEnvelope): Promise<void> {
  const what = JSON.stringify(event).slice(0, 1_000);
  expect(event.tenantId, what).toBe(scene.tenant.tenantId);
  // The data is known to have an ID only after the check of its schema.
  expect(event.subject, what).toEqual(subjectOf(event.data.object as { id: string }));
  const parsed = eventSchemas[event.type as EventType]?.safeParse(event);
  expect(parsed?.error, what).toBeUndefined();
  expect(event, 'an event has what its schema does not name').toEqual(parsed?.data);
  const validate = await validatorOf(scene, event.type);
  expect(validate(event), `${what} ${JSON.stringify(validate.errors)}`).toBe(true);
}

/**
 * Returns the JSON Schema validator of an event type. The catalogue is the same for every tenant, so it is read once.
 */
export async function validatorOf(
  { target, api }: Pick<Scene, 'target' | 'api'>,
  type: string,
): Promise<ValidateFunction> {
  const schemas = schemasByTarget.get(target) ?? readSchemas(api);
  schemasByTarget.set(target, schemas);
  const schema = (await schemas).get(type);
  if (!schema) throw new Error(`the catalogue has no ${type}`);
  const known = validators.get(schema);
  if (known) return known;
  // Compiling holds the event loop, which the server shares. So its requests come between two schemas.
  await nextTurn();
  const validate = ajv.compile(JSON.parse(schema));
  validators.set(schema, validate);
  return validate;
}

async function readSchemas(api: Scene['api']): Promise<ReadonlyMap<string, string>> {
  const { eventTypes } = await api.eventTypes.all();
  return new Map(eventTypes.map(({ type, schema }) => [type, JSON.stringify(schema)]));
}

/** Returns the type and the changed fields of each event. */
export function linesOf(events: readonly EventEnvelope[]): string[] {
  return events.map(({ type, data }) => [type, ...data.changes].join(' '));
}
