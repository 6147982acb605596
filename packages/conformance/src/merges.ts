import type { Contact } from '@parley/contract';
import { expect, test } from 'vitest';
import { refused } from './client.ts';
import { anImport, csv } from './contact-imports.fixtures.ts';
import { recordedEvents } from './event-checks.ts';
import { preparedRequest, withBody } from './fixtures.ts';
import { timeAfter } from './poll.ts';
import { routes } from './routes.ts';
import {
  aChannel,
  aContact,
  aCustomField,
  aDeal,
  anInbound,
  aPhone,
  aTicket,
  createScene,
  type Scene,
} from './scene.ts';
import type { Target } from './target.ts';

export function testMerges(target: () => Target): void {
  test('a merge moves everything that names the duplicate, and further messages go to the primary contact', async () => {
    const { scene, channelId, from, primary, duplicate } = await twoOfOnePerson(target());
    const { id: dealId } = await aDeal(scene, { contactId: duplicate.id });
    const ticket = await aTicket(scene, { contactId: duplicate.id });
    const { id: other } = await aTicket(scene);
    const comment = await scene.api.ticketComments.create({
      params: { id: other },
      body: { body: 'Hello', visibility: 'public', contactId: duplicate.id },
    });
    const note = await scene.api.notes.createOnContact({
      params: { id: duplicate.id },
      body: { body: 'Prefers calls' },
    });
    const before = await scene.api.contacts.get({ params: { id: duplicate.id } });
    const times = await timesOfMessages(scene);
    const merged = await merge(scene, primary.id, duplicate.id);
    expect(merged.identities.map(({ address }) => address).sort()).toEqual(
      [from, primary.phone?.slice(1)].sort(),
    );
    const named = { query: { contactId: primary.id } };
    expect((await scene.api.conversations.list(named)).data).toHaveLength(2);
    expect((await scene.api.messages.list(named)).data.map((one) => one.contactId)).toEqual([
      primary.id,
      primary.id,
    ]);
    expect(await timesOfMessages(scene)).toEqual(times);
    expect((await scene.api.deals.list(named)).data).toMatchObject([{ id: dealId }]);
    expect((await scene.api.tickets.list(named)).data).toMatchObject([{ id: ticket.id }]);
    const { data: notes } = await scene.api.notes.listOfContact({ params: { id: primary.id } });
    expect(notes).toMatchObject([{ id: note.id, subject: { type: 'contact', id: primary.id } }]);
    const params = { id: other, ticketCommentId: comment.id };
    const { author } = await scene.api.ticketComments.get({ params });
    expect(author).toEqual({ ...comment.author, id: primary.id });
    const next = await anInbound(scene, channelId, { from });
    expect(next.contactId).toBe(primary.id);
    const { contact } = await scene.api.conversations.get({ params: { id: next.conversationId } });
    expect(contact).toMatchObject({ id: primary.id, name: 'Ana' });
    const events = (await recordedEvents(scene)).filter(({ type }) => type === 'contact.merged');
    expect(events).toMatchObject([
      { data: { object: { id: duplicate.id, mergedIntoId: primary.id, contact: before } } },
    ]);
  });

  test('a merge keeps the later of two opt-outs', async () => {
    const scene = await createScene(target());
    const refuse = async ({ id }: Contact) => {
      const contact = await scene.api.contacts.optOut({ params: { id }, body: { scope: 'all' } });
      return contact.consent.all;
    };
    const [primary, duplicate] = [await aContact(scene), await aContact(scene)];
    const first = await refuse(primary);
    await timeAfter(scene.target, first.at);
    const second = await refuse(duplicate);
    expect(second.at).not.toBe(first.at);
    const merged = await merge(scene, primary.id, duplicate.id);
    expect(merged.consent.all).toEqual(second);
  });

  test('a merge fills empty fields of the primary contact, and keeps each refusal of both', async () => {
    const scene = await createScene(target());
    for (const key of ['plan', 'city']) await aCustomField(scene, { key });
    const primary = await aContact(scene, {
      name: 'Ana',
      tags: ['VIP'],
      lifecycle: 'opportunity',
      customFields: { plan: 'gold' },
      metadata: { a: 1 },
    });
    const duplicate = await aContact(scene, {
      name: 'Other',
      email: 'ana@example.com',
      phone: `+${aPhone()}`,
      externalId: 'customer-1',
      tags: ['vip', 'new'],
      lifecycle: 'customer',
      customFields: { plan: 'silver', city: 'Rio' },
      metadata: { a: 2, b: 3 },
    });
    const optOut = { params: { id: duplicate.id }, body: { scope: 'marketing' } } as const;
    await scene.api.contacts.optOut(optOut);
    const optIn = { params: { id: primary.id }, body: { scope: 'marketing' } } as const;
    await scene.api.contacts.optIn(optIn);
    await scene.api.contacts.block({ params: { id: duplicate.id } });
    const merged = await merge(scene, primary.id, duplicate.id);
    expect(merged).toMatchObject({
      id: primary.id,
      name: 'Ana',
      email: 'ana@example.com',
      phone: duplicate.phone,
      externalId: 'customer-1',
      tags: ['VIP', 'new'],
      lifecycle: 'customer',
      customFields: { plan: 'gold', city: 'Rio' },
      metadata: { a: 1, b: 3 },
      blocked: true,
      createdAt: primary.createdAt,
    });
    expect(merged.consent.marketing.status).toBe('opted_out');
    const { data: decisions } = await scene.api.contacts.listConsents({
      params: { id: primary.id },
      query: { sort: 'createdAt' },
    });
    expect(decisions.map(({ status, contactId }) => [status, contactId])).toEqual([
      ['opted_out', primary.id],
      ['opted_in', primary.id],
    ]);
    const again = aContact(scene, { email: 'ANA@example.com' });
    expect((await refused(again, 'SVC-CONFLICT')).details).toMatchObject({
      existingId: primary.id,
    });
  });

  test('a merge keeps the tags of both above the limit, and further changes can keep or reduce their number', async () => {
    const scene = await createScene(target());
    const externalId = 'customer-1';
    const all = Array.from({ length: 80 }, (_, n) => `tag ${n}`);
    const primary = await aContact(scene, { externalId, tags: all.slice(0, 40) });
    const duplicate = await aContact(scene, { tags: all.slice(40) });
    const params = { id: primary.id };
    expect((await merge(scene, primary.id, duplicate.id)).tags).toEqual(all);
    const update = (tags: string[]) => scene.api.contacts.update({ params, body: { tags } });
    const upsert = (tags: string[]) => scene.api.contacts.upsert({ body: { externalId, tags } });
    const add = (tags: string[]) => scene.api.contacts.addTags({ params, body: { tags } });
    const importTags = (tags: string[]) =>
      anImport(scene, csv('externalId,tags', `${externalId},${tags.join(';')}`));
    const more = [...all, 'one more'];
    for (const change of [() => update(more), () => upsert(more), () => add(['one more'])]) {
      const { details } = await refused(change(), 'SVC-VALIDATION');
      const message = 'must leave the record with at most 80 tags';
      expect(details).toMatchObject({ issues: [{ path: 'tags', code: 'too_long', message }] });
    }
    const items = [{ externalId, tags: more }, { externalId: 'customer-2' }];
    const { results } = await scene.api.contacts.batch({ body: { items } });
    expect(results.map(({ status, error }) => error?.code ?? status)).toEqual([
      'SVC-VALIDATION',
      'created',
    ]);
    expect(await importTags(more)).toMatchObject({ updated: 0, failed: 1 });
    expect((await update(all)).tags).toEqual(all);
    expect((await add(['TAG 0'])).tags).toEqual(all);
    expect(await importTags(all)).toMatchObject({ failed: 0 });
    expect((await upsert(all.slice(1))).contact.tags).toEqual(all.slice(1));
    expect((await update(all.slice(0, 60))).tags).toEqual(all.slice(0, 60));
    await refused(update(all.slice(0, 61)), 'SVC-VALIDATION');
  });

  test('a merge keeps custom values above the limit, and further changes can keep or reduce their size', async () => {
    const scene = await createScene(target());
    const fields = [];
    for (let n = 0; n < 20; n += 1) fields.push(await aCustomField(scene, { key: `text${n}` }));
    const values = Object.fromEntries(fields.map(({ key }) => [key, 'x'.repeat(1_990)]));
    const half = (from: number) =>
      Object.fromEntries(Object.entries(values).slice(from, from + 10));
    const primary = await aContact(scene, { customFields: half(0) });
    const duplicate = await aContact(scene, { customFields: half(10) });
    expect((await merge(scene, primary.id, duplicate.id)).customFields).toEqual(values);
    const update = (customFields: Record<string, string | null>) =>
      scene.api.contacts.update({ params: { id: primary.id }, body: { customFields } });
    await refused(update({ text0: 'x'.repeat(1_991) }), 'SVC-VALIDATION');
    await update({ text0: 'y'.repeat(1_990) });
    expect(Object.keys((await update({ text0: null })).customFields)).toHaveLength(19);
    await refused(update({ text0: 'x' }), 'SVC-VALIDATION');
    // Values above the limit cannot prevent the deletion of a field.
    const id = String(fields[1]?.id);
    await scene.api.customFields.delete({ params: { id }, query: { force: true } });
    const { customFields } = await scene.api.contacts.get({ params: { id: primary.id } });
    expect(Object.keys(customFields)).toHaveLength(18);
  });

  test('a merged contact is not found, and the error names the contact that has its records', async () => {
    const scene = await createScene(target());
    const [a, b] = [await aContact(scene), await aContact(scene)];
    const c = await aContact(scene, { lifecycle: 'other' });
    await merge(scene, b.id, a.id);
    await merge(scene, c.id, b.id);
    const named = routes.filter(({ path }) => path.startsWith('/contacts/:id'));
    expect(named.length).toBeGreaterThan(14);
    const details = { resource: 'contact', id: a.id, mergedIntoId: c.id };
    const message = `The contact was merged into ${c.id}. Use the ID of that contact.`;
    for (const { name } of named) {
      const request = await preparedRequest(scene, name);
      const { status, json } = await scene.call(name, {
        ...request,
        params: { ...request.params, id: a.id },
      });
      expect({ name, status, json }).toMatchObject({
        name,
        status: 404,
        json: { error: { message, details } },
      });
    }
    for (const name of ['deals.create', 'tickets.create', 'conversations.create'] as const) {
      const { json } = await scene.call(name, await withBody(scene, name, { contactId: a.id }));
      expect({ name, json }).toMatchObject({ name, json: { error: { details } } });
    }
    await refused(merge(scene, a.id, c.id), 'SVC-NOT-FOUND');
    const { data } = await scene.api.contacts.list();
    const left = data.filter(({ id }) => [a.id, b.id, c.id].includes(id));
    expect(left).toMatchObject([{ id: c.id, lifecycle: 'other' }]);
  });

  test('repeating a merge changes nothing, and a contact is not merged with itself', async () => {
    const { scene, channelId, primary, duplicate } = await twoOfOnePerson(target());
    // The primary contact already has the newest message of both, so the merge changes none of its fields.
    await anInbound(scene, channelId, { from: String(primary.phone) });
    const merged = await merge(scene, primary.id, duplicate.id);
    const { data } = await scene.api.conversations.list();
    expect(data.map(({ contact }) => contact.name)).toEqual(['Ana', 'Ana']);
    const events = await recordedEvents(scene);
    expect(await merge(scene, primary.id, duplicate.id)).toEqual(merged);
    expect(await recordedEvents(scene)).toEqual(events);
    const self = await refused(merge(scene, primary.id, primary.id), 'SVC-RULE-VIOLATION');
    expect(self.details).toEqual({ rule: 'different_contacts', field: 'duplicateId' });
  });

  test('of merges in both directions at once, one happens, and no record is lost', async () => {
    const { scene, channelId, from, primary, duplicate } = await twoOfOnePerson(target());
    const merging = (primaryId: string, duplicateId: string) =>
      scene.call('contacts.merge', { body: { primaryId, duplicateId } });
    const [answers] = await Promise.all([
      Promise.all([
        merging(primary.id, duplicate.id),
        merging(duplicate.id, primary.id),
        merging(primary.id, duplicate.id),
        merging(duplicate.id, primary.id),
      ]),
      ...Array.from({ length: 3 }, () => anInbound(scene, channelId, { from })),
      ...[primary, duplicate].map(({ id: contactId }) =>
        scene.call('deals.create', { body: { title: 'Catering', contactId } }),
      ),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 404, 404]);
    const { data } = await scene.api.contacts.list();
    expect(data).toHaveLength(1);
    const [left] = data;
    const { data: messages } = await scene.api.messages.list();
    expect(messages.map(({ contactId }) => contactId)).toEqual(messages.map(() => left?.id));
    expect(messages).toHaveLength(5);
    const { data: deals } = await scene.api.deals.list();
    expect(deals.map(({ contactId }) => contactId)).toEqual(deals.map(() => left?.id));
  });
}

/** Returns when each message last changed: a merge changes the contact of messages, but not this time. */
async function timesOfMessages(scene: Scene) {
  const { data } = await scene.api.messages.list();
  return data.map(({ id, updatedAt }) => [id, updatedAt]);
}

function merge(scene: Scene, primaryId: string, duplicateId: string): Promise<Contact> {
  return scene.api.contacts.merge({ body: { primaryId, duplicateId } });
}

/** Creates two contacts with one conversation each. */
async function twoOfOnePerson(target: Target) {
  const scene = await createScene(target);
  const { id: channelId } = await aChannel(scene);
  const phone = aPhone();
  const primary = await aContact(scene, { name: 'Ana', phone: `+${phone}` });
  await anInbound(scene, channelId, { from: phone });
  const from = aPhone();
  const { contactId } = await anInbound(scene, channelId, { from });
  const duplicate = await scene.api.contacts.get({ params: { id: contactId } });
  return { scene, channelId, from, primary, duplicate };
}
