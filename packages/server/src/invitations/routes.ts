import { consoleContract, entryContract } from '@parley/contract/console';
import type { Deps } from '../deps.ts';
import { type EntryDeps, implementEntry } from '../http/entry.ts';
import { implement, prepared } from '../http/implement.ts';
import { requestPasswordReset, resetPassword } from '../sessions/reset.ts';
import { sessionOf } from '../sessions/session-of.ts';
import type { SignInDeps } from '../sessions/sign-in.ts';
import { acceptInvitation, previewInvitation } from './accept.ts';
import { admitInvitation, invite, listInvitations, revokeInvitation } from './service.ts';

export function consoleInvitations(deps: Deps) {
  return implement(consoleContract.invitations, {
    list: async ({ query }, ctx) => await listInvitations(ctx, query),
    create: prepared(
      async ({ body }, ctx) => await admitInvitation(ctx, body, { by: sessionOf(ctx).role, deps }),
      async ({ body }, ctx, mail) => await invite(ctx, body, { by: sessionOf(ctx).role, mail }),
    ),
    revoke: async ({ params }, ctx) => await revokeInvitation(ctx, params.id, sessionOf(ctx).role),
  });
}

export function joiningEntries(parts: SignInDeps & EntryDeps) {
  return implementEntry(
    entryContract.joining,
    {
      preview: async ({ body }, visit) => await previewInvitation(parts, body.token, visit),
      accept: async ({ body }, visit) => await acceptInvitation(parts, body, visit),
      requestPasswordReset: async ({ body }, visit) =>
        await requestPasswordReset(parts, body, visit),
      resetPassword: async ({ body }, visit) => await resetPassword(parts, body, visit),
    },
    parts,
  );
}
