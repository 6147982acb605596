import { Command } from 'commander';
import { createUser, listUsers } from '../users/service.ts';
import { tenantContext, withDeps } from './session.ts';

export function usersCommand(): Command {
  const command = new Command('users').description(
    'Manage users, who own and answer conversations',
  );
  command
    .command('create <email> <name>')
    .description('Create a user')
    .option('--tenant <id or name>', 'the tenant; required if there are several')
    .option('--admin', 'give the role admin')
    .action((email: string, name: string, options: { tenant?: string; admin?: boolean }) =>
      withDeps(async (deps) => {
        const ctx = await tenantContext(deps, options.tenant);
        const role = options.admin ? 'admin' : 'member';
        const user = await createUser(ctx, { email, name, role });
        console.log(`${user.id}  ${user.email}`);
      }),
    );
  command
    .command('list')
    .description('List the users of a tenant')
    .option('--tenant <id or name>', 'the tenant; required if there are several')
    .action(({ tenant }: { tenant?: string }) =>
      withDeps(async (deps) => {
        const users = await listUsers(await tenantContext(deps, tenant));
        for (const user of users)
          console.log(`${user.id}  ${user.email}  ${user.role}  ${user.name}`);
      }),
    );
  return command;
}
