// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import { cannedResponseRecords } from '../canned-responses.ts';
import { contactRecords } from '../contact-records.ts';
import { conversationRecords } from '../conversation-records.ts';
import { dealRecords } from '../deal-records.ts';
import { knowledgeFaqRecords } from '../knowledge-faqs.ts';
import { knowledgeSourceRecords } from '../knowledge-indexing.ts';
import { ticketRecords } from '../tickets.ts';

/** The records of each kind that has tags. */
export const taggedRecords = {
  conversation: conversationRecords,
  contact: contactRecords,
  ticket: ticketRecords,
  knowledgeSource: knowledgeSourceRecords,
  knowledgeFaq: knowledgeFaqRecords,
  cannedResponse: cannedResponseRecords,
  deal: dealRecords,
};
