import type { SignedIn } from '@parley/contract/console';
import type { MemberRole } from '@parley/contract/schemas';
import { type Query, useQuery } from '@tanstack/react-query';
import { ApiError, call } from '../api/call.ts';
import { type KnownSession, knownSession, queryClient, sessionKey } from '../api/query-client.ts';
import { brandKey, refreshBrand } from '../brand.ts';
import { afterReveal } from '../ui/reveal.tsx';

// A session belongs to all tabs of the browser. After a sign-in or a switch, the other tabs would show one tenant and
// change another. If the tenant is the same, they keep what the user has typed. If only the account is the same, they
// first let the user close a secret.
const tabs = new BroadcastChannel('parley-session');
tabs.onmessage = ({ data }: MessageEvent<string | null>) => {
  const session = knownSession();
  const reload = () => location.reload();
  if (session && identityOf(session) === data) void queryClient.invalidateQueries();
  else if (session && data?.startsWith(`${session.account.id} `)) afterReveal(reload);
  else reload();
};

export const sessionOptions = { queryKey: sessionKey, queryFn: readSession, staleTime: 60_000 };

/** Reads the session of this browser; null when it has none. */
export function useSessionQuery() {
  return useQuery(sessionOptions);
}

/** Returns the session. For pages that are shown to signed-in users only. */
export function useSession(): SignedIn {
  const { data } = useSessionQuery();
  if (!data) throw new Error('This browser has no session.');
  return data;
}

/** Does what starts a session, or exchanges it, and then shows the session. */
export async function enter(starting: () => Promise<SignedIn>): Promise<void> {
  await starting();
  const session = await readSession();
  if (!session || session.hasEnded) throw new Error(cookieRefused());
  change(session);
}

export async function signOut(): Promise<void> {
  await call('DELETE /session');
  change(null);
}

/** Reads the session again after a change of its user, such as a new role. */
export async function readSessionAgain(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: sessionKey });
}

/** Returns a text that is the same for sessions of the same user in the same workspace. */
export function identityOf({ account, tenant, agency }: SignedIn): string {
  return [account.id, tenant.id, agency?.grantId].join(' ');
}

/** Shows the session. Forgets what a session of another user, or in another workspace, has read. */
function change(session: SignedIn | null): void {
  const before = knownSession();
  const isSame = session && before && identityOf(session) === identityOf(before);
  queryClient.setQueryData(sessionKey, session);
  const kept: readonly unknown[] = [...sessionKey, ...brandKey];
  const others = { predicate: ({ queryKey }: Query) => !kept.includes(queryKey[0]) };
  if (isSame) void queryClient.invalidateQueries(others);
  else queryClient.removeQueries(others);
  void refreshBrand();
  tabs.postMessage(session && identityOf(session));
}

const ranks: Readonly<{ [Role in MemberRole]: number }> = { member: 0, admin: 1, owner: 2 };

/** Whether the user of the session has at least this role. The server decides; pages only hide what it would refuse. */
export function mayAs(session: SignedIn, least: MemberRole): boolean {
  return ranks[session.member.role] >= ranks[least];
}

async function readSession(): Promise<KnownSession | null> {
  try {
    return await call('GET /session');
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SVC-SIGN-IN-REQUIRED') return knownSession();
    throw error;
  }
}

function cookieRefused(): string {
  if (location.protocol === 'https:') {
    return 'The password is right, but the browser did not keep the cookie of the session. Allow cookies of this site, and sign in again.';
  }
  return `The password is right, but the browser did not keep the cookie of the session: this page was opened without https, at ${location.origin}. Open the console at its https address, or on the computer of the server at http://localhost.`;
}
