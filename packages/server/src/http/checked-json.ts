import { type AppRoute, validateResponse } from '@ts-rest/core';
import * as z from 'zod';

/** The length in characters from which a text is encoded once. Node sends a shorter one together with the headers. */
const longText = 4_096;

/** A response body that was validated against the contract and serialized. */
export class CheckedJson {
  readonly text: string;
  #bytes: Buffer | undefined;
  #isSent = false;

  constructor(text: string) {
    this.text = text;
  }

  /** Returns the body for a response. A long body of several responses is encoded once for all after the first. */
  toSend(): string | Buffer {
    if (this.#isSent && this.text.length >= longText) this.#bytes ??= Buffer.from(this.text);
    this.#isSent = true;
    return this.#bytes ?? this.text;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

// Frozen bodies and records never change, so each is validated and serialized once for all responses with it.
const bodies = new WeakMap<object, Known<CheckedJson>>();
const records = new WeakMap<object, Known<string>>();

interface Known<T> {
  /** The schema that has validated the body. */
  by: object;
  made: T;
}

/**
 * Validates a body against the contract and serializes it. Leaves out fields that the contract does not declare. Throws
 * when a declared field is wrong.
 */
export function checkedJson(route: AppRoute, status: number, body: unknown): CheckedJson {
  return once(bodies, route, body, () => {
    const page = pageOf(route, status);
    return new CheckedJson(page ? pageText(page, body) : bodyText(route, status, body));
  });
}

function bodyText(route: AppRoute, status: number, body: unknown): string {
  const valid = validateResponse({ appRoute: route, response: { status, body } });
  return valid.body === undefined ? '' : JSON.stringify(valid.body);
}

interface PageSchema {
  page: z.ZodObject;
  record: z.ZodType;
}

const pages = new WeakMap<AppRoute, PageSchema | false>();

function pageOf(route: AppRoute, status: number): PageSchema | undefined {
  if (status !== 200) return undefined;
  const known = pages.get(route);
  if (known !== undefined) return known || undefined;
  const found = findPage(route.responses[status]);
  pages.set(route, found ?? false);
  return found;
}

/** Returns the schema of a page if `page()` of the contract has created it; otherwise undefined. */
function findPage(schema: unknown): PageSchema | undefined {
  if (!(schema instanceof z.ZodObject)) return undefined;
  const { data, nextCursor, ...others } = schema.shape;
  if (!(data instanceof z.ZodArray) || !nextCursor || Object.keys(others).length > 0) {
    return undefined;
  }
  const record = data.element;
  if (!(record instanceof z.ZodType)) return undefined;
  return { page: z.object({ data: z.array(z.unknown()), nextCursor }), record };
}

function pageText({ page, record }: PageSchema, body: unknown): string {
  const { data, nextCursor } = page.parse(body);
  // The page schema ensures that `data` is an array.
  const texts = (data as unknown[]).map((item) =>
    once(records, record, item, () => JSON.stringify(record.parse(item))),
  );
  return `{"data":[${texts.join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`;
}

function once<T>(made: WeakMap<object, Known<T>>, by: object, value: unknown, make: () => T): T {
  if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return make();
  const known = made.get(value);
  if (known?.by === by) return known.made;
  const result = make();
  made.set(value, { by, made: result });
  return result;
}
