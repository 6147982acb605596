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
      state: async (_request, visit) => ({ status: 200, body: await getSetup(parts, visit) }),
      complete: async ({ body }, visit) => ({ status: 200, body: await setUp(parts, body, visit) }),
    },
    parts,
  );
}

export function sessionEntries(parts: SignInDeps & EntryDeps) {
  return implementEntry(
    entryContract.session,
    {
      signIn: async ({ body }, visit) => ({ status: 200, body: await signIn(parts, body, visit) }),
      get: async (_request, visit) => ({ status: 200, body: await getSession(parts, visit) }),
      switch: async ({ body }, visit) => ({
        status: 200,
        body: await switchTenant(parts, body.tenantId, visit),
      }),
      signOut: async (_request, visit) => {
        await signOut(parts, visit);
        return { status: 204, body: undefined };
      },
    },
    parts,
  );
}

export const consoleSessions = implement(consoleContract.sessions, {
  list: async (_request, ctx) => ({ status: 200, body: await listSessions(ctx) }),
  end: async ({ params }, ctx) => {
    await endOneSession(ctx, params.id);
    return { status: 204, body: undefined };
  },
  endOthers: async (_request, ctx) => {
    await endOthers(ctx);
    return { status: 204, body: undefined };
  },
});

export function consoleProfile({ deps: { secrets }, throttle }: SignInDeps) {
  return implement(consoleContract.profile, {
    beginTotp: prepared(
      ({ body }, ctx) => confirmPassword(ctx, body.password, throttle),
      async (_request, ctx, account) => ({
        status: 200,
        body: await beginTotp(ctx, account, secrets),
      }),
    ),
    confirmTotp: async ({ body }, ctx) => ({
      status: 200,
      body: await confirmTotp(ctx, body.code, secrets),
    }),
    removeTotp: prepared(
      ({ body }, ctx) => confirmPassword(ctx, body.password, throttle),
      async (_request, ctx, account) => ({
        status: 200,
        body: await removeTotp(ctx, account),
      }),
    ),
    update: prepared(
      ({ body }, ctx) => newPasswordHash(ctx, body, throttle),
      async ({ body }, ctx, password) => ({
        status: 200,
        body: await updateProfile(ctx, body, password),
      }),
    ),
  });
}
