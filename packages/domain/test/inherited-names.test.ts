import type { CustomField, UpsertContactBody } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import {
  changeOfRow,
  contactLines,
  contactMappings,
  isSame,
  newContact,
  readContactRow,
  readHeader,
  readPage,
  readQuery,
  variablesOf,
} from '../src/index.ts';

// A user can send the name of a property that every object inherits: no table and no record may answer with that property.

const names = Object.getOwnPropertyNames(Object.prototype);
const at = '2026-01-01T00:00:00.000Z';
const match: UpsertContactBody['match'] = ['externalId'];

describe.each(names)('the text %s', (name) => {
  test('is no stage of HubSpot', () => {
    const [stage] = contactMappings.hubspot.filter(({ field }) => field === 'lifecycle');
    expect(stage?.read?.(` ${name} `)).toBe('other');
  });

  test('is no boolean in a row of a file', () => {
    const headers = ['externalId', 'customFields.vip'];
    const { columns } = readHeader(headers, null);
    const row = readContactRow(['1', name], { columns, match, width: headers.length });
    const make = () =>
      row &&
      changeOfRow(row, undefined, {
        fields: [aField('vip', 'boolean')],
        refusals: [],
        at,
        newContactId: () => 'a',
        newConsentId: () => 'b',
      });
    const issue = { path: 'customFields.vip', code: 'invalid_type' };
    expect(make).toThrow(
      expect.objectContaining({ details: { issues: [expect.objectContaining(issue)] } }),
    );
  });

  test('is an empty cell of a contact without such a custom field', () => {
    const field = aField(name, 'text');
    const contact = newContact({ id: 'a', at }, 'api');
    expect(contactLines([contact], [field])).toMatch(/,unknown,unknown,,\r\n$/);
  });

  test('is a placeholder without an example', () => {
    const [variable] = variablesOf([{ type: 'body', text: `{{${name}}}` }]);
    expect(variable).toMatchObject({ key: name, example: null });
  });

  test('is no content type of a page', () => {
    const page = readPage({ text: 'Hello', contentType: name, url: 'https://example.com' });
    expect(page).toMatchObject({ code: 'content_unsupported' });
  });

  test('is a parameter of a query', () => {
    expect(Object.entries(readQuery(`${name}=1&${name}=2`))).toEqual([[name, ['1', '2']]]);
  });

  test('is a difference between two records', () => {
    const own = JSON.parse(`{"${name}":{}}`);
    expect(isSame(own, {})).toBe(false);
    expect(isSame({}, own)).toBe(false);
    expect(isSame(own, JSON.parse(JSON.stringify(own)))).toBe(true);
  });
});

function aField(key: string, type: CustomField['type']): CustomField {
  const own = {
    entity: 'contact',
    key,
    label: key,
    type,
    options: [],
  } satisfies Partial<CustomField>;
  const made = { createdAt: at, updatedAt: at };
  return { id: 'cfd', ...own, required: false, position: 0, metadata: {}, ...made };
}
