import { createInterface } from 'node:readline';
import {
  domainPattern,
  type Tenant,
  type TenantLimitName,
  type TenantLimitsInput,
  tenantLimits,
  updateTenantBody,
} from '@parley/contract/schemas';
import { limitNames } from '@parley/domain';
import { Argument, Command, Option } from 'commander';
import { audit } from '../audit-log/record.ts';
import { addDomain, removeDomain } from '../branding/domains.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { deleteTenant } from '../tenants/delete.ts';
import { exportTenant } from '../tenants/export.ts';
import { limitUsesOf } from '../tenants/limits.ts';
import {
  createTenant,
  getCurrentTenant,
  resumeTenant,
  setLimits,
  suspendTenant,
  updateCurrentTenant,
} from '../tenants/service.ts';
import { listTenants } from '../tenants/statements/list-tenants.ts';
import { contextOf } from './context.ts';
import { progressOf } from './progress.ts';
import { CommandError, errorOfFile, lineOf, tenantContext, withDeps } from './session.ts';
import { changeKind, givenKinds } from './tenant-kinds.ts';

export function tenantsCommand(): Command {
  const command = new Command('tenants').description('Tenants of this installation');
  command
    .command('create <name>')
    .description('Create a tenant')
    .addOption(
      new Option('--kind <kind>', 'the kind of tenant').choices(givenKinds).default('standard'),
    )
    .action((given: string, { kind }: Pick<Tenant, 'kind'>) =>
      withDeps(
        async (deps) => {
          const name = readName(given);
          const tenant = await createTenant(contextOf(deps, deps.newId('ten')), { name, kind });
          console.log(
            `${tenant.id}  ${tenant.name}\n\nCreate an API key: npx parley keys create <name> --tenant ${tenant.id}`,
          );
        },
        { createsDatabase: true },
      ),
    );
  command
    .command('list')
    .description('List the tenants')
    .option('--json', 'one JSON object per line')
    .action(({ json }: { json?: true }) =>
      withDeps(async (deps) => {
        for (const tenant of await deps.system.run(listTenants, null)) {
          const { id, name, kind, status, created_at: createdAt } = tenant;
          const shown = { id, name, kind, status, createdAt };
          console.log(json ? JSON.stringify(shown) : lineOf(tenant));
        }
      }),
    );
  onTenant(
    command
      .command('rename <tenant> <name>')
      .description('Change the name of a tenant, given by its id or name'),
    async (ctx, { words: [given = ''] }) => {
      const name = readName(given);
      return await inTransaction(ctx, async (ctx) => {
        await audit(ctx, { action: 'tenant.updated', recordId: ctx.db.tenantId });
        return await updateCurrentTenant(ctx, { name });
      });
    },
  );
  onTenant(
    command
      .command('set-kind <tenant>')
      .description(
        'Make a standard tenant an agency, or an agency without clients a standard tenant',
      )
      .addArgument(new Argument('<kind>', 'the kind of tenant').choices(givenKinds)),
    // Commander has checked the kind.
    async (ctx, { words: [kind] }) => await changeKind(ctx, kind as (typeof givenKinds)[number]),
  );
  addLimits(command);
  onTenant(
    command
      .command('suspend <tenant>')
      .description(
        'Refuse the API keys of a tenant from the next request, store what customers write, and send nothing',
      )
      .option('--reason <text>', 'a note for operators'),
    async (ctx, { reason = null }) => await suspendTenant(ctx, { by: 'operator', reason }),
  );
  onTenant(
    command
      .command('resume <tenant>')
      .description(
        'End the suspension of a tenant by an operator: waiting messages are sent, unless its agency has suspended it, too',
      ),
    async (ctx) => {
      const tenant = await resumeTenant(ctx);
      if (tenant.status === 'suspended') {
        console.error('The agency of the tenant has suspended it: only the agency can end this.');
      }
      return tenant;
    },
  );
  onTenant(
    command
      .command('add-domain <agency> <domain>')
      .description(
        'Show the branding of an agency to everyone who opens the console on this domain',
      ),
    async (ctx, { words: [given = ''], publicUrl }) => {
      const tenant = await getCurrentTenant(ctx);
      if (tenant.kind !== 'agency') throw new CommandError('Only an agency has domains.');
      const domain = readDomain(given);
      if (publicUrl !== undefined && new URL(publicUrl).hostname === domain) {
        throw new CommandError(
          `${domain} is the host of PARLEY_PUBLIC_URL. Give the agency another domain.`,
        );
      }
      if (await addDomain(ctx, domain)) return tenant;
      throw new CommandError(`An agency of this installation already has ${domain}.`);
    },
  );
  onTenant(
    command.command('remove-domain <agency> <domain>').description('Take a domain from an agency'),
    async (ctx, { words: [given = ''] }) => {
      const domain = given.trim().toLowerCase();
      if (await removeDomain(ctx, domain)) return await getCurrentTenant(ctx);
      throw new CommandError(`The agency does not have ${domain}.`);
    },
  );
  command
    .command('export <tenant> <folder>')
    .description('Write a JSON Lines file for each kind of record of a tenant, without secrets')
    .action((wanted: string, folder: string) =>
      withDeps(async (deps) => {
        const ctx = await tenantContext(deps, wanted);
        await audit(ctx, { action: 'tenant.exported', recordId: ctx.db.tenantId });
        const progress = progressOf('records');
        try {
          const count = await exportTenant(ctx, folder, progress.show);
          console.log(`${count.toLocaleString('en')} records in ${folder}`);
        } catch (error) {
          throw errorOfFile(error, folder);
        } finally {
          progress.end();
        }
      }),
    );
  command
    .command('delete <tenant>')
    .description(
      'Remove a tenant with everything that it has. If it is interrupted, a worker of the server continues',
    )
    .option('--yes', 'do not ask for the name of the tenant')
    .action((wanted: string, { yes }: { yes?: true }) =>
      withDeps(async (given) => {
        // On SQLite, the command rests after each transaction, so that the server can write.
        const deps = { ...given, system: given.system.inBackground() };
        const ctx = await tenantContext(deps, wanted);
        const { id, name, kind } = await getCurrentTenant(ctx);
        if (!yes) await confirmName(name);
        const progress = progressOf('rows');
        let rows = 0;
        const onRemoved = (removed: number) => {
          rows += removed;
          progress.show(rows);
        };
        try {
          const { files } = deps.media;
          await deleteTenant(ctx, { system: deps.system, files, onRemoved });
        } finally {
          progress.end();
        }
        console.log(`${id}  ${name}  deleted with ${rows.toLocaleString('en')} rows`);
        if (kind === 'agency') {
          console.log(
            'Clients that this agency suspended stay suspended. To resume one: npx parley tenants resume <tenant>',
          );
        }
      }),
    );
  return command;
}

