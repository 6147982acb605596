// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import type { ShownRecords } from '../records.ts';
import { agencyClientRecords, agencyGrantRecords } from '../agency-records.ts';
import { apiKeyRecords } from '../api-keys.ts';
import { auditLogRecords } from '../audit-log.ts';
import { cannedResponseRecords } from '../canned-responses.ts';
import { channelRecords } from '../channel-records.ts';
import { contactImportRecords } from '../contact-imports.ts';
import { contactRecords } from '../contact-records.ts';
import { conversationRecords } from '../conversation-records.ts';
import { customFieldRecords } from '../custom-values.ts';
import { dealRecords } from '../deal-records.ts';
import { knowledgeFaqRecords } from '../knowledge-faqs.ts';
import { knowledgeSourceRecords } from '../knowledge-indexing.ts';
import { messageRecords } from '../messages.ts';
import { noteRecords } from '../notes.ts';
import { pipelineRecords } from '../pipeline-records.ts';
import { segmentRecords } from '../segments.ts';
import { suppressionRecords } from '../suppressions.ts';
import { tagRecords } from '../tags.ts';
import { templateRecords } from '../template-records.ts';
import { ticketCommentRecords } from '../ticket-comments.ts';
import { ticketRecords } from '../tickets.ts';
import { userRecords } from '../users.ts';
import { endpointRecords } from '../webhook-endpoint-records.ts';

/** The records of every noun. */
export const nounRecords: readonly ShownRecords[] = [
  messageRecords,
  conversationRecords,
  contactRecords,
  contactImportRecords,
  channelRecords,
  templateRecords,
  ticketRecords,
  apiKeyRecords,
  knowledgeSourceRecords,
  knowledgeFaqRecords,
  cannedResponseRecords,
  customFieldRecords,
  segmentRecords,
  tagRecords,
  noteRecords,
  suppressionRecords,
  pipelineRecords,
  dealRecords,
  agencyClientRecords,
  agencyGrantRecords,
  userRecords,
  ticketCommentRecords,
  auditLogRecords,
  endpointRecords,
];
