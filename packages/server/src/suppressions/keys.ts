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
 * Decrypts the stored keys for this process, and stores them if the database has none. Processes that start at the same
 * time get the same keys. If another secret key encrypted them, this process cannot use suppressions: each use throws a
 * SealError.
 */
export async function openSuppressionKeys(deps: KeyDeps): Promise<void> {
  const { database, system, secrets } = deps;
  const stored = await findSealed(system.installation);
  if (stored === undefined) {
    // With a wrong secret key, this process would store keys that no other process can decrypt.
    const sample = await system.run(sampleSealed, null);
    const mayStore = sample.length === 0 || sample.some(({ sealed }) => secrets.isKnown(sealed));
    if (mayStore) await storeKeys(deps);
  } else if (secrets.isKnown(stored)) {
    const texts = secrets.open(stored, place).split(' ');
    database.suppressionKeys = texts.map((text) => new Uint8Array(Buffer.from(text, 'base64')));
  }
}

/**
 * Replaces keys that cannot be decrypted. Nobody can find the suppressions of the replaced keys any more. Returns false
 * when the present keys can be decrypted.
 */
export async function replaceLostKeys(deps: KeyDeps): Promise<boolean> {
  const { installation } = deps.system;
  const sealed = await findSealed(installation);
  if (sealed !== undefined) {
    if (deps.secrets.isKnown(sealed)) return false;
    await installation.remove(suppressionKeysTable, { sealed });
  }
  await storeKeys(deps);
  return true;
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
