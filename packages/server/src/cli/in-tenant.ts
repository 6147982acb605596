import type { Command } from 'commander';
import type { Deps } from '../deps.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { tenantContext, withDeps } from './session.ts';

/** The tenant in which a command acts, and the resources of its process. */
export interface Place {
  readonly ctx: TenantContext;
  readonly deps: Deps;
}

/**
 * Lets a command act in the tenant that its option `--tenant` names, or in the only tenant. `run` also gets the
 * arguments and the options of the command.
 */
export function inTenant<Given extends unknown[]>(
  command: Command,
  run: (place: Place, ...given: Given) => Promise<void>,
): void {
  command
    .option('--tenant <id or name>', 'the tenant; required if there are several')
    .action((...given) =>
      withDeps(async (deps) => {
        const ctx = await tenantContext(deps, command.opts<{ tenant?: string }>().tenant);
        // Commander passes the declared arguments and options.
        await run({ ctx, deps }, ...(given as Given));
      }),
    );
}
