import { createApiKey } from '../api-keys/service.ts';
import { contextOf, type Deps } from '../deps.ts';
import { createTenant } from '../tenants/service.ts';
import { CommandError } from './session.ts';

export interface Demo {
  tenantId: string;
  /** Only at the first start: afterwards nobody has it. */
  apiKey: string | undefined;
  channelId: string;
}

/** Makes the demo tenant unless it is there; leaves an installation with real tenants alone. */
export async function prepareDemo(deps: Deps): Promise<Demo> {
  const tenants = await deps.system.listTenants();
  const real = tenants.filter((tenant) => tenant.demo === 0);
  if (real.length > 0 && deps.system.dialect === 'postgres') {
    throw new CommandError(
      'This database holds tenants that are not for demonstration: `--demo` would add to them. Run `parley serve`.',
    );
  }
  const known = tenants.find((tenant) => tenant.demo === 1);
  if (known) return { tenantId: known.id, apiKey: undefined, channelId: '' };
  const ctx = contextOf(deps, deps.newId('ten'));
  await createTenant(ctx, { name: 'Demo', demo: true });
  const { secret } = await createApiKey(ctx, {
    name: 'Demo',
    createdBy: { type: 'cli', id: null },
  });
  return { tenantId: ctx.db.tenantId, apiKey: secret, channelId: '' };
}

export function printDemo({ apiKey, channelId }: Demo, url: string): void {
  if (!apiKey) {
    console.log(`Parley is listening on ${url}

Your data is as you left it. A key is shown only once; make another with:

  npx parley keys create demo
`);
    return;
  }
  console.log(`Parley is listening on ${url}

Your API key, shown only now:

  ${apiKey}

Send a message (the sandbox delivers it, and reads it):

  curl -X POST ${url}/api/v1/messages \\
    -H 'Authorization: Bearer ${apiKey}' \\
    -H 'Content-Type: application/json' \\
    -d '{"channelId":"${channelId}","to":"15550001234","type":"text","text":"Hello from Parley"}'
`);
}
