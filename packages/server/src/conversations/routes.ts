import { contract } from '@parley/contract';
import { crud } from '../crud/crud.ts';
import { implement, selfRecording } from '../http/implement.ts';
import { conversations } from './records.ts';
import {
  listConversationMessages,
  markRead,
  markUnread,
  sendConversationMessage,
  showTyping,
} from './service.ts';
import { startConversation } from './start.ts';

export const conversationsRoutes = implement(contract.conversations, {
  ...crud(conversations),
  create: async ({ body }, ctx) => await startConversation(ctx, body),
  markRead: async ({ params }, ctx) => await markRead(ctx, params.id),
  markUnread: async ({ params }, ctx) => await markUnread(ctx, params.id),
  typing: async ({ params }, ctx) => await showTyping(ctx, params.id),
  listMessages: listConversationMessages,
  sendMessage: selfRecording(
    async ({ params, body }, ctx) => await sendConversationMessage(ctx, params.id, body),
  ),
});
