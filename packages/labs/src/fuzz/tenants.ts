import {
  addAccount,
  addMember,
  beginSession,
  createUser,
  type Deps,
  hashPassword,
  inTransaction,
  isUnavailable,
  NameNotResolvedError,
  type TenantContext,
} from '../server.ts';
import { makeKey, makeTenantWithKey } from '../tenant-with-key.ts';
import { Ids } from './ids.ts';
import { FuzzSession } from './session.ts';
import { fuzzPassword } from './values.ts';

export interface FuzzTenant {
  readonly apiKey: string;
  readonly session: FuzzSession;
  readonly ids: Ids;
}

const tenantCount = 3;

/** Creates tenants with two users and owners for the console. Requests can neither exhaust nor name the API key. */
export async function makeTenants(deps: Deps): Promise<readonly FuzzTenant[]> {
  const made: FuzzTenant[] = [];
  const passwordHash = await hashPassword(fuzzPassword);
  for (let n = 0; n < tenantCount; n += 1) {
    const { ctx, apiKey, secret } = await makeTenantWithKey(deps, `Tenant ${n}`);
    const ids = new Ids([apiKey.id]);
    for (const email of ['a@example.com', 'b@example.com']) {
      ids.learn((await createUser(ctx, { email, name: email })).id);
    }
    for (let spare = 0; spare < 20; spare += 1)
      ids.learn((await makeKey(ctx, `spare ${spare}`)).apiKey.id);
    const session = new FuzzSession(async () => {
      const enter = async () => {
        const email = `owner-${deps.newId('usr')}@example.com`.toLowerCase();
        ids.note('email', email);
        return await enterAsOwner(ctx, { name: 'Owner', email, passwordHash });
      };
      // A busy machine may lose a connection to the database. The requests judge that.
      return await enter().catch((error) =>
        isUnavailable(error) ? enter() : Promise.reject(error),
      );
    });
    made.push({ apiKey: secret, session, ids });
  }
  return made;
}

/** Creates an account that is an owner of the tenant. Resolves with the token of its session. */
async function enterAsOwner(
  ctx: TenantContext,
  person: Parameters<typeof addAccount>[1],
): Promise<string> {
  return await inTransaction(ctx, async (ctx) => {
    const account = addAccount(ctx, person);
    const inside = await addMember(ctx, account, 'owner');
    const browser = { ip: null, userAgent: 'fuzz' };
    return (await beginSession(inside, { accountId: account.id, browser })).token;
  });
}

/** Rejects every name, so that nothing is sent to the internet. */
export async function knowNobody(hostname: string): Promise<never> {
  throw new NameNotResolvedError(hostname);
}
