import type { SetupBody, SetupState, SignedIn, SignInBody } from '@parley/contract/console';
import { ServiceError } from '@parley/contract/schemas';
import {
  accountEmail,
  checkActive,
  guestRole,
  hasCode,
  notFound,
  requireRole,
  systemActor,
} from '@parley/domain';
import { audit } from '../audit-log/record.ts';
import { findBrand } from '../branding/service.ts';
import type { Deps } from '../deps.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { asGuest } from '../tenancy/grants.ts';
import { createTenant } from '../tenants/service.ts';
import { listTenants } from '../tenants/statements/list-tenants.ts';
import { addAccount, findAccount } from './accounts.ts';
import type { AdmittedSession, SessionAdmission } from './admission.ts';
import { beginSession, type NewSession } from './begin.ts';
import { needsSetup, readLink, spendLink } from './links.ts';
import { memberContext } from './member-context.ts';
import { addMember } from './membership.ts';
import { hashPassword } from './passwords.ts';
import { prove } from './prove.ts';
import { showSession } from './show.ts';
import { endSessionOfToken } from './statements/sessions.ts';
import { type KnownWorkspace, workspacesOfAccount } from './statements/workspaces-of-account.ts';
import type { StoredAccount } from './table.ts';
import type { SignInThrottle } from './throttle.ts';
import { hashToken } from './tokens.ts';
import type { Visit } from './visit.ts';

export interface SignInDeps {
  readonly deps: Deps;
  readonly sessions: SessionAdmission;
  readonly throttle: SignInThrottle;
}

/**
 * Signs in with a password. Throws SVC-SIGN-IN-FAILED for a wrong password or code, and SVC-RATE-LIMITED after too many
 * attempts.
 */
export async function signIn(
  { deps, throttle }: SignInDeps,
  { email, ...given }: SignInBody,
  visit: Visit,
): Promise<SignedIn> {
  const { installation } = deps.system;
  const attempt = { name: accountEmail(email), ip: visit.ip };
  const found = await findAccount(installation, { email });
  const { secrets } = deps;
  const nowMs = deps.now().getTime();
  const proof = { installation, secrets, throttle, attempt, nowMs };
  const account = await prove(found, given, proof).catch(async (error: unknown) => {
    if (!hasCode(error, 'SVC-SIGN-IN-FAILED')) throw error;
    if (found) await noteFailure(deps, await workspacesOf(deps, found), visit);
    throw await visit.refused(error);
  });
  return await enterAccount(deps, account, visit);
}

/**
 * Begins a session of an account that has proved who it is. Throws SVC-SIGN-IN-FAILED when it has no tenant, or has
 * another password or authenticator app since.
 */
export async function enterAccount(
  deps: Deps,
  account: StoredAccount,
  visit: Visit,
): Promise<SignedIn> {
  const [workspace] = await workspacesOf(deps, account);
  if (!workspace) throw new ServiceError('SVC-SIGN-IN-FAILED', { reason: 'no_workspace' });
  return await enter(deps, workspace, { accountId: account.id, proved: account, visit });
}

/** Returns what the page of the sign-in may offer on the host name that the browser requested. */
export async function getSetup(
  { deps: { system, mailer, sso, config } }: Pick<SignInDeps, 'deps'>,
  { host }: Visit,
): Promise<SetupState> {
  const [needed, brand] = await Promise.all([
    needsSetup(system.installation),
    findBrand(system, host),
  ]);
  // The provider sends browsers to the URL of the operator, so it cannot sign people in on the domain of an agency.
  const singleSignOn = sso !== undefined && !brand;
  const publicUrl = config.publicUrl ?? null;
  return { needed, mailsLinks: mailer !== undefined, singleSignOn, publicUrl };
}

/** Returns the session of the browser. Throws SVC-SIGN-IN-REQUIRED when there is none, or it has ended. */
export async function getSession({ deps, sessions }: SignInDeps, visit: Visit): Promise<SignedIn> {
  const session = await sessions.admit(visit.token);
  return await showSession(contextOf(deps, session, visit), session);
}

/**
 * Begins a session in another tenant of the account, which replaces the present one. Throws SVC-NOT-FOUND unless the
 * account is an active member of it, or the tenant is a client of the agency in which the account works. Throws
 * SVC-GRANT-REQUIRED and SVC-ROLE-REQUIRED for such a client.
 */
