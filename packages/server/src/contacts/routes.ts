import { contract } from '@parley/contract';
import { implement } from '../http/implement.ts';
import { createContact, getContact, listContacts, updateContact } from './service.ts';

export const contactsRoutes = implement(contract.contacts, {
  list: async ({ query }, ctx) => ({ status: 200, body: await listContacts(ctx, query) }),
  create: async ({ body }, ctx) => {
    const contact = await createContact(ctx, body);
    return { status: 201, body: contact, location: `/contacts/${contact.id}` };
  },
  get: async ({ params }, ctx) => ({ status: 200, body: await getContact(ctx, params.id) }),
  update: async ({ params, body }, ctx) => ({
    status: 200,
    body: await updateContact(ctx, params.id, body),
  }),
});
