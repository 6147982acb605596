import { isDeepStrictEqual } from 'node:util';
import type { Channel } from '@parley/contract/schemas';
import {
  checkLive,
  credentialChecks,
  type StoredChannel,
  type Verified,
  verified,
  verifiedSandbox,
} from '@parley/domain';
import { enqueueSync } from '../templates/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import type { ProviderDeps } from './adapters/adapter.ts';
import { readConnection } from './adapters/connections.ts';
import { hasNewerConnection } from './secrets.ts';
import { channels } from './service.ts';
import { hasTokenStep } from './token-steps.ts';
import { watchToken } from './tokens.ts';

// Verifying has two steps: asking the provider outside of any transaction, and writing its answer in a transaction.

/** The answer of the provider, and the account and the version of the credentials that were checked. */
export interface Finding {
  readonly verified: Verified;
  readonly config: StoredChannel['config'];
  readonly version: number;
}

/**
 * Asks the provider to check the credentials of a channel. Waits for the network, so do not call it in a transaction.
 * Throws SVC-NOT-FOUND without a channel, SVC-INVALID-TRANSITION for a deleted one, and SVC-PROVIDER-ERROR when the
 * provider does not answer.
 */
export async function askProvider(
  ctx: TenantContext,
  { adapters, secrets }: ProviderDeps,
  id: string,
  action: string,
): Promise<Finding> {
  await channels.get(ctx, id);
  const { version, ...connection } = await readConnection(ctx, secrets, id);
  checkLive(connection.channel, action);
  const missing = credentialChecks(connection.channel);
  const found =
    missing.length > 0
      ? { checks: missing, expiresAt: null, refreshable: false }
      : await adapters[connection.channel.provider].verify(connection);
  return { verified: found, config: connection.channel.config, version };
}

/**
 * Stores the result of a verification. Stores nothing when the account or the credentials have changed since the
 * provider was asked.
 */
export async function writeFinding(
  ctx: TenantContext,
  id: string,
  { verified: found, config, version }: Finding,
  { enables }: { enables: boolean },
): Promise<Channel> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await channels.take(ctx, id);
    checkLive(before, enables ? 'enable' : 'verify');
    if (before.provider === 'sandbox') {
      return await channels.save(ctx, before, verifiedSandbox(before, enables));
    }
    const isOther =
      !isDeepStrictEqual(before.config, config) || (await hasNewerConnection(ctx, id, version));
    if (isOther) return await channels.show(ctx, before);
    const at = ctx.now().toISOString();
    const after = verified(before, found, { at, enables });
    // The server checks template messages against the content of the templates, so it must load them first.
    if (after.status === 'active' && after.templatesSyncedAt === null && after.type === 'whatsapp')
      await enqueueSync(ctx, id);
    // The first verification begins to watch the token. A refused renewal ends that.
    if (after.externalId !== null && !(await hasTokenStep(ctx, id, version)))
      await watchToken(ctx, after, version);
    return await channels.save(ctx, before, after);
  });
}
