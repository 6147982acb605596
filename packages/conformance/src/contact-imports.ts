import { type Contact, type ContactImport, contactImportLimits } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { checkError } from './answer.ts';
import type { BadInput } from './bad-input/row.ts';
import { refused } from './client.ts';
import { anImport, csv, manyRows } from './contact-imports.fixtures.ts';
import { recordedEvents } from './event-checks.ts';
import type { Query } from './http.ts';
import { eventually, timeAfter } from './poll.ts';
import { aContact, aCustomField, allOf, aMessage, createScene, type Scene } from './scene.ts';
import type { Targets } from './target.ts';

export function describeContactImports({ paused, running }: Targets): void {
  describe('imports of contacts', () => {
    test('a file creates and updates contacts, and each mistake names its row', async () => {
      const scene = await createScene(paused());
      await aCustomField(scene, { key: 'seats', type: 'number' });
      await aContact(scene, { externalId: 'c-1', name: 'Old', language: 'pt-BR', tags: ['old'] });
      const done = await anImport(
        scene,
        Buffer.from(
          [
            '\ufeffExternal ID;first_name;Name;Phone;Tags;customFields.seats;metadata.plan;marketingConsent;Colour',
            'c-1;;New;;vip;3;gold;opted_out;red',
            'c-2;"Ana ""B"";\nLima";;+55 11 98765-4321;a;-2.5;"\'=1+1";;',
            ';;;;;;;;',
            'c-3;;;12345;;many;;;',
            ';;Nobody;;;;;;',
            'c-4;;;+5511987654321;;;;;',
            'c-5;too few',
          ].join('\r\n'),
        ),
        { filename: 'list.csv' },
      );
      expect(done).toMatchObject({
        status: 'completed',
        filename: 'list.csv',
        ignoredColumns: ['Colour'],
        total: 7,
        processed: 7,
        created: 1,
        updated: 1 + 1,
        failed: 3,
        error: null,
      });
      const { data: errors } = await scene.api.contactImports.listErrors({
        params: { id: done.id },
      });
      expect(errors.map(({ row, field, code }) => [row, field, code])).toEqual([
        [5, 'phone', 'invalid_format'],
        [6, 'externalId', 'SVC-RULE-VIOLATION'],
        [8, null, 'invalid_format'],
      ]);
      const byId = await contactsOf(scene);
      expect(byId.get('c-1')).toMatchObject({
        name: 'New',
        language: 'pt-BR',
        tags: ['old', 'vip'],
        customFields: { seats: 3 },
        metadata: { plan: 'gold' },
        consent: { marketing: { status: 'opted_out', source: 'import' } },
        source: 'api',
      });
      // The row of c-4 has the phone number of c-2.
      expect(byId.get('c-4')).toMatchObject({
        firstName: 'Ana "B";\nLima',
        phone: '+5511987654321',
        customFields: { seats: -2.5 },
        metadata: { plan: '=1+1' },
        source: 'import',
      });
    });

    test('a country of a file can be in lower case, and must exist', async () => {
      const scene = await createScene(paused());
      const text = csv('externalId,country', 'c-1,br', 'c-2,xx', 'c-3,UK', 'c-4,GB');
      const { id, created } = await anImport(scene, text);
      expect(created).toBe(2);
      const { data } = await scene.api.contactImports.listErrors({ params: { id } });
      expect(data.map(({ row, field, code }) => [row, field, code])).toEqual([
        [3, 'country', 'invalid_format'],
        [4, 'country', 'invalid_format'],
      ]);
      expect((await contactsOf(scene)).get('c-1')).toMatchObject({ country: 'BR' });
    });

    test('a row with the phone number of another contact than the matched one is refused', async () => {
      const scene = await createScene(paused());
      await aContact(scene, { externalId: 'c-1', phone: '+5511987654321' });
      const file = csv(
        'externalId,phone',
        'c-2,+5511987654321',
        'c-3,+5511987654322',
        'c-3,+5511987654321',
      );
      for (const dryRun of [true, false]) {
        const done = await anImport(scene, file, { match: 'externalId', dryRun });
        const params = { id: done.id };
        const { data: errors } = await scene.api.contactImports.listErrors({ params });
        expect(errors.map(({ row, code }) => [row, code])).toEqual([
          [2, 'SVC-CONFLICT'],
          [4, 'SVC-CONFLICT'],
        ]);
      }
      const byId = await contactsOf(scene);
      expect([...byId.keys()].sort()).toEqual(['c-1', 'c-3']);
      expect(byId.get('c-3')).toMatchObject({ phone: '+5511987654322' });
    });

    test('the error of a row names the contacts that have its values', async () => {
      const scene = await createScene(paused());
      const ana = await aContact(scene, { externalId: 'c-1', email: 'ana@example.com' });
      const bo = await aContact(scene, { externalId: 'c-2', phone: '+5511987654321' });
      const messagesOf = async (file: Uint8Array, match: string) => {
        const { id } = await anImport(scene, file, { match });
        const { data } = await scene.api.contactImports.listErrors({ params: { id } });
        return data.map(({ message }) => message);
      };
      const both = csv('email,phone', 'ana@example.com,+5511987654321');
      expect(await messagesOf(both, 'email,phone')).toEqual([
        `The fields belong to different contacts: \`email\` to ${ana.id}, \`phone\` to ${bo.id}. List fewer fields in \`match\`, or correct one of the contacts.`,
      ]);
      expect(await messagesOf(both, 'email')).toEqual([
        `The \`contact\` ${bo.id} already has this \`phone\`. Use another value.`,
      ]);
    });

    test('a phone number is read without typographic hyphens, minus signs and invisible marks', async () => {
      const scene = await createScene(paused());
      const copied = '\u202a+55\u00a011 98765\u20114321\u202c';
      const done = await anImport(scene, csv('phone', copied, '\u061c+55\u221211\uff0d98765 4321'));
      expect(done).toMatchObject({ created: 1, updated: 1, failed: 0 });
      const { data } = await scene.api.contacts.list({ query: { phone: copied } });
      expect(data).toMatchObject([{ phone: '+5511987654321' }]);
      expect(await aMessage(scene, { to: copied })).toMatchObject({ contactId: data[0]?.id });
    });

    test('a first line such as `sep=;` names the delimiter and is no row', async () => {
      const scene = await createScene(paused());
      const file = csv('\ufeffsep=;', 'phone;name', '+14155550123;Ana, Bia, Eva', 'x;Bo');
      const done = await anImport(scene, file);
      expect(done).toMatchObject({ total: 2, created: 1, failed: 1 });
      const { data } = await scene.api.contactImports.listErrors({ params: { id: done.id } });
      expect(data).toMatchObject([{ row: 3, field: 'phone' }]);
      const contacts = await scene.api.contacts.list({});
      expect(contacts.data.map(({ name }) => name)).toEqual(['Ana, Bia, Eva']);
    });

    test('of a row with more than 20 errors, 20 are kept', async () => {
      const scene = await createScene(paused());
      const { errorsOfRow } = contactImportLimits;
      const numbers = Array.from({ length: errorsOfRow + 1 }, () =>
        aCustomField(scene, { type: 'number' }),
      );
      const columns = (await Promise.all(numbers)).map(({ key }) => `customFields.${key}`);
      const wrong = columns.map(() => 'x');
      const rows = [`c-1,${wrong}`, `c-2,x${','.repeat(errorsOfRow)}`];
      const { id, failed } = await anImport(scene, csv(`externalId,${columns}`, ...rows));
      expect(failed).toBe(2);
      const query = { limit: 100 };
      const { data } = await scene.api.contactImports.listErrors({ params: { id }, query });
      expect(data.map(({ row }) => row)).toEqual([...Array(errorsOfRow).fill(2), 3]);
    });

    test('a row with as many bytes as allowed is read', async () => {
      const scene = await createScene(paused());
      const row = `${'x'.repeat(rowLength - 1)},x`;
      expect(await anImport(scene, csv('name,phone', row))).toMatchObject({ failed: 1 });
    });

    test('a second import of the same file changes nothing, and each has one event at its end', async () => {
      const scene = await createScene(paused());
      const file = csv('phone,name,tags', '+14155550123,Ana,a;b', '+14155550124,Bo,');
      const first = await anImport(scene, file);
      const before = await contactsOf(scene, ({ phone }) => phone);
      const again = await anImport(scene, file);
      expect(again).toMatchObject({ created: 0, updated: 2, failed: 0 });
      const events = (await recordedEvents(scene)).filter(
        ({ subject }) => subject.type === 'contact_import',
      );
      const type = 'contact_import.completed';
      expect(events).toMatchObject(
        [first, again].map((object) => ({ type, subject: { id: object.id }, data: { object } })),
      );
      expect(await contactsOf(scene, ({ phone }) => phone)).toEqual(before);
    });

    test('the changes of a contact by several rows of a file are one event', async () => {
      const scene = await createScene(paused());
      const known = { externalId: 'known', name: 'Ana' };
      const { id } = await aContact(scene, known);
      await aContact(scene, { ...known, externalId: 'same' });
      const lines = ['new,Bo', 'known,Ana Lima', 'same,Eva', 'new,Bob', 'known,Eva', 'same,Ana'];
      await anImport(scene, csv('externalId,name', ...lines));
      const events = await recordedEvents(scene);
      const ofContacts = events.filter(({ type }) => type.startsWith('contact'));
      const [, , created, updated, ...others] = ofContacts;
      expect(created).toMatchObject({
        type: 'contact.created',
        data: { object: { externalId: 'new', name: 'Bob' } },
      });
      expect(updated).toMatchObject({
        type: 'contact.updated',
        data: { object: { id, name: 'Eva' }, previous: { name: 'Ana' } },
      });
      expect(others.map(({ type }) => type)).toEqual(['contact_import.completed']);
    });

    test('a repeat with one Idempotency-Key starts no second import, and one with other options is refused', async () => {
      const scene = await createScene(paused());
      const request = { body: csv('phone', '+14155550127') as never, idempotencyKey: 'import-1' };
      const importing = (query: Query) =>
        scene.call('contactImports.create', { ...request, query });
      const first = await importing({ dryRun: 'true', match: 'phone' });
      expect((await importing({ match: 'phone', dryRun: 'true' })).json).toEqual(first.json);
      expect(checkError(await importing({})).code).toBe('SVC-IDEMPOTENCY-MISMATCH');
    });

    test('rows with `onConflict=skip` leave contacts as they are, and a dry run changes nothing', async () => {
      const scene = await createScene(paused());
      await aContact(scene, { email: 'ana@example.com', name: 'Ana' });
      const file = csv('Email,Name', 'ANA@example.com,Other', 'bo@example.com,Bo', 'x,X');
      const dry = await anImport(scene, file, { dryRun: 'true' });
      expect(dry).toMatchObject({ dryRun: true, created: 1, updated: 1, failed: 1 });
      const kept = await anImport(scene, file, { onConflict: 'skip' });
      expect(kept).toMatchObject({ created: 1, skipped: 1, updated: 0, failed: 1 });
      const byEmail = await contactsOf(scene, ({ email }) => email);
      expect([...byEmail.values()].map(({ name }) => name).sort()).toEqual(['Ana', 'Bo']);
    });

    test('a refusal of a contact outlives an import that allows messages', async () => {
      const scene = await createScene(paused());
      const { id } = await aContact(scene, { phone: '+14155550125' });
      await scene.api.contacts.optOut({ params: { id }, body: { scope: 'all' } });
      const erased = await aContact(scene, { phone: '+14155550126' });
      const params = { id: erased.id };
      await scene.api.contacts.optOut({ params, body: { scope: 'marketing' } });
      await scene.api.contacts.delete({ params });
      await anImport(
        scene,
        csv(
          'phone,marketingConsent,allConsent',
          '+14155550125,opted_in,opted_in',
          '+14155550126,opted_in,',
        ),
      );
      const byPhone = await contactsOf(scene, ({ phone }) => phone);
      expect(byPhone.get('+14155550125')?.consent).toMatchObject({
        all: { status: 'opted_out', source: 'api' },
        marketing: { status: 'opted_in', source: 'import' },
      });
      expect(byPhone.get('+14155550126')?.consent.marketing.status).toBe('opted_out');
    });

    test('a row with `opted_out` opts out a contact that had opted in again after its address was suppressed', async () => {
      const scene = await createScene(paused());
      const phone = '+14155550128';
      const { id } = await aContact(scene, { phone });
      const { decidedAt } = await scene.api.suppressions.create({
        body: { channelType: 'whatsapp', address: phone, scope: 'marketing' },
      });
      await timeAfter(scene.target, decidedAt);
      const params = { id };
      await scene.api.contacts.optIn({ params, body: { scope: 'marketing' } });
      const importing = async (decision: string) => {
        await anImport(scene, csv('phone,marketingConsent', `${phone},${decision}`));
        return (await scene.api.contacts.get({ params })).consent.marketing;
      };
      expect(await importing('opted_in')).toMatchObject({ status: 'opted_in', source: 'api' });
      const refused = { status: 'opted_out', source: 'import' };
      expect(await importing('opted_out')).toMatchObject(refused);
      expect(await importing('opted_in')).toMatchObject(refused);
    });

    test.each([
      ['chatwoot', ['id,name,email,phone_number', '7,Ana,,5511987654321'], { externalId: '7' }],
      [
        'hubspot',
        ['Record ID,First Name,Phone Number,Lifecycle Stage', '7,Ana,+5511987654321,Evangelist'],
        { externalId: '7', lifecycle: 'customer' },
      ],
      [
        'chatwoot',
        ['id,identifier,name,phone_number', '7,,Ana,+5511987654321'],
        { externalId: null },
      ],
      [
        'hubspot',
        [
          'Record ID,First Name,Phone Number,Mobile Phone Number,Lifecycle Stage',
          '7,Ana,,+5511987654321,salesqualifiedlead',
        ],
        { externalId: '7', lifecycle: 'lead' },
      ],
      [
        'wati',
        ['Name,CountryCode,Phone,AllowCampaign', 'Ana,55,11987654321,FALSE'],
        { consent: { marketing: { status: 'opted_out' } } },
      ],
    ])('reads a file of %s with the lines %j', async (mapping, lines, expected) => {
      const scene = await createScene(paused());
      expect(await anImport(scene, csv(...lines), { mapping })).toMatchObject({ created: 1 });
      const [contact] = (await scene.api.contacts.list()).data;
      expect(contact).toMatchObject({ phone: '+5511987654321', ...expected });
      expect(contact?.name ?? contact?.firstName).toBe('Ana');
    });

    test('a Chatwoot `id` that equals the `identifier` of another row is not its external ID', async () => {
      const scene = await createScene(paused());
      const header = 'id,identifier,name,phone_number';
      const file = csv(header, '7,42,Ana,+5511987654321', '42,,Bea,+5511987654322');
      const done = await anImport(scene, file, { mapping: 'chatwoot' });
      expect(done).toMatchObject({ created: 2, updated: 0, ignoredColumns: ['id'] });
      const byName = await contactsOf(scene, ({ name }) => name);
      expect(byName.get('Ana')).toMatchObject({ externalId: '42', phone: '+5511987654321' });
      expect(byName.get('Bea')).toMatchObject({ externalId: null, phone: '+5511987654322' });
    });

    test('a JSON mapping names the fields of columns and leaves others out', async () => {
      const scene = await createScene(paused());
      const file = csv('Mobile,Name,Kind', '+14155550127,Ana,lead');
      const mapping = JSON.stringify({ Mobile: 'phone', Name: null, Kind: 'metadata.kind' });
      const done = await anImport(scene, file, { mapping });
      expect(done).toMatchObject({ created: 1, ignoredColumns: ['Name'] });
      const [contact] = (await scene.api.contacts.list()).data;
      const expected = { phone: '+14155550127', name: null, metadata: { kind: 'lead' } };
      expect(contact).toMatchObject(expected);
    });

    test('a worker applies a file with many rows, which can be canceled before', async () => {
      const scene = await createScene(paused());
      const waiting = await anImport(scene, manyRows());
      expect(waiting).toMatchObject({ status: 'queued', total: 150, processed: 0 });
      const params = { id: waiting.id };
      const canceled = await scene.api.contactImports.cancel({ params });
      expect(canceled.status).toBe('canceled');
      expect(await scene.api.contactImports.cancel({ params })).toEqual(canceled);

      const busy = await createScene(running());
      const { id } = await anImport(busy, manyRows());
      const done = await eventually(
        busy.target,
        () => busy.api.contactImports.get({ params: { id } }),
        ({ status }: ContactImport) => status === 'completed',
      );
      expect(done).toMatchObject({ processed: 150, created: 150, failed: 0 });
      const outcome = busy.api.contactImports.cancel({ params: { id } });
      await refused(outcome, 'SVC-INVALID-TRANSITION');
    });
  });
}

