import { consoleContract, entryContract } from '@parley/contract/console';
import { type EntryDeps, implementEntry } from '../http/entry.ts';
import { implement, prepared } from '../http/implement.ts';
import { beginTotp, confirmTotp, removeTotp } from './authenticator.ts';
import {
  confirmPassword,
  endOneSession,
  endOthers,
  listSessions,
  newPasswordHash,
  updateProfile,
} from './service.ts';
import {
  getSession,
  getSetup,
  type SignInDeps,
  setUp,
  signIn,
  signOut,
  switchTenant,
} from './sign-in.ts';

export function setupEntries(parts: SignInDeps & EntryDeps) {
  return implementEntry(
    entryContract.setup,
    {
      state: async (_request, visit) => await getSetup(parts, visit),
      complete: async ({ body }, visit) => await setUp(parts, body, visit),
    },
    parts,
  );
}

export function sessionEntries(parts: SignInDeps & EntryDeps) {
  return implementEntry(
    entryContract.session,
    {
      signIn: async ({ body }, visit) => await signIn(parts, body, visit),
      get: async (_request, visit) => await getSession(parts, visit),
      switch: async ({ body }, visit) => await switchTenant(parts, body.tenantId, visit),
      signOut: async (_request, visit) => await signOut(parts, visit),
    },
    parts,
  );
}

export const consoleSessions = implement(consoleContract.sessions, {
  list: async (_request, ctx) => await listSessions(ctx),
  end: async ({ params }, ctx) => await endOneSession(ctx, params.id),
  endOthers: async (_request, ctx) => await endOthers(ctx),
});

export function consoleProfile({ deps: { secrets }, throttle }: SignInDeps) {
  return implement(consoleContract.profile, {
    beginTotp: prepared(
      ({ body }, ctx) => confirmPassword(ctx, body.password, throttle),
      async (_request, ctx, account) => await beginTotp(ctx, account, secrets),
    ),
    confirmTotp: async ({ body }, ctx) => await confirmTotp(ctx, body.code, secrets),
    removeTotp: prepared(
      ({ body }, ctx) => confirmPassword(ctx, body.password, throttle),
      async (_request, ctx, account) => await removeTotp(ctx, account),
    ),
    update: prepared(
      ({ body }, ctx) => newPasswordHash(ctx, body, throttle),
      async ({ body }, ctx, password) => await updateProfile(ctx, body, password),
    ),
  });
}
