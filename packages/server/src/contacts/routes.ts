import { contract } from '@parley/contract';
import { crud } from '../crud/crud.ts';
import { implement } from '../http/implement.ts';
import { contacts } from './service.ts';

const { list, create, get, update } = crud(contacts);
export const contactsRoutes = implement(contract.contacts, { list, create, get, update });
