import type { FinishSsoBody, SignedIn, SsoStart } from '@parley/contract/console';
import { ServiceError } from '@parley/contract/schemas';
import { type SsoPerson, ssoFlowMs, ssoRefusal, violation } from '@parley/domain';
import type { SealedPlace } from '../sealing.ts';
import { findAccount } from '../sessions/accounts.ts';
import { enterAccount, type SignInDeps } from '../sessions/sign-in.ts';
import type { Visit } from '../sessions/visit.ts';
import { isAway, type SsoFlow, type SsoProvider } from './provider.ts';

const place: SealedPlace = { tenantId: '', recordId: 'single-sign-on', field: 'flow' };

interface StoredFlow extends SsoFlow {
  readonly expiresAtMs: number;
}

type Parts = Pick<SignInDeps, 'deps'>;

/**
 * Returns the address of the provider's sign-in page. The browser gets a cookie without which nobody can finish this
 * sign-in. Throws SVC-RULE-VIOLATION without a provider, and SVC-UNAVAILABLE when it does not answer.
 */
export async function beginSso({ deps }: Parts, visit: Visit): Promise<SsoStart> {
  const { secrets, now, log } = deps;
  const { url, flow } = await providerOf(deps)
    .begin()
    .catch((err: unknown) => {
      throw unavailable(log, err);
    });
  const stored: StoredFlow = { ...flow, expiresAtMs: now().getTime() + ssoFlowMs };
  visit.keepFlow(secrets.seal(JSON.stringify(stored), place));
  return { url };
}

/**
 * Signs in the person whom the provider has sent back to this browser. Counts the attempt before it asks the provider.
 * Throws SVC-SIGN-IN-FAILED, SVC-UNAVAILABLE when the provider does not answer, and SVC-RATE-LIMITED after too many
 * attempts.
 */
export async function finishSso(
  { deps, throttle }: Pick<SignInDeps, 'deps' | 'throttle'>,
  { query }: FinishSsoBody,
  visit: Visit,
): Promise<SignedIn> {
  const provider = providerOf(deps);
  let isOver = true;
  try {
    const flow = readFlow(deps, visit);
    await throttle.beginFrom(visit.ip);
    const person = await provider.finish(query, flow).catch((err: unknown) => {
      if (isAway(err)) {
        // A repeat of the request may succeed, and needs the flow.
        isOver = false;
        throw unavailable(deps.log, err);
      }
      deps.log.warn({ err }, 'the answer of the single sign-on was refused');
      throw failed('sso_refused');
    });
    return await enterAs(deps, person, { provider, visit });
  } catch (error) {
    throw await visit.refused(error);
  } finally {
    if (isOver) visit.keepFlow(null);
  }
}

async function enterAs(
  deps: Parts['deps'],
  { email, isVerified }: SsoPerson,
  { provider: { domains }, visit }: { provider: SsoProvider; visit: Visit },
): Promise<SignedIn> {
  const refusal = ssoRefusal({ email, isVerified }, domains);
  if (refusal) throw failed(refusal);
  const account = await findAccount(deps.system.installation, { email: email ?? '' });
  if (!account) throw failed('sso_unknown');
  return await enterAccount(deps, account, visit);
}

function readFlow({ secrets, now }: Parts['deps'], { flow }: Visit): SsoFlow {
  try {
    const stored = JSON.parse(secrets.open(flow ?? '', place)) as StoredFlow;
    if (stored.expiresAtMs > now().getTime()) return stored;
  } catch {
    // The cookie is missing, or this server did not make it.
  }
  throw failed('sso_expired');
}

function providerOf({ sso }: Parts['deps']): SsoProvider {
  if (sso) return sso;
  // `GET /setup` has this field.
  throw violation('no_sso', 'singleSignOn');
}

function unavailable(log: Parts['deps']['log'], err: unknown): ServiceError {
  log.error({ err }, 'the provider of the single sign-on does not answer');
  return new ServiceError('SVC-UNAVAILABLE', { retryAfterSeconds: 5 });
}

function failed(
  reason: 'sso_expired' | 'sso_refused' | 'sso_unknown' | 'sso_unverified',
): ServiceError {
  return new ServiceError('SVC-SIGN-IN-FAILED', { reason });
}
