import { contract } from '@parley/contract';
import { crud } from '../crud/crud.ts';
import { implement } from '../http/implement.ts';
import { users } from './service.ts';

const { list, get } = crud(users);

export const membersRoutes = implement(contract.members, { list, get });
