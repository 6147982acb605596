import { noteOf, noteRules } from '@parley/domain';
import { defineRecords } from '../crud/records.ts';
import { notesTable } from './table.ts';

export const notes = defineRecords(notesTable, noteRules, {
  make: (note) => ({ record: noteOf(note) }),
});
