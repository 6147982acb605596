import { entryContract } from '@parley/contract/console';
import { ServiceError } from '@parley/contract/schemas';
import { type EntryDeps, implementEntry } from '../http/entry.ts';
import type { SignInDeps } from '../sessions/sign-in.ts';
import { brandIn, brandOn } from './service.ts';

export function brandEntries(parts: SignInDeps & EntryDeps) {
  const { deps, sessions } = parts;
  return implementEntry(
    entryContract.brand,
    {
      get: async (_request, { token, host }) => {
        const session = token === undefined ? undefined : await sessions.find(token).catch(ended);
        return session ? await brandIn(deps, session.tenantId) : await brandOn(deps, host);
      },
    },
    parts,
  );
}

function ended(error: unknown): undefined {
  if (!(error instanceof ServiceError)) throw error;
}
