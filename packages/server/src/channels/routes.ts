import { contract } from '@parley/contract';
import { crud } from '../crud/crud.ts';
import { implement, prepared } from '../http/implement.ts';
import { simulateInbound, simulateStatus } from '../inbound/simulate.ts';
import { listFailuresOf, retryFailure } from '../receivers/failures.ts';
import {
  channels,
  createChannel,
  deleteChannel,
  disableChannel,
  listChannels,
  updateChannel,
} from './service.ts';
import { askProvider, type VerifyDeps, writeFinding } from './verify.ts';

const { get } = crud(channels);

export function channelsRoutes(deps: VerifyDeps) {
  const { secrets } = deps;
  return implement(contract.channels, {
    list: async ({ query }, ctx) => ({ status: 200, body: await listChannels(ctx, query) }),
    create: async ({ body }, ctx) => ({
      status: 201,
      body: await createChannel(ctx, secrets, body),
    }),
    get,
    update: async ({ params, body }, ctx) => ({
      status: 200,
      body: await updateChannel(ctx, secrets, params.id, body),
    }),
    delete: async ({ params }, ctx) => {
      await deleteChannel(ctx, params.id);
      return { status: 204, body: undefined };
    },
    verify: prepared(
      async ({ params }, ctx) => await askProvider(ctx, deps, params.id, 'verify'),
      async ({ params }, ctx, finding) => ({
        status: 200,
        body: await writeFinding(ctx, params.id, finding, { enables: false }),
      }),
    ),
    enable: prepared(
      async ({ params }, ctx) => await askProvider(ctx, deps, params.id, 'enable'),
      async ({ params }, ctx, finding) => ({
        status: 200,
        body: await writeFinding(ctx, params.id, finding, { enables: true }),
      }),
    ),
    disable: async ({ params }, ctx) => ({
      status: 200,
      body: await disableChannel(ctx, params.id),
    }),
    listInboundFailures: async ({ params, query }, ctx) => ({
      status: 200,
      body: await listFailuresOf(ctx, params.id, query),
    }),
    retryInboundFailure: async ({ params }, ctx) => ({
      status: 202,
      body: await retryFailure(ctx, params.id, params.inboundFailureId),
    }),
    simulateInbound: async ({ params, body }, ctx) => ({
      status: 202,
      body: await simulateInbound(ctx, params.id, body),
    }),
    simulateStatus: async ({ params, body }, ctx) => ({
      status: 202,
      body: await simulateStatus(ctx, params.id, body),
    }),
  });
}
