import { Command } from 'commander';
import { resealChannels } from '../channels/reseal.ts';
import type { Deps } from '../deps.ts';
import { createReseal, type Reseal } from '../reseal.ts';
import { lostAdvice } from '../sealing.ts';
import { resealAccounts } from '../sessions/authenticator.ts';
import { replaceLostKeys, resealSuppressionKeys } from '../suppressions/keys.ts';
import { listTenants } from '../tenants/statements/list-tenants.ts';
import { sampleSealed } from '../tenants/statements/sample-sealed.ts';
import { resealWebhooks } from '../webhook-endpoints/reseal.ts';
import { contextOf } from './context.ts';
import { CommandError, withDeps } from './session.ts';

export function secretsCommand(): Command {
  const command = new Command('secrets').description('Manage the encrypted values in the database');
  command
    .command('reseal')
    .description('Encrypt again all secrets that were encrypted with PARLEY_SECRET_KEY_PREVIOUS')
    .action(() =>
      withDeps(async (deps) => {
        const total = { current: 0, resealed: 0, lost: 0 };
        const reseal = createReseal(deps.secrets, total);
        await resealAll(deps, reseal);
        console.log(`${total.resealed} encrypted again, ${total.current} already current.`);
        if (total.lost > 0) {
          throw new CommandError(`${total.lost} cannot be decrypted: ${lostAdvice}.`);
        }
      }),
    );
  command
    .command('replace-suppression-keys')
    .description('Give up the suppressions whose keys were encrypted with a lost secret key')
    .option('--yes', 'confirm that all earlier suppressions have no effect any more')
    .action(async ({ yes = false }: { yes?: boolean }) => {
      if (!yes) {
        throw new CommandError(
          'All earlier suppressions would have no effect any more. To confirm this, add --yes.',
        );
      }
      await withDeps(async (deps) => {
        const outcome = await replaceLostKeys(deps);
        if (outcome !== 'replaced')
          throw new CommandError(`Nothing was changed: ${reasons[outcome]}.`);
        console.log('Replaced. Restart every process, and suppress the addresses again.');
      });
    });
  return command;
}

const reasons = {
  known: 'the keys of suppressions can be decrypted',
  wrong: `the secret key of this command decrypts none of the other stored secrets. Replace them first, or ${lostAdvice}`,
};

/** Returns the number of stored secrets that were encrypted with a key that is not set. */
export async function countLost(deps: Deps): Promise<number> {
  let lost = 0;
  await resealAll(deps, (sealed) => {
    if (!deps.secrets.isKnown(sealed)) lost += 1;
    return sealed;
  });
  return lost;
}

/** Prints a warning if some stored secrets were encrypted with a key that is not set. Looks at a sample of each table. */
export async function warnOfLostSecrets({ system, secrets }: Deps): Promise<void> {
  const sample = await system.run(sampleSealed, null);
  if (sample.every(({ sealed }) => secrets.isKnown(sealed))) return;
  console.error(
    `Warning: some stored secrets cannot be decrypted: ${lostAdvice}. \`parley doctor\` counts them.`,
  );
}

async function resealAll(deps: Deps, reseal: Reseal): Promise<void> {
  for (const { id } of await deps.system.run(listTenants, null)) {
    const ctx = contextOf(deps, id);
    await resealWebhooks(ctx, reseal);
    await resealChannels(ctx, reseal);
  }
  const { installation } = deps.system;
  await resealAccounts(installation, reseal);
  await resealSuppressionKeys(installation, reseal);
}
