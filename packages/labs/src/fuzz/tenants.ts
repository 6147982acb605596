import {
  contextOf,
  createApiKey,
  createTenant,
  createUser,
  type Deps,
  NameNotResolvedError,
} from '../server.ts';
import { Ids } from './ids.ts';

export interface FuzzTenant {
  readonly apiKey: string;
  readonly ids: Ids;
}

const tenantCount = 3;
const plentiful = { limit: 1_000_000_000, windowSeconds: 60 };

/** Creates tenants with two users each. Requests can neither exhaust nor name the API key. */
export async function makeTenants(deps: Deps): Promise<readonly FuzzTenant[]> {
  const made: FuzzTenant[] = [];
  for (let n = 0; n < tenantCount; n += 1) {
    const ctx = contextOf(deps, deps.newId('ten'));
    await createTenant(ctx, { name: `Tenant ${n}` });
    const key = (name: string) =>
      createApiKey(ctx, {
        name,
        createdBy: { type: 'cli', id: null },
        rateLimit: plentiful,
        expiresAt: undefined,
      });
    const { apiKey, secret } = await key('fuzz');
    const ids = new Ids([apiKey.id]);
    for (const email of ['a@example.com', 'b@example.com']) {
      ids.learn((await createUser(ctx, { email, name: email })).id);
    }
    for (let spare = 0; spare < 20; spare += 1) ids.learn((await key(`spare ${spare}`)).apiKey.id);
    made.push({ apiKey: secret, ids });
  }
  return made;
}

/** Rejects every name, so that nothing is sent to the internet. */
export async function knowNobody(hostname: string): Promise<never> {
  throw new NameNotResolvedError(hostname);
}
