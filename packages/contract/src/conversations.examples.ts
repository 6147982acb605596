import type { Conversation } from './conversations.ts';
import { at, changed, exampleId, exampleIds, made, onePage } from './example-values.ts';

const conversation: Conversation = {
  id: exampleIds.conversation,
  channelId: exampleIds.channel,
  channelType: 'whatsapp',
  contactId: exampleIds.contact,
  contact: { id: exampleIds.contact, name: 'Ana Lima', phone: '+5511987654321', avatarUrl: null },
  address: '5511987654321',
  status: 'open',
  priority: null,
  assigneeId: null,
  subject: null,
  tags: [],
  customFields: { plan: 'gold' },
  metadata: {},
  unreadCount: 1,
  lastMessage: {
    id: exampleIds.inboundMessage,
    direction: 'inbound',
    type: 'text',
    text: 'Thank you!',
    status: 'received',
    createdAt: at(40),
  },
  lastMessageAt: at(40),
  lastInboundAt: at(40),
  lastOutboundAt: at(30),
  firstReplyAt: null,
  waitingSince: at(40),
  window: {
    open: true,
    expiresAt: '2026-11-21T09:30:40.000Z',
    remaining: null,
    allowed: ['text', 'template'],
  },
  snoozedUntil: null,
  closedAt: null,
  source: 'api',
  reopenCount: 0,
  messageCount: 2,
  createdAt: at(30),
  updatedAt: at(40),
};

export const conversationExamples = {
  conversation,
  conversationPage: onePage(conversation),
  listConversationsQuery: { status: ['open', 'pending'], unread: true, sort: '-lastMessageAt' },
  createConversationBody: { channelId: exampleIds.channel, to: '5511987654321' },
  updateConversationBody: { status: 'closed' },
} as const;

export const conversationEventExamples = {
  'conversation.created': made(conversation),
  'conversation.updated': changed(conversation, { subject: 'Order 1042' }),
  'conversation.status_changed': changed(conversation, { status: 'closed', closedAt: at(50) }),
  'conversation.assigned': changed(conversation, { assigneeId: exampleId('user', 'A') }),
  'conversation.read': changed(conversation, { unreadCount: 0 }),
};
