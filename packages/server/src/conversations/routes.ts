import { contract } from '@parley/contract';
import { implement, selfRecording } from '../http/implement.ts';
import {
  getConversation,
  listConversationMessages,
  listConversations,
  markRead,
  markUnread,
  sendConversationMessage,
  updateConversation,
} from './service.ts';

export const conversationsRoutes = implement(contract.conversations, {
  list: async ({ query }, ctx) => ({ status: 200, body: await listConversations(ctx, query) }),
  get: async ({ params }, ctx) => ({ status: 200, body: await getConversation(ctx, params.id) }),
  update: async ({ params, body }, ctx) => ({
    status: 200,
    body: await updateConversation(ctx, params.id, body),
  }),
  markRead: async ({ params }, ctx) => ({ status: 200, body: await markRead(ctx, params.id) }),
  markUnread: async ({ params }, ctx) => ({ status: 200, body: await markUnread(ctx, params.id) }),
  listMessages: async ({ params, query }, ctx) => ({
    status: 200,
    body: await listConversationMessages(ctx, params.id, query),
  }),
  sendMessage: selfRecording(async ({ params, body }, ctx) => {
    const message = await sendConversationMessage(ctx, params.id, body);
    return { status: 202, body: message };
  }),
});
