import { contract } from '@parley/contract';
import { cannedResponseRules } from '@parley/domain';
import { crud } from '../crud/crud.ts';
import { defineRecords } from '../crud/records.ts';
import { implement } from '../http/implement.ts';
import { cannedResponsesTable } from './table.ts';

const cannedResponses = defineRecords(cannedResponsesTable, cannedResponseRules);

export const cannedResponsesRoutes = implement(contract.cannedResponses, crud(cannedResponses));
