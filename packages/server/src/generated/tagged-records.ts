// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import { cannedResponses } from '../canned-responses/records.ts';
import { contacts } from '../contacts/records.ts';
import { conversations } from '../conversations/records.ts';
import { deals } from '../deals/records.ts';
import { knowledgeFaqs } from '../knowledge-faqs/service.ts';
import { knowledgeSources } from '../knowledge-sources/service.ts';
import { tickets } from '../tickets/records.ts';

/** The records of each kind that has tags. */
export const taggedRecords = {
  cannedResponse: cannedResponses,
  contact: contacts,
  conversation: conversations,
  deal: deals,
  knowledgeFaq: knowledgeFaqs,
  knowledgeSource: knowledgeSources,
  ticket: tickets,
};
