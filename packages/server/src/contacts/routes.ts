import { contract } from '@parley/contract';
import type { ChangeConsentBody, Contact, ListConsentsQuery } from '@parley/contract/schemas';
import {
  archivedAs,
  blockedAs,
  consentFilters,
  decided,
  withoutTag,
  withTags,
} from '@parley/domain';
import { crud } from '../crud/crud.ts';
import { defineList } from '../crud/list.ts';
import { listOf } from '../crud/owned.ts';
import { implement, prepared } from '../http/implement.ts';
import { sourceOf, type TenantContext } from '../tenancy/context.ts';
import { eraseContact, eraseInSteps } from './erase.ts';
import { exportAnswer } from './export.ts';
import { getContact, mergeContacts, prepareMerge } from './merge.ts';
import { contacts } from './records.ts';
import { consentsTable } from './table.ts';
import { batchContacts, upsertContact } from './upsert.ts';

const readConsents = defineList(consentsTable, { filters: consentFilters });

export const contactsRoutes = implement(contract.contacts, {
  ...crud(contacts),
  export: async ({ query }, ctx) => exportAnswer(ctx, query).bytes,
  get: async ({ params }, ctx) => await getContact(ctx, params.id),
  upsert: async ({ body }, ctx) => {
    const { status, contact } = await upsertContact(ctx, body);
    return { contact, created: status === 'created' };
  },
  batch: async ({ body }, ctx) => await batchContacts(ctx, body),
  merge: prepared(
    async ({ body }, ctx) => await prepareMerge(ctx, body),
    async ({ body }, ctx, hasMoved) => await mergeContacts(ctx, body, { hasMoved }),
  ),
  delete: prepared(
    async ({ params }, ctx) => await eraseInSteps(ctx, params.id),
    async ({ params }, ctx, hasBegun) => await eraseContact(ctx, params.id, { hasBegun }),
  ),
  optOut: async ({ params, body }, ctx) => await decideAs('opted_out', ctx, params.id, body),
  optIn: async ({ params, body }, ctx) => await decideAs('opted_in', ctx, params.id, body),
  listConsents: listOf(contacts, (ctx, id, query: ListConsentsQuery) =>
    readConsents(ctx, { ...query, contactId: [id] }),
  ),
  block: async ({ params }, ctx) => await contacts.change(ctx, params.id, blockedAs(true)),
  unblock: async ({ params }, ctx) => await contacts.change(ctx, params.id, blockedAs(false)),
  archive: async ({ params }, ctx) => await contacts.change(ctx, params.id, archivedAs(true)),
  unarchive: async ({ params }, ctx) => await contacts.change(ctx, params.id, archivedAs(false)),
  addTags: async ({ params, body }, ctx) => {
    const { tags } = await contacts.change(ctx, params.id, (one) => withTags(one, body.tags));
    return { tags };
  },
  removeTag: async ({ params }, ctx) => {
    await contacts.change(ctx, params.id, (one) => withoutTag(one, params.name));
  },
});

async function decideAs(
  status: 'opted_in' | 'opted_out',
  ctx: TenantContext,
  id: string,
  body: ChangeConsentBody,
): Promise<Contact> {
  const before = await contacts.take(ctx, id);
  const decision = decided(status, body, ctx.now().toISOString());
  return await contacts.decide(ctx, before, { ...decision, source: sourceOf(ctx) });
}
