import { entryContract } from '@parley/contract/console';
import { type EntryDeps, implementEntry } from '../http/entry.ts';
import type { SignInDeps } from '../sessions/sign-in.ts';
import { beginSso, finishSso } from './sign-in.ts';

export function ssoEntries(parts: SignInDeps & EntryDeps) {
  return implementEntry(
    entryContract.sso,
    {
      begin: async (_request, visit) => await beginSso(parts, visit),
      finish: async ({ body }, visit) => await finishSso(parts, body, visit),
    },
    parts,
  );
}
