import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { publicUrlProblem } from '../branding/service.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { awaitDatabase, NoDatabaseError } from '../db/await-database.ts';
import { sqliteFile } from '../db/database.ts';
import {
  checkClock,
  checkConnections,
  checkDurability,
  checkEncoding,
  checkSearches,
  checkVersion,
  type Finding,
} from '../db/health.ts';
import { type MigrationStatus, migrationStatus, tryToStart } from '../db/migrate.ts';
import { migrations } from '../db/migrations/all.ts';
import { createDeps, createLog, type Deps } from '../deps.ts';
import { countDeadJobs, deadJobsCounted } from '../jobs/statements/count-dead-jobs.ts';
import { Mailer } from '../mail/mailer.ts';
import { createFileStore } from '../media/create-store.ts';
import type { FileStore } from '../media/file-store.ts';
import { countFailed } from '../receivers/failures.ts';
import { lostAdvice } from '../sealing.ts';
import { hasSecret, missingSecret } from '../secrets.ts';
import { SsoProvider } from '../sso/provider.ts';
import { listTenants } from '../tenants/statements/list-tenants.ts';
import { allChannels, describeChannel } from './channels.ts';
import { checkDataDir, checkMediaDisk, tryFolder } from './check-folders.ts';
import { checkNativeModules } from './check-native-modules.ts';
import { contextOf } from './context.ts';
import { rangeOf } from './migrate.ts';
import { countLost } from './secrets.ts';
import { adviceOn } from './storage-advice.ts';

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Check the requirements of Parley; exits with 1 if a check fails')
    .option('--json', 'print JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const { checks, settings } = await check();
      const ok = checks.every((check) => check.ok);
      if (json) console.log(JSON.stringify({ ok, checks, settings }, null, 2));
      else print(checks, settings);
      process.exitCode = ok ? 0 : 1;
    });
}

interface Checked {
  readonly checks: readonly Finding[];
  /** Empty if one of them is invalid. */
  readonly settings: Readonly<Record<string, string>>;
}

async function check(): Promise<Checked> {
  let read: ReturnType<typeof readConfig>;
  try {
    read = readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const invalid = { name: 'environment', ok: false, note: error.message };
    return { checks: [checkNode(), invalid], settings: {} };
  }
  const { config, settings, warnings } = read;
  const checks = [
    checkNode(),
    await checkNativeModules(config),
    ...warnings.map((note) => ({ name: 'environment', ok: true, note })),
    ...(await checkDatabase(config)),
    ...checkMediaDisk(config),
    ...(await checkMail(config)),
    ...(await checkSso(config)),
  ];
  return { checks, settings };
}

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  return {
    name: 'node',
    ok,
    note: ok ? process.version : `${process.version}: install Node 20.19 or newer`,
  };
}

async function checkDatabase(given: Config): Promise<Finding[]> {
  const checks = given.databaseUrl ? [] : checkDataDir(given);
  // With a full disk, the database can still be read.
  if (checks[0]?.ok === false) return checks;
  if (!given.databaseUrl && !existsSync(sqliteFile(given.dataDir)))
    return [...checks, ...(await checkFresh(given))];
  const hasKey = hasSecret(given);
  if (!hasKey) checks.push({ name: 'secret key', ok: false, note: missingSecret(given.dataDir) });
  // The doctor writes no key: with another one, it can still count the secrets that need the missing one.
  const config = hasKey ? given : { ...given, secretKey: randomBytes(32) };
  try {
    const deps = createDeps(config, { log: createLog('silent') });
    try {
      await checkOpened(deps, checks);
    } finally {
      await deps.database.close();
    }
  } catch (error) {
    const advice = error instanceof NoDatabaseError ? undefined : adviceOn(error, config);
    checks.push({ name: 'database', ok: false, note: advice ?? messageOf(error) });
  }
  return checks;
}

/** Checks what can be checked before the first start, which creates the rest. */
async function checkFresh({ mediaStore }: Config): Promise<Finding[]> {
  const note = 'not created yet: `parley serve` creates it';
  const fresh: Finding = { name: 'database', ok: true, note };
  const files = createFileStore(mediaStore, () => new Date());
  if (mediaStore.kind === 's3') return [fresh, await checkMedia(files)];
  const { folder } = mediaStore;
  return [fresh, await checkMedia({ ...files, check: async () => tryFolder(folder) })];
}

/** Adds the results to `checks`. Throws the error of a database that does not answer. */
async function checkOpened(deps: Deps, checks: Finding[]): Promise<void> {
  const { config, database, log } = deps;
  await awaitDatabase(config.databaseUrl, { log, waitMs: 0 });
  await database.ping();
  checks.push({ name: 'database', ok: true, note: database.dialect });
  const status = await migrationStatus(database, migrations);
  checks.push(checkMigrations(status), await checkWrites(deps));
  checks.push(
    await checkClock(database),
    ...(await checkVersion(database)),
    ...(await checkEncoding(database)),
    ...(await checkDurability(database)),
    await checkMedia(deps.media.files),
  );
  checks.push(...(await checkConnections(database, config)));
  if (status.pending.length > 0) return;
  checks.push(...(await checkSearches(database)), await checkSecrets(deps));
  checks.push(...(await checkPublicUrl(deps)));
  checks.push(...(await checkChannels(deps)), await checkWebhooks(deps), await checkJobs(deps));
}

