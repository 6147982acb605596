import { contract } from '@parley/contract';
import { crud } from '../crud/crud.ts';
import { implement } from '../http/implement.ts';
import { cannedResponses } from './records.ts';

export const cannedResponsesRoutes = implement(contract.cannedResponses, crud(cannedResponses));
