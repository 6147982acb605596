// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import type { ShownRecords } from '../records.ts';
import { apiKeyRecords } from '../api-keys.ts';
import { cannedResponseRecords } from '../canned-responses.ts';
import { channelRecords } from '../channel-records.ts';
import { contactRecords } from '../contacts.ts';
import { conversationRecords } from '../conversation-records.ts';
import { faqRecords } from '../knowledge-faqs.ts';
import { sourceRecords } from '../knowledge-indexing.ts';
import { messageRecords } from '../messages.ts';
import { templateRecords } from '../template-records.ts';
import { userRecords } from '../users.ts';
import { endpointRecords } from '../webhook-endpoint-records.ts';

/** The records of every noun. */
export const nounRecords: readonly ShownRecords[] = [
  messageRecords,
  conversationRecords,
  contactRecords,
  channelRecords,
  templateRecords,
  apiKeyRecords,
  cannedResponseRecords,
  userRecords,
  faqRecords,
  sourceRecords,
  endpointRecords,
];
