import { cannedResponseRules } from '@parley/domain';
import { defineRecords } from '../crud/records.ts';
import { cannedResponsesTable } from './table.ts';

export const cannedResponses = defineRecords(cannedResponsesTable, cannedResponseRules);