async function checkWrites({ config, database }: Deps): Promise<Finding> {
  try {
    await tryToStart(database);
  } catch (error) {
    return { name: 'writes', ok: false, note: adviceOn(error, config) ?? messageOf(error) };
  }
  return { name: 'writes', ok: true, note: 'possible' };
}

function checkMigrations({ applied, pending }: MigrationStatus): Finding {
  const name = 'migrations';
  if (applied.length === 0) {
    return { name, ok: true, note: 'not applied yet: `parley serve` applies them' };
  }
  if (pending.length === 0) return { name, ok: true, note: 'applied' };
  const note = `${pending.length} pending (${rangeOf(pending)}); run npx parley migrate up`;
  return { name, ok: false, note };
}

/** Checks that the secret key, or the previous one, decrypts what is stored. */
async function checkSecrets(deps: Deps): Promise<Finding> {
  const lost = await countLost(deps);
  const note = lost === 0 ? 'can be decrypted' : `${lost} cannot be decrypted: ${lostAdvice}`;
  return { name: 'stored secrets', ok: lost === 0, note };
}

/** Checks that no agency has the host of PARLEY_PUBLIC_URL. */
async function checkPublicUrl(deps: Deps): Promise<Finding[]> {
  const { publicUrl } = deps.config;
  if (publicUrl === undefined) return [];
  const problem = await publicUrlProblem(deps);
  return [{ name: 'public URL', ok: problem === undefined, note: problem ?? publicUrl }];
}

/**
 * Checks the channels of real providers by the stored result of their last verification. Does not call the providers.
 */
async function checkChannels(deps: Deps): Promise<Finding[]> {
  const checks: Finding[] = [];
  for (const { id } of await deps.system.run(listTenants, null)) {
    for (const channel of await allChannels(contextOf(deps, id))) {
      if (channel.provider === 'sandbox') continue;
      const ok = channel.status === 'active' || channel.status === 'disabled';
      checks.push({ name: 'channel', ok, note: describeChannel(channel, deps.now().getTime()) });
    }
  }
  return checks;
}

/**
 * Looks for items of provider webhooks that the server has failed to handle and does not try again: an operator must
 * look at them.
 */
async function checkWebhooks(deps: Deps): Promise<Finding> {
  let count = 0;
  for (const { id } of await deps.system.run(listTenants, null)) {
    count += await countFailed(contextOf(deps, id));
  }
  return {
    name: 'provider webhooks',
    ok: count === 0,
    note:
      count === 0
        ? 'no item has failed'
        : `${count} item(s) failed; see npx parley inbound list, then run npx parley inbound retry`,
  };
}

/** Looks for dead jobs of all tenants. */
async function checkJobs({ system }: Deps): Promise<Finding> {
  const counts = await system.run(countDeadJobs, null);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const some = total === deadJobsCounted ? `${total} or more` : String(total);
  const names = counts.map(({ name, count }) => `${count} ${name}`).join(', ');
  return {
    name: 'background jobs',
    ok: total === 0,
    note:
      total === 0
        ? 'none has failed'
        : `${some} failed (${names}); see npx parley jobs list, then run npx parley jobs retry or drop`,
  };
}

/** Checks that the mail server accepts a connection and the password. Sends nothing. */
async function checkMail({ mail }: Config): Promise<Finding[]> {
  if (!mail) return [];
  const name = `${mail.host}:${mail.port}`;
  try {
    await new Mailer(mail).check();
    return [{ name: 'mail server', ok: true, note: name }];
  } catch (error) {
    const note = `${name}: ${messageOf(error)}: check PARLEY_SMTP_URL`;
    return [{ name: 'mail server', ok: false, note }];
  }
}

/** Checks that the provider of the single sign-on answers. Signs nobody in. */
async function checkSso({ sso }: Config): Promise<Finding[]> {
  if (!sso) return [];
  const name = 'single sign-on';
  try {
    await new SsoProvider(sso).begin();
    return [{ name, ok: true, note: sso.issuer }];
  } catch (error) {
    const note = `${sso.issuer}: ${messageOf(error)}: check PARLEY_OIDC_ISSUER`;
    return [{ name, ok: false, note }];
  }
}

/** Prints a warning if the clock of this process differs from that of the database. */
export async function warnOfClock({ database }: Deps): Promise<void> {
  const { ok, note } = await checkClock(database);
  if (!ok) console.error(`Warning: the clock of this machine is ${note}.`);
}

/** Prints a warning if files cannot be stored in the folder for them. Does not ask S3. */
export async function warnOfMediaFolder({ config, media }: Deps): Promise<void> {
  if (config.mediaStore.kind === 's3') return;
  const { ok, note } = await checkMedia(media.files);
  if (!ok) console.error(`Warning: files cannot be stored: ${note}.`);
}

async function checkMedia(files: FileStore): Promise<Finding> {
  const { description: name } = files;
  try {
    await files.check();
    return { name: 'media store', ok: true, note: name };
  } catch (error) {
    const isFull = /^(?:ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException).code ?? '');
    const advice = isFull
      ? 'free disk space'
      : 'check PARLEY_MEDIA_STORE, its keys and the rights of the server';
    return { name: 'media store', ok: false, note: `${name}: ${messageOf(error)}: ${advice}` };
  }
}

function print(checks: readonly Finding[], settings: Checked['settings']): void {
  for (const { name, ok, note } of checks)
    console.log(`${ok ? 'ok   ' : 'WRONG'}  ${name}: ${note}`);
  console.log('');
  for (const [name, value] of Object.entries(settings)) console.log(`${name}=${value}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
