import { type AppRoute, validateResponse } from '@ts-rest/core';

/** A body that was checked against the contract and is JSON already. */
export class CheckedJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

// A frozen body that several requests of one turn share is checked and written once.
const known = new WeakMap<object, { route: AppRoute; json: CheckedJson }>();

/** Without the fields that the contract does not declare; throws when a declared one is wrong. */
export function checkedJson(route: AppRoute, status: number, body: unknown): CheckedJson {
  const isShared = typeof body === 'object' && body !== null && Object.isFrozen(body);
  const before = isShared ? known.get(body) : undefined;
  if (before?.route === route) return before.json;
  const valid = validateResponse({ appRoute: route, response: { status, body } });
  const json = new CheckedJson(valid.body === undefined ? '' : JSON.stringify(valid.body));
  if (isShared) known.set(body, { route, json });
  return json;
}
