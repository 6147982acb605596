import { contract } from '@parley/contract';
import { receivedGrants } from '../agency-grants/records.ts';
import type { Deps } from '../deps.ts';
import { implement, prepared } from '../http/implement.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { actAsClient, requireOwnAgency } from '../tenancy/grants.ts';
import { admitOwner, inviteOwner } from './owners.ts';
import { usageOf } from './read-inside.ts';
import { agencyClients } from './records.ts';
import {
  admitClient,
  archiveClient,
  createClient,
  createGrantOf,
  getClient,
  getGrantOf,
  getKeyOf,
  issueKeyOf,
  listKeysOf,
  reactivateClient,
  revokeGrantOf,
  revokeKeyOf,
  suspendClient,
  updateClient,
} from './service.ts';

export function agencyClientsRoutes(deps: Deps) {
  return implement(contract.agencyClients, {
    list: forAgency(async ({ query }, ctx) => await agencyClients.list(ctx, query)),
    create: prepared(
      forAgency(async ({ body }, ctx) => await admitClient(ctx, body, deps)),
      forAgency(async ({ body }, ctx, mail) => await createClient(ctx, body, mail)),
    ),
    get: forAgency(async ({ params }, ctx) => await getClient(ctx, params.id)),
    update: forAgency(async ({ params, body }, ctx) => await updateClient(ctx, params.id, body)),
    archive: forAgency(async ({ params }, ctx) => await archiveClient(ctx, params.id)),
    suspend: forAgency(
      async ({ params, body }, ctx) => await suspendClient(ctx, params.id, body?.reason ?? null),
    ),
    reactivate: forAgency(async ({ params }, ctx) => await reactivateClient(ctx, params.id)),
    inviteOwner: prepared(
      forAgency(
        async ({ params, body: { email } }, ctx) =>
          await admitOwner(ctx, params.id, { email, deps }),
      ),
      forAgency(
        async ({ params, body: owner }, ctx, mail) =>
          await inviteOwner(ctx, params.id, { owner, mail }),
      ),
    ),
    usage: forAgency(async ({ params, query }, ctx) => await usageOf(ctx, params.id, query)),
    listGrants: forAgency(async ({ params: { id }, query }, ctx) => {
      const body = await receivedGrants.list(ctx, { ...query, agencyClientId: [id] });
      // Checks after the read: if the client is archived in between, the response must not be an empty list.
      await actAsClient(ctx, id);
      return body;
    }),
    createGrant: forAgency(
      async ({ params, body }, ctx) => await createGrantOf(ctx, params.id, body),
    ),
    getGrant: forAgency(
      async ({ params: { id, agencyGrantId } }, ctx) => await getGrantOf(ctx, id, agencyGrantId),
    ),
    revokeGrant: forAgency(
      async ({ params: { id, agencyGrantId } }, ctx) => await revokeGrantOf(ctx, id, agencyGrantId),
    ),
    listApiKeys: forAgency(
      async ({ params, query }, ctx) => await listKeysOf(ctx, params.id, query),
    ),
    issueApiKey: forAgency(async ({ params, body }, ctx) => await issueKeyOf(ctx, params.id, body)),
    getApiKey: forAgency(
      async ({ params: { id, apiKeyId } }, ctx) => await getKeyOf(ctx, id, apiKeyId),
    ),
    revokeApiKey: forAgency(
      async ({ params: { id, apiKeyId } }, ctx) => await revokeKeyOf(ctx, id, apiKeyId),
    ),
  });
}

/** Returns a handler that first checks that the caller is an agency. */
function forAgency<Request, Prepared extends unknown[], Result>(
  handle: (request: Request, ctx: TenantContext, ...prepared: Prepared) => Promise<Result>,
): (request: Request, ctx: TenantContext, ...prepared: Prepared) => Promise<Result> {
  return async (request, ctx, ...prepared) => {
    await requireOwnAgency(ctx);
    return await handle(request, ctx, ...prepared);
  };
}
