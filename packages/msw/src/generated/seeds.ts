// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import type { SeedRecords } from '../seeds-of.ts';
import type { CannedResponse, Channel, Contact, CreateCannedResponseBody, CreateChannelBody, CreateContactBody, CreateCustomFieldBody, CreateDealBody, CreateKnowledgeFaqBody, CreatePipelineBody, CreateSegmentBody, CreateTagBody, CreateTicketBody, CustomField, Deal, KnowledgeFaq, Pipeline, Segment, Tag, Ticket } from './types.ts';
import { cannedResponseSeeds } from '../canned-responses.ts';
import { channelSeeds } from '../channel-records.ts';
import { contactSeeds } from '../contacts.ts';
import { customFieldSeeds } from '../custom-fields.ts';
import { dealSeeds } from '../deals.ts';
import { knowledgeFaqSeeds } from '../knowledge-faqs.ts';
import { pipelineSeeds } from '../pipelines.ts';
import { segmentSeeds } from '../segments.ts';
import { tagSeeds } from '../tags.ts';
import { ticketSeeds } from '../tickets.ts';

/** Makes records of the nouns whose `POST` makes them from its body alone. */
export interface NounSeeds {
  contacts: SeedRecords<CreateContactBody, Contact>;
  channels: SeedRecords<CreateChannelBody, Channel>;
  tickets: SeedRecords<CreateTicketBody, Ticket>;
  knowledgeFaqs: SeedRecords<CreateKnowledgeFaqBody, KnowledgeFaq>;
  cannedResponses: SeedRecords<CreateCannedResponseBody, CannedResponse>;
  customFields: SeedRecords<CreateCustomFieldBody, CustomField>;
  segments: SeedRecords<CreateSegmentBody, Segment>;
  tags: SeedRecords<CreateTagBody, Tag>;
  pipelines: SeedRecords<CreatePipelineBody, Pipeline>;
  deals: SeedRecords<CreateDealBody, Deal>;
}

/** How the seeds of these nouns make their records. */
export const nounSeeds = {
  contacts: contactSeeds,
  channels: channelSeeds,
  tickets: ticketSeeds,
  knowledgeFaqs: knowledgeFaqSeeds,
  cannedResponses: cannedResponseSeeds,
  customFields: customFieldSeeds,
  segments: segmentSeeds,
  tags: tagSeeds,
  pipelines: pipelineSeeds,
  deals: dealSeeds,
};
