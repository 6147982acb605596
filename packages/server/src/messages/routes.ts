import { contract } from '@parley/contract';
import { implement, selfRecording } from '../http/implement.ts';
import { measuringRefusals } from './refusals.ts';
import { sendMessage } from './send.ts';
import {
  cancelMessage,
  getMessage,
  listMessageEvents,
  listMessages,
  retryMessage,
} from './service.ts';

export const messagesRoutes = implement(contract.messages, {
  send: selfRecording(async ({ body }, ctx) => {
    const send = () => sendMessage(ctx, body);
    return await measuringRefusals(ctx, body.channelId, send);
  }),
  list: async ({ query }, ctx) => await listMessages(ctx, query),
  get: async ({ params }, ctx) => await getMessage(ctx, params.id),
  listEvents: async ({ params, query }, ctx) => await listMessageEvents(ctx, params.id, query),
  cancel: async ({ params }, ctx) => await cancelMessage(ctx, params.id),
  retry: async ({ params }, ctx) => await retryMessage(ctx, params.id),
});
