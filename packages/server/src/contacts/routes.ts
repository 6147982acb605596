import { contract } from '@parley/contract';
import { blockedAs, decided } from '@parley/domain';
import { crud } from '../crud/crud.ts';
import { implement } from '../http/implement.ts';
import { contacts } from './service.ts';

const { list, create, get, update } = crud(contacts);
export const contactsRoutes = implement(contract.contacts, {
  list,
  create,
  get,
  update,
  optOut: async ({ params, body }, ctx) => ({
    status: 200,
    body: await contacts.change(ctx, params.id, decided('opted_out', body)),
  }),
  optIn: async ({ params, body }, ctx) => ({
    status: 200,
    body: await contacts.change(ctx, params.id, decided('opted_in', body)),
  }),
  block: async ({ params }, ctx) => ({
    status: 200,
    body: await contacts.change(ctx, params.id, blockedAs(true)),
  }),
  unblock: async ({ params }, ctx) => ({
    status: 200,
    body: await contacts.change(ctx, params.id, blockedAs(false)),
  }),
});
