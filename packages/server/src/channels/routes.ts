import { contract } from '@parley/contract';
import { crud } from '../crud/crud.ts';
import { listOf } from '../crud/owned.ts';
import { implement, prepared } from '../http/implement.ts';
import { simulateInbound, simulateStatus } from '../inbound/simulate.ts';
import { listFailuresOf, retryFailure } from '../receivers/failures.ts';
import type { ProviderDeps } from './adapters/adapter.ts';
import {
  channels,
  createChannel,
  deleteChannel,
  disableChannel,
  listChannels,
  updateChannel,
} from './service.ts';
import { askProvider, writeFinding } from './verify.ts';

const { get } = crud(channels);

export function channelsRoutes(deps: ProviderDeps) {
  const { secrets } = deps;
  return implement(contract.channels, {
    list: async ({ query }, ctx) => await listChannels(ctx, query),
    create: async ({ body }, ctx) => await createChannel(ctx, secrets, body),
    get,
    update: async ({ params, body }, ctx) => await updateChannel(ctx, secrets, params.id, body),
    delete: async ({ params }, ctx) => await deleteChannel(ctx, params.id),
    verify: prepared(
      async ({ params }, ctx) => await askProvider(ctx, deps, params.id, 'verify'),
      async ({ params }, ctx, finding) =>
        await writeFinding(ctx, params.id, finding, { enables: false }),
    ),
    enable: prepared(
      async ({ params }, ctx) => await askProvider(ctx, deps, params.id, 'enable'),
      async ({ params }, ctx, finding) =>
        await writeFinding(ctx, params.id, finding, { enables: true }),
    ),
    disable: async ({ params }, ctx) => await disableChannel(ctx, params.id),
    listInboundFailures: listOf(channels, listFailuresOf),
    retryInboundFailure: async ({ params }, ctx) =>
      await retryFailure(ctx, params.id, params.inboundFailureId),
    simulateInbound: async ({ params, body }, ctx) => await simulateInbound(ctx, params.id, body),
    simulateStatus: async ({ params, body }, ctx) => await simulateStatus(ctx, params.id, body),
  });
}
