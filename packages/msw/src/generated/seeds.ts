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
  /** Creates contacts. `fields` are those of their `POST`. Missing fields get valid values. */
  contacts: SeedRecords<CreateContactBody, Contact>;
  /** Creates channels. `fields` are those of their `POST`. Missing fields get valid values. */
  channels: SeedRecords<CreateChannelBody, Channel>;
  /** Creates tickets. `fields` are those of their `POST`. Missing fields get valid values. */
  tickets: SeedRecords<CreateTicketBody, Ticket>;
  /** Creates knowledge FAQs. `fields` are those of their `POST`. Missing fields get valid values. */
  knowledgeFaqs: SeedRecords<CreateKnowledgeFaqBody, KnowledgeFaq>;
  /** Creates canned responses. `fields` are those of their `POST`. Missing fields get valid values. */
  cannedResponses: SeedRecords<CreateCannedResponseBody, CannedResponse>;
  /** Creates custom fields. `fields` are those of their `POST`. Missing fields get valid values. */
  customFields: SeedRecords<CreateCustomFieldBody, CustomField>;
  /** Creates segments. `fields` are those of their `POST`. Missing fields get valid values. */
  segments: SeedRecords<CreateSegmentBody, Segment>;
  /** Creates tags. `fields` are those of their `POST`. Missing fields get valid values. */
  tags: SeedRecords<CreateTagBody, Tag>;
  /** Creates pipelines. `fields` are those of their `POST`. Missing fields get valid values. */
  pipelines: SeedRecords<CreatePipelineBody, Pipeline>;
  /** Creates deals. `fields` are those of their `POST`. Missing fields get valid values. */
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
