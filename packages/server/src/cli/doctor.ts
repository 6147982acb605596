import { accessSync, constants, statfsSync } from 'node:fs';
import { Command } from 'commander';
import { publicUrlProblem } from '../branding/service.ts';
import { type Config, describeConfig, readConfig } from '../config.ts';
import { checkConnections, checkDurability, checkSearches, databaseClockMs } from '../db/health.ts';
import { migrationStatus } from '../db/migrate.ts';
import { migrations } from '../db/migrations/all.ts';
import { createDeps, createLog, type Deps } from '../deps.ts';
import { countDeadJobs, deadJobsCounted } from '../jobs/statements/count-dead-jobs.ts';
import { Mailer } from '../mail/mailer.ts';
import { listFailures } from '../receivers/failures.ts';
import { SsoProvider } from '../sso/provider.ts';
import { listTenants } from '../tenants/statements/list-tenants.ts';
import { allChannels, describeChannel } from './channels.ts';
import { contextOf } from './context.ts';

interface Check {
  name: string;
  ok: boolean;
  /** The finding of the check. For a failure, it also says how to correct the problem. */
  note: string;
}

const leastFreeBytes = 200 * 1024 * 1024;
const greatestSkewMs = 1_000;

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Check the requirements of Parley; exits with 1 if a check fails')
    .option('--json', 'print JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const { config, warnings } = readConfig(process.env);
      const checks: Check[] = [
        checkNode(),
        ...warnings.map((note) => ({ name: 'environment', ok: true, note })),
        ...(await checkDatabase(config)),
        ...(await checkMail(config)),
        ...(await checkSso(config)),
      ];
      const ok = checks.every((check) => check.ok);
      if (json)
        console.log(JSON.stringify({ ok, checks, settings: describeConfig(config) }, null, 2));
      else print(checks, describeConfig(config));
      process.exitCode = ok ? 0 : 1;
    });
}

function checkNode(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  return {
    name: 'node',
    ok,
    note: ok ? process.version : `${process.version}: install Node 20.19 or newer`,
  };
}

async function checkDatabase(config: Config): Promise<Check[]> {
  let deps: Deps;
  try {
    deps = createDeps(config, { log: createLog('silent') });
  } catch (error) {
    return [{ name: 'data directory', ok: false, note: messageOf(error) }];
  }
  try {
    const checks = config.databaseUrl ? [] : checkDataDir(config.dataDir);
    const answers = await deps.system.ping();
    checks.push({
      name: 'database',
      ok: answers,
      note: answers
        ? deps.system.dialect
        : 'does not answer: check that it runs, PARLEY_DATABASE_URL and the native module',
    });
    if (!answers) return checks;
    const { pending } = await migrationStatus(deps.database, migrations);
    checks.push({
      name: 'migrations',
      ok: pending.length === 0,
      note:
        pending.length === 0 ? 'applied' : `pending: ${pending.join(', ')}; run parley migrate up`,
    });
    const skewMs = Math.abs((await databaseClockMs(deps.database)) - Date.now());
    checks.push({
      name: 'clock',
      ok: skewMs < greatestSkewMs,
      note: `${Math.round(skewMs)} ms from the clock of the database${skewMs < greatestSkewMs ? '' : ': synchronize the clocks'}`,
    });
    checks.push(...(await checkDurability(deps.database)), await checkMedia(deps));
    const wanted = config.processes * config.databasePool;
    checks.push(...(await checkConnections(deps.database, wanted)));
    checks.push(...(await checkSearches(deps.database)));
    if (pending.length === 0) {
      checks.push(...(await checkPublicUrl(deps)));
      checks.push(...(await checkChannels(deps)), await checkWebhooks(deps), await checkJobs(deps));
    }
    return checks;
  } catch (error) {
    return [{ name: 'database', ok: false, note: messageOf(error) }];
  } finally {
    await deps.database.close();
  }
}

/** Checks that no agency has the host of PARLEY_PUBLIC_URL. */
async function checkPublicUrl(deps: Deps): Promise<Check[]> {
  const { publicUrl } = deps.config;
  if (publicUrl === undefined) return [];
  const problem = await publicUrlProblem(deps);
  return [{ name: 'public URL', ok: problem === undefined, note: problem ?? publicUrl }];
}

/**
 * Checks the channels of real providers by the stored result of their last verification. Does not call the providers.
 */
async function checkChannels(deps: Deps): Promise<Check[]> {
  const checks: Check[] = [];
  for (const { id } of await deps.system.run(listTenants, null)) {
    for (const channel of await allChannels(contextOf(deps, id))) {
      if (channel.provider === 'sandbox') continue;
      const ok = channel.status === 'active' || channel.status === 'disabled';
      checks.push({ name: 'channel', ok, note: describeChannel(channel, deps.now().getTime()) });
    }
  }
  return checks;
}

const failuresCounted = 1_000;

/**
 * Looks for items of provider webhooks that the server has failed to handle and does not try again: an operator must
 * look at them.
 */
async function checkWebhooks(deps: Deps): Promise<Check> {
  let count = 0;
  for (const { id } of await deps.system.run(listTenants, null)) {
    const left = failuresCounted - count;
    if (left > 0) count += (await listFailures(contextOf(deps, id), left, 'failed')).length;
  }
  const some = count === failuresCounted ? `${count} or more items` : `${count} item(s)`;
  return {
    name: 'provider webhooks',
    ok: count === 0,
    note:
      count === 0
        ? 'every item was handled'
        : `${some} failed; see parley inbound list, then run parley inbound retry`,
  };
}

/** Looks for dead jobs of all tenants. */
async function checkJobs({ system }: Deps): Promise<Check> {
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
        : `${some} failed (${names}); see parley jobs list, then run parley jobs retry or drop`,
  };
}

/** Checks that the mail server accepts a connection and the password. Sends nothing. */
async function checkMail({ mail }: Config): Promise<Check[]> {
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
async function checkSso({ sso }: Config): Promise<Check[]> {
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

async function checkMedia({ media: { files } }: Deps): Promise<Check> {
  const { description: name } = files;
  try {
    await files.check();
    return { name: 'media store', ok: true, note: name };
  } catch (error) {
    const advice = 'check PARLEY_MEDIA_STORE, its keys and the rights of the server';
    return { name: 'media store', ok: false, note: `${name}: ${messageOf(error)}: ${advice}` };
  }
}

function checkDataDir(dataDir: string): Check[] {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK);
  } catch (error) {
    return [{ name: 'data directory', ok: false, note: messageOf(error) }];
  }
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const enough = free > leastFreeBytes;
  const megabytes = `${Math.round(free / 1024 / 1024)} MB free`;
  return [
    { name: 'data directory', ok: true, note: dataDir },
    { name: 'disk', ok: enough, note: enough ? megabytes : `${megabytes}: free disk space` },
  ];
}

function print(checks: readonly Check[], settings: Record<string, string>): void {
  for (const { name, ok, note } of checks)
    console.log(`${ok ? 'ok   ' : 'WRONG'}  ${name}: ${note}`);
  console.log('');
  for (const [name, value] of Object.entries(settings)) console.log(`${name}=${value}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
