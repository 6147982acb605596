// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import type { SeedRecords } from '../seeds-of.ts';
import type { CannedResponse, Channel, Contact, CreateCannedResponseBody, CreateChannelBody, CreateContactBody, CreateKnowledgeFaqBody, KnowledgeFaq } from './types.ts';
import { cannedResponseSeeds } from '../canned-responses.ts';
import { channelSeeds } from '../channel-records.ts';
import { contactSeeds } from '../contacts.ts';
import { knowledgeFaqSeeds } from '../knowledge-faqs.ts';

/** Makes records of the nouns whose `POST` makes them from its body alone. */
export interface NounSeeds {
  contacts: SeedRecords<CreateContactBody, Contact>;
  channels: SeedRecords<CreateChannelBody, Channel>;
  knowledgeFaqs: SeedRecords<CreateKnowledgeFaqBody, KnowledgeFaq>;
  cannedResponses: SeedRecords<CreateCannedResponseBody, CannedResponse>;
}

/** How the seeds of these nouns make their records. */
export const nounSeeds = {
  contacts: contactSeeds,
  channels: channelSeeds,
  knowledgeFaqs: knowledgeFaqSeeds,
  cannedResponses: cannedResponseSeeds,
};
