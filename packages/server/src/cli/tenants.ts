import { Command } from 'commander';
import { createTenant } from '../tenants/service.ts';
import { listTenants } from '../tenants/statements/list-tenants.ts';
import { contextOf } from './context.ts';
import { lineOf, withDeps } from './session.ts';

export function tenantsCommand(): Command {
  const command = new Command('tenants').description('Tenants of this installation');
  command
    .command('create <name>')
    .description('Create a tenant')
    .action((name: string) =>
      withDeps(async (deps) => {
        const tenant = await createTenant(contextOf(deps, deps.newId('ten')), { name });
        console.log(
          `${tenant.id}  ${tenant.name}\n\nCreate an API key: parley keys create <name> --tenant ${tenant.id}`,
        );
      }),
    );
  command
    .command('list')
    .description('List the tenants')
    .action(() =>
      withDeps(async (deps) => {
        for (const tenant of await deps.system.run(listTenants, null)) console.log(lineOf(tenant));
      }),
    );
  return command;
}