/** The option of each limit. */
const limitOptions: Readonly<Record<TenantLimitName, string>> = {
  messagesPerMonth: 'messages-per-month',
  contacts: 'contacts',
  channels: 'channels',
  members: 'members',
};

function addLimits(tenants: Command): void {
  const command = tenants
    .command('limits <tenant>')
    .description('Change the given limits of a tenant, and show all its limits and their use');
  for (const option of Object.values(limitOptions)) {
    command.option(
      `--${option} <number>`,
      'maximum number of records, or "none" for no limit',
      readLimit,
    );
  }
  command.action((wanted: string, given: Partial<Record<TenantLimitName, number | 'none'>>) =>
    withDeps(async (deps) => {
      const ctx = await tenantContext(deps, wanted);
      const limits: TenantLimitsInput = {};
      for (const name of limitNames) {
        const max = given[name];
        if (max !== undefined) limits[name] = max === 'none' ? null : max;
      }
      if (Object.keys(limits).length > 0) {
        await inTransaction(ctx, async (ctx) => {
          await audit(ctx, { action: 'tenant.updated', recordId: ctx.db.tenantId });
          await setLimits(ctx, limits);
        });
      }
      const uses = await limitUsesOf(ctx);
      for (const name of limitNames) {
        const use = uses[name];
        console.log(`${limitOptions[name]}  ${use ? `${use.used} of ${use.max}` : 'none'}`);
      }
    }),
  );
}

/** Returns `none` as it is: commander replaces a null from a parser by an empty text. */
function readLimit(text: string): number | 'none' {
  if (text === 'none') return text;
  const max = text.trim() === '' ? undefined : Number(text);
  const { success } = tenantLimits.shape.contacts.safeParse(max);
  if (!success) throw new CommandError('A limit must be a whole number of 0 or more, or "none".');
  return Number(text);
}

interface Given {
  /** The arguments after the name of the tenant. */
  readonly words: readonly string[];
  readonly reason?: string;
  /** The value of PARLEY_PUBLIC_URL. */
  readonly publicUrl: string | undefined;
}

/** Adds a command that changes the named tenant, and prints it. */
function onTenant(
  command: Command,
  change: (ctx: TenantContext, given: Given) => Promise<Tenant>,
): void {
  command.action((wanted: string) =>
    withDeps(async (deps) => {
      const { publicUrl } = deps.config;
      const words = command.args.slice(1);
      const given = { ...command.opts<{ reason?: string }>(), words, publicUrl };
      console.log(lineOf(await change(await tenantContext(deps, wanted), given)));
    }),
  );
}

function readName(text: string): string {
  const { data } = updateTenantBody.safeParse({ name: text });
  if (!data?.name) throw new CommandError('The name must have 1 to 255 characters.');
  return data.name;
}

function readDomain(text: string): string {
  const domain = text.trim().toLowerCase();
  if (domainPattern.test(domain)) return domain;
  throw new CommandError('The domain must be a host name such as desk.example.com.');
}

/** Throws unless the first line of the standard input is the name of the tenant. */
async function confirmName(name: string): Promise<void> {
  process.stderr.write(`This permanently deletes all data of ${name}. Enter its name to confirm: `);
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === name) return;
    break;
  }
  throw new CommandError('Nothing was deleted: the answer is not the name of the tenant.');
}
