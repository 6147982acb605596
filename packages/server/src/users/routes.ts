import { contract } from '@parley/contract';
import { consoleContract } from '@parley/contract/console';
import { crud } from '../crud/crud.ts';
import { implement } from '../http/implement.ts';
import { sessionOf } from '../sessions/session-of.ts';
import { updateMember } from './change.ts';
import { users } from './service.ts';

const { list, get } = crud(users);

export const membersRoutes = implement(contract.members, { list, get });

export const consoleMembers = implement(consoleContract.members, {
  update: async ({ params, body }, ctx) =>
    await updateMember(ctx, params.id, body, sessionOf(ctx).role),
});
