import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Document, type Operation } from './document.ts';
import { type Answer, faultOfTime, Judge, slowMs } from './judge.ts';

const file = join(import.meta.dirname, '../../../../docs/reference/openapi.json');
const document = new Document(file);
const judge = new Judge(document);

function operation(id: string): Operation {
  const found = document.operations.find((one) => one.id === id);
  if (!found) throw new Error(`the document has no ${id}`);
  return found;
}

const missing = {
  error: {
    code: 'SVC-NOT-FOUND',
    message: 'No such record.',
    details: { resource: 'contact', id: 'con_x' },
  },
};

function answer(status: number, body: unknown, more: Partial<Answer> = {}): Answer {
  const headers = {
    'x-request-id': 'req',
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return { status, headers, text: JSON.stringify(body), ms: 5, ...more };
}

function faultOf(given: Answer, isRouted = true): string | undefined {
  return judge.faultOf(operation('contacts.get'), isRouted, given);
}

test('accepts a documented response', () => {
  expect(faultOf(answer(404, missing))).toBeUndefined();
});

test.each<[string, Answer]>([
  ['status 500', answer(500, missing)],
  ['status 503', answer(503, missing)],
  ['status 409, which the operation does not list', answer(409, missing)],
  ['no X-Request-Id', answer(404, missing, { headers: {} })],
  [
    'Cache-Control is public',
    answer(404, missing, { headers: { 'x-request-id': 'req', 'cache-control': 'public' } }),
  ],
  ['a body that is not JSON', answer(404, missing, { text: '<html>' })],
  ['body: /error/code must be equal to constant', answer(404, withError({ code: 'SVC-NO' }))],
  ['body: /error must NOT have additional properties', answer(404, withError({ stack: 'x' }))],
  ["body:  must have required property 'id'", answer(200, {})],
])('reports a faulty response: %s', (fault, given) => {
  expect(faultOf(given)).toContain(fault);
});

test('reports a response that took too long', () => {
  expect(faultOfTime(answer(404, missing, { ms: slowMs }))).toBeUndefined();
  expect(faultOfTime(answer(404, missing, { ms: slowMs + 1 }))).toBe(`took ${slowMs + 1} ms`);
});

test('the response to an unknown path must be an error of the catalogue', () => {
  const unknown = answer(404, withError({ code: 'SVC-NO' }));
  expect(faultOf(unknown, false)).toBe('code SVC-NO with 404');
  expect(faultOf(answer(405, missing), false)).toBe('code SVC-NOT-FOUND with 405');
});

test('checks the body against the document', () => {
  const create = operation('contacts.create');
  expect(judge.accepts(create, { name: 'Ana' })).toBe(true);
  expect(judge.accepts(create, { name: 5 })).toBe(false);
});

test('reports a refusal that the document does not have, unless custom fields or a file decide it', () => {
  const create = operation('contacts.create');
  const refusal = (path: string) => {
    const issues = [{ in: 'body', path, code: 'required', message: 'is required' }];
    const error = { code: 'SVC-VALIDATION', message: 'Invalid.', details: { issues } };
    return judge.tooStrict(create, { name: 'Ana' }, answer(400, { error }));
  };
  expect(refusal('email')).toContain('refused a body that the document accepts: email');
  expect(refusal('customFields.plan')).toBeUndefined();
  expect(refusal('file')).toBeUndefined();
});

function withError(fields: object): object {
  return { error: { ...missing.error, ...fields } };
}
