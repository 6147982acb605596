import { contract } from '@parley/contract';
import { implement } from '../http/implement.ts';
import {
  createChannel,
  deleteChannel,
  disableChannel,
  enableChannel,
  getChannel,
  listChannels,
  updateChannel,
} from './service.ts';
import { simulateInbound, simulateStatus } from './simulate.ts';

export const channelsRoutes = implement(contract.channels, {
  list: async ({ query }, ctx) => ({ status: 200, body: await listChannels(ctx, query) }),
  create: async ({ body }, ctx) => {
    const channel = await createChannel(ctx, body);
    return { status: 201, body: channel };
  },
  get: async ({ params }, ctx) => ({ status: 200, body: await getChannel(ctx, params.id) }),
  update: async ({ params, body }, ctx) => ({
    status: 200,
    body: await updateChannel(ctx, params.id, body),
  }),
  delete: async ({ params }, ctx) => {
    await deleteChannel(ctx, params.id);
    return { status: 204, body: undefined };
  },
  enable: async ({ params }, ctx) => ({ status: 200, body: await enableChannel(ctx, params.id) }),
  disable: async ({ params }, ctx) => ({ status: 200, body: await disableChannel(ctx, params.id) }),
  simulateInbound: async ({ params, body }, ctx) => ({
    status: 202,
    body: await simulateInbound(ctx, params.id, body),
  }),
  simulateStatus: async ({ params, body }, ctx) => ({
    status: 202,
    body: await simulateStatus(ctx, params.id, body),
  }),
});