async function contactsOf(
  scene: Scene,
  key: (contact: Contact) => string | null = ({ externalId }) => externalId,
): Promise<Map<string | null, Contact>> {
  const all = await allOf((request) => scene.api.contacts.list(request));
  return new Map(all.map((contact) => [key(contact), contact]));
}

const bytes = (...values: number[]) => Uint8Array.from(values);

const { rowLength } = contactImportLimits;
const badFiles: readonly (readonly [title: string, body: Uint8Array, help?: string])[] = [
  ['UTF-16', bytes(0xff, 0xfe, 0x61, 0)],
  ['an encoding that is not UTF-8', Buffer.from('name,phone\r\nJos\xe9,+14155550123', 'latin1')],
  ['a workbook', Buffer.from('PK\x03\x04 and more')],
  ['no known column', csv('colour,size', 'red,3')],
  ['two columns for one field', csv('phone,Phone', '+14155550123,+14155550123'), 'Map one'],
  ['an unknown custom field', csv('phone,customFields.nothing', '+14155550123,x')],
  [
    'a quote that is not closed',
    csv('name,phone', '"A\r\nB",+14155550122', '"Ana,+14155550123', 'Bo,+14155550124'),
    'that is not closed: it begins a cell of row 3',
  ],
  ['a row that is too long', csv('name,phone', 'x'.repeat(rowLength + 1)), 'bytes (row 2)'],
  [
    'a quote that is not closed before the end of the longest row',
    csv('name,phone', '"Ana', ...Array<string>(8).fill('x'.repeat(rowLength / 8))),
    'bytes (row 2)',
  ],
  ['a cell of millions of quotes', csv('name,phone', '"'.repeat(7_000_001)), 'bytes (row 2)'],
  [
    'a quote inside of a cell',
    csv('name,phone', '"A\r\nB\nC",+14155550122', 'An"a,+14155550123'),
    'quote in row 3: put the whole cell in quotes',
  ],
  ['two columns with the same header', csv('name,name,phone', 'A,B,+14155550123'), 'Rename one'],
  ['more columns than are allowed', csv(`phone${',x'.repeat(1_000)}`)],
];

export const badContactImports: readonly BadInput[] = [
  ...badFiles.map(
    ([title, body, help = '']): BadInput => ({
      title: `contactImports.create with ${title}`,
      code: 'SVC-VALIDATION',
      issues: [['body', 'file', 'invalid_format']],
      details: { issues: [{ message: expect.stringContaining(help) }] },
      send: (scene) => scene.call('contactImports.create', { body }),
    }),
  ),
  ...['{', '[]', '{}', '{"phone":3}', '{"none":"phone"}', '{"phone":"none"}', 'excel'].map(
    (mapping): BadInput => ({
      title: `contactImports.create with the mapping ${mapping}`,
      code: 'SVC-VALIDATION',
      issues: [['query', 'mapping', 'invalid_format']],
      send: (scene) =>
        scene.call('contactImports.create', { body: csv('phone', 'x'), query: { mapping } }),
    }),
  ),
];
