import { entryContract } from '@parley/contract/console';
import { type EntryDeps, implementEntry } from '../http/entry.ts';
import type { SignInDeps } from '../sessions/sign-in.ts';
import { beginSso, finishSso } from './sign-in.ts';

export function ssoEntries(parts: SignInDeps & EntryDeps) {
  return implementEntry(
    entryContract.sso,
    {
      begin: async (_request, visit) => ({ status: 200, body: await beginSso(parts, visit) }),
      finish: async ({ body }, visit) => ({
        status: 200,
        body: await finishSso(parts, body, visit),
      }),
    },
    parts,
  );
}
