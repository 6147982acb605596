import { contract } from '@parley/contract';
import { crud } from '../crud/crud.ts';
import { implement } from '../http/implement.ts';
import { simulateInbound, simulateStatus } from '../inbound/simulate.ts';
import { channels, deleteChannel, disableChannel, enableChannel, listChannels } from './service.ts';

const { create, get, update } = crud(channels);

export const channelsRoutes = implement(contract.channels, {
  list: async ({ query }, ctx) => ({ status: 200, body: await listChannels(ctx, query) }),
  create,
  get,
  update,
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
