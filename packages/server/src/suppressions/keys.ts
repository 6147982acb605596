import { randomBytes } from 'node:crypto';
import { noTenant, type TenantDb } from '../db/tenant-db.ts';
import type { Deps } from '../deps.ts';
import type { Reseal } from '../reseal.ts';
import { listTenants } from '../tenants/statements/list-tenants.ts';
import { sampleSealed } from '../tenants/statements/sample-sealed.ts';
import { suppressionKeysTable } from './table.ts';

// The keys of the hashes of suppressed addresses. The database contains them, encrypted with the secret key, so that a
// new secret key changes no hash.

type KeyDeps = Pick<Deps, 'database' | 'system' | 'secrets'>;

const place = { tenantId: noTenant, recordId: 'suppressions', field: 'keys' };

/**
 * Decrypts the stored keys for this process. If the database has none, stores them, unless `stores` is false. Processes
 * that start at the same time get the same keys. If another secret key encrypted them, this process cannot use
 * suppressions: each use throws a SealError.
 */
export async function openSuppressionKeys(
  deps: KeyDeps,
  { stores = true }: { stores?: boolean | undefined } = {},
): Promise<void> {
  const { database, system, secrets } = deps;
  const stored = await findSealed(system.installation);
  if (stored === undefined) {
    if (stores && !(await hasWrongSecret(deps))) await storeKeys(deps);
  } else if (secrets.isKnown(stored)) {
    const texts = secrets.open(stored, place).split(' ');
    database.suppressionKeys = texts.map((text) => new Uint8Array(Buffer.from(text, 'base64')));
  }
}

/**
 * Replaces keys that cannot be decrypted. Nobody can find the suppressions of the replaced keys any more. Changes nothing
 * when the keys can be decrypted, or when this process probably has a wrong secret key.
 */
export async function replaceLostKeys(deps: KeyDeps): Promise<'replaced' | 'known' | 'wrong'> {
  const { installation } = deps.system;
  const sealed = await findSealed(installation);
  if (sealed !== undefined && deps.secrets.isKnown(sealed)) return 'known';
  if (await hasWrongSecret(deps)) return 'wrong';
  if (sealed !== undefined) await installation.remove(suppressionKeysTable, { sealed });
  await storeKeys(deps);
  return 'replaced';
}

/**
 * Returns whether this process can decrypt no other stored secret. Keys that it stores could not be decrypted by the
 * processes with the right secret key.
 */
async function hasWrongSecret({ system, secrets }: KeyDeps): Promise<boolean> {
  const own = await findSealed(system.installation);
  const sample = await system.run(sampleSealed, null);
  const others = sample.filter(({ sealed }) => sealed !== own);
  return others.length > 0 && !others.some(({ sealed }) => secrets.isKnown(sealed));
}

/** Encrypts the keys again with the present secret of the server. */
export async function resealSuppressionKeys(installation: TenantDb, reseal: Reseal): Promise<void> {
  const sealed = await findSealed(installation);
  if (sealed === undefined) return;
  const anew = reseal(sealed, place);
  if (anew === sealed) return;
  await installation.update(suppressionKeysTable, { sealed }, { sealed: anew });
}

async function findSealed(installation: TenantDb): Promise<string | undefined> {
  return (await installation.select(suppressionKeysTable).first())?.sealed;
}

/** Stores the first keys, and opens them, or those that another process has stored meanwhile. */
async function storeKeys(deps: KeyDeps): Promise<void> {
  const { system, secrets } = deps;
  // Earlier versions hashed with the keys that sign cursors. A new installation has no such hashes.
  const tenants = await system.run(listTenants, null);
  const keys = tenants.length === 0 ? [randomBytes(32)] : secrets.cursors;
  const text = keys.map((key) => Buffer.from(key).toString('base64')).join(' ');
  const sealed = secrets.seal(text, place);
  await system.installation.insertIfAbsent(suppressionKeysTable, { sealed });
  await openSuppressionKeys(deps);
}
