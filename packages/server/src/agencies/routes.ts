import { contract } from '@parley/contract';
import { findProofs } from '../branding/domains.ts';
import type { Deps } from '../deps.ts';
import { implement, prepared } from '../http/implement.ts';
import { requireOwnAgency } from '../tenancy/grants.ts';
import { getAgency, updateAgency } from './service.ts';

export function agenciesRoutes(deps: Pick<Deps, 'findTxt' | 'config'>) {
  return implement(contract.agencies, {
    current: async (_request, ctx) => {
      const tenant = await requireOwnAgency(ctx);
      return await getAgency(ctx, tenant);
    },
    update: prepared(
      async ({ body: { branding } }, ctx) =>
        branding?.domains && (await findProofs(ctx, branding.domains, deps)),
      async ({ body }, ctx, proofs) => {
        await requireOwnAgency(ctx);
        return await updateAgency(ctx, body, proofs);
      },
    ),
  });
}
