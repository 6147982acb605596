import { Command } from 'commander';
import { resealChannels } from '../channels/reseal.ts';
import { createReseal } from '../reseal.ts';
import { resealAccounts } from '../sessions/authenticator.ts';
import { listTenants } from '../tenants/statements/list-tenants.ts';
import { resealWebhooks } from '../webhook-endpoints/reseal.ts';
import { contextOf } from './context.ts';
import { CommandError, withDeps } from './session.ts';

export function secretsCommand(): Command {
  const command = new Command('secrets').description(
    'Manages the encrypted values in the database',
  );
  command
    .command('reseal')
    .description('Encrypt again all secrets that were encrypted with PARLEY_SECRET_KEY_PREVIOUS')
    .action(() =>
      withDeps(async (deps) => {
        const total = { current: 0, resealed: 0, lost: 0 };
        const reseal = createReseal(deps.secrets, total);
        for (const { id } of await deps.system.run(listTenants, null)) {
          const ctx = contextOf(deps, id);
          await resealWebhooks(ctx, reseal);
          await resealChannels(ctx, reseal);
        }
        await resealAccounts(deps.system.installation, reseal);
        console.log(`${total.resealed} encrypted again, ${total.current} already current.`);
        if (total.lost > 0) {
          throw new CommandError(
            `${total.lost} cannot be decrypted: set PARLEY_SECRET_KEY_PREVIOUS to the key that encrypted them.`,
          );
        }
      }),
    );
  return command;
}
