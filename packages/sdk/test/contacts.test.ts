import { expect, test } from 'vitest';
import { BadRequestError, ConflictError, NotFoundError } from '../src/index.ts';
import { failureOf } from './recording-client.ts';
import { describeNoun } from './targets.ts';

describeNoun('contacts', (newClient) => {
  test('creates, reads and updates a contact', async () => {
    const parley = await newClient();
    const made = await parley.contacts.create({ name: 'Ana Souza', phone: '+55 11 98765-4321' });
    expect(made.phone).toBe('+5511987654321');
    expect(await parley.contacts.get(made.id)).toEqual(made);
    const changed = await parley.contacts.update(made.id, {
      tags: ['vip'],
      metadata: { plan: 'gold' },
    });
    expect(changed).toMatchObject({ name: 'Ana Souza', tags: ['vip'], metadata: { plan: 'gold' } });
    expect(await failureOf(parley.contacts.get('con_unknown'))).toBeInstanceOf(NotFoundError);
  });

  test('the conflict of a phone number names the other contact', async () => {
    const parley = await newClient();
    const { id } = await parley.contacts.create({ phone: '+5511987654321' });
    const error = await failureOf(parley.contacts.create({ phone: '+5511987654321' }));
    expect(error).toBeInstanceOf(ConflictError);
    expect(error.hasCode('SVC-CONFLICT') && error.details).toMatchObject({
      field: 'phone',
      existingId: id,
    });
  });

  test('exports the contacts of a filter as a file', async () => {
    const parley = await newClient();
    const { id } = await parley.contacts.create({ name: 'Ana', tags: ['vip'] });
    await parley.contacts.create({ name: 'Bo' });
    const file = await parley.contacts.export({ tag: 'vip' });
    expect(file.type).toMatch(/^text\/csv/);
    const [header, row, end] = (await file.text()).split('\r\n');
    expect([header?.startsWith('id,name'), row?.split(',')[0], end]).toEqual([true, id, '']);
    const streamed = await parley.contacts.export({ tag: 'vip' }).asResponse();
    expect(streamed.headers.get('content-type')).toBe(file.type);
    expect(await streamed.text()).toBe(await file.text());
  });

  test('iterates over all contacts, by page, with prefetch and from a cursor', async () => {
    const parley = await newClient();
    const names = Array.from({ length: 7 }, (_, index) => `Contact ${index}`);
    for (const name of names) await parley.contacts.create({ name });
    const list = () => parley.contacts.list({ limit: 3, sort: 'createdAt' });
    const walked: (string | null)[] = [];
    for await (const { name } of list()) walked.push(name);
    expect(walked).toEqual(names);
    const sizes: number[] = [];
    for await (const { data } of list().pages({ prefetch: 1 })) sizes.push(data.length);
    expect(sizes).toEqual([3, 3, 1]);
    const { nextCursor: cursor } = await list();
    const rest = await parley.contacts
      .list({ limit: 3, sort: 'createdAt', cursor: cursor ?? '' })
      .toArray({ limit: 3 });
    expect(rest.map(({ name }) => name)).toEqual(names.slice(3, 6));
  });

  test('an error names the invalid field or has the invalid cursor', async () => {
    const parley = await newClient();
    const invalid = await failureOf(parley.contacts.create({ email: 'nobody' }));
    expect(invalid).toBeInstanceOf(BadRequestError);
    expect(invalid.hasCode('SVC-VALIDATION') && invalid.details.issues[0]).toMatchObject({
      in: 'body',
      path: 'email',
    });
    const error = await failureOf(parley.contacts.list({ cursor: 'nonsense' }));
    expect(error).toMatchObject({ code: 'SVC-CURSOR-INVALID', cursor: 'nonsense' });
  });

  test('requests with one Idempotency-Key create one contact', async () => {
    const parley = await newClient();
    const create = () =>
      parley.contacts.create({ name: 'Ana' }, { idempotencyKey: 'ana' }).withMeta();
    const first = await create();
    const second = await create();
    expect(second.data).toEqual(first.data);
    expect([first.replayed, second.replayed]).toEqual([false, true]);
    expect(first.rateLimit?.remaining).toBeGreaterThan(0);
    expect(first.requestId).toBeTruthy();
  });
});