export async function switchTenant(
  { deps, sessions }: SignInDeps,
  tenantId: string,
  visit: Visit,
): Promise<SignedIn> {
  const session = await sessions.admit(visit.token);
  const { accountId } = session;
  const workspaces = await deps.system.run(workspacesOfAccount, { accountId });
  const workspace = workspaces.find((one) => one.tenantId === tenantId);
  if (workspace) return await enter(deps, workspace, { accountId, visit, replaces: true });
  if (session.homeTenantId !== null) throw notFound('tenant', tenantId);
  checkActive(session.tenantStatus, session.suspendedAt);
  return await inTransaction(contextOf(deps, session, visit), async (ctx) => {
    const { record, inside } = await asGuest(ctx, tenantId);
    requireRole(session.role, guestRole);
    await audit(ctx, {
      action: 'agency_client.entered',
      recordId: record.id,
      clientId: record.id,
    });
    const homeTenantId = session.tenantId;
    return await enterAs(inside, { accountId, visit, homeTenantId, replaces: true });
  });
}

/** Ends the session of the browser, if it has one. */
export async function signOut({ deps, sessions }: SignInDeps, visit: Visit): Promise<void> {
  visit.keep(null);
  if (visit.token === undefined) return;
  const session = await sessions.admit(visit.token).catch((error: unknown) => {
    if (hasCode(error, 'SVC-SIGN-IN-REQUIRED')) return undefined;
    throw error;
  });
  if (!session) return;
  const { token } = visit;
  await inTransaction(contextOf(deps, session, visit), async (ctx) => {
    await audit(ctx, { action: 'session.ended', recordId: session.id });
    await ctx.db.run(endSessionOfToken, { hash: hashToken(token) });
  });
}

/** Creates the first account as the owner of the oldest tenant. Throws SVC-LINK-INVALID unless the link works. */
export async function setUp(
  { deps }: SignInDeps,
  { token, name, email, password, tenantName = 'Workspace' }: SetupBody,
  visit: Visit,
): Promise<SignedIn> {
  const { system, now, newId } = deps;
  const wanted = { token, kind: 'setup', at: now().toISOString() } as const;
  await readLink(system.installation, wanted).catch(async (error: unknown) => {
    throw await visit.refused(error);
  });
  const passwordHash = await hashPassword(password);
  const [oldest] = await system.run(listTenants, null);
  const { origin } = visit;
  const owner = { tenantId: oldest?.id ?? newId('ten'), userId: newId('usr'), origin };
  return await inTransaction(memberContext(deps, owner), async (ctx) => {
    const link = await readLink(ctx.db.installation, wanted);
    // Another link may have been used since this one was made.
    if (!(await needsSetup(ctx.db.installation))) {
      throw new ServiceError('SVC-LINK-INVALID', { reason: 'used' });
    }
    await spendLink(ctx.db.installation, link);
    if (!oldest) await createTenant(ctx, { name: tenantName });
    const account = addAccount(ctx, { email, name, passwordHash });
    const member = await addMember(ctx, account, 'owner');
    return await enterAs(member, { accountId: account.id, visit });
  });
}

/** Begins a session in a tenant, and gives the browser its cookie. */
async function enter(
  deps: Deps,
  { tenantId, userId }: Pick<KnownWorkspace, 'tenantId' | 'userId'>,
  given: Entering,
): Promise<SignedIn> {
  const { origin } = given.visit;
  const member = memberContext(deps, { tenantId, userId, origin });
  return await inTransaction(member, (ctx) => enterAs(ctx, given));
}

interface Entering extends Omit<NewSession, 'browser'> {
  readonly visit: Visit;
}

/** Begins a session of the member of `ctx`, in its transaction. */
export async function enterAs(
  ctx: TenantContext,
  { visit, ...given }: Entering,
): Promise<SignedIn> {
  const session = await beginSession(ctx, { ...given, browser: visit });
  const shown = await showSession(ctx, session);
  ctx.db.afterCommit(() => visit.keep(session.token));
  return shown;
}

/** Returns the tenants of an account; first the one in which it worked last, and suspended ones last. */
async function workspacesOf(
  { system }: Deps,
  { id, lastTenantId }: StoredAccount,
): Promise<readonly KnownWorkspace[]> {
  const found = await system.run(workspacesOfAccount, { accountId: id });
  const rank = ({ status, tenantId }: KnownWorkspace) =>
    status !== 'active' ? 2 : tenantId === lastTenantId ? 0 : 1;
  return found.toSorted((one, other) => rank(one) - rank(other));
}

/** Writes a failed sign-in into the audit log of the tenant that the account would have entered. */
async function noteFailure(
  deps: Deps,
  [workspace]: readonly KnownWorkspace[],
  { origin }: Visit,
): Promise<void> {
  if (!workspace) return;
  const member = memberContext(deps, { ...workspace, origin });
  // It is not known who it was.
  const actor = systemActor;
  await audit({ ...member, actor }, { action: 'session.refused', recordId: workspace.userId });
}

function contextOf(deps: Deps, session: AdmittedSession, { origin }: Visit): TenantContext {
  return memberContext(deps, { ...session, session, origin });
}
