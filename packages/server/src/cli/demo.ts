import { existsSync } from 'node:fs';
import { channelType } from '@parley/contract/schemas';
import { createApiKey } from '../api-keys/service.ts';
import { createChannel } from '../channels/service.ts';
import { alone } from '../db/migrate.ts';
import type { Deps } from '../deps.ts';
import { inTransaction } from '../tenancy/context.ts';
import { createTenant } from '../tenants/service.ts';
import { listTenants } from '../tenants/statements/list-tenants.ts';
import { contextOf } from './context.ts';
import { CommandError } from './session.ts';

/** The result of a first start. The API key is not stored, so it is shown only now. */
export interface Seeded {
  apiKey: string;
  channelId: string;
}

const byCommandLine = { type: 'cli', id: null } as const;

/**
 * Creates the demo tenant with a sandbox channel of each type and an API key. Returns undefined, without changes, when
 * the tenant exists. Throws when the database has other tenants. Of several processes that start together, one creates
 * it.
 */
export async function seedDemo(deps: Deps): Promise<Seeded | undefined> {
  return await alone(deps.config, () => seedOnce(deps));
}

export function printDemo(seeded: Seeded | undefined, url: string): void {
  console.log(`\nParley is listening on ${url}\n`);
  if (!seeded) {
    console.log(
      'Using the existing data. To create another API key: npx parley keys create <name>\n',
    );
    return;
  }
  const { apiKey, channelId } = seeded;
  console.log(`Your API key, shown only now:

  ${apiKey}

Send a message. The sandbox delivers and reads it; nothing leaves this machine.

  curl -i ${url}/api/v1/messages \\
    -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' \\
    -d '{"channelId":"${channelId}","to":"5511987654321","type":"text","text":"Hello"}'

See what happened. A webhook endpoint would receive the same events.

  curl ${url}/api/v1/events -H 'Authorization: Bearer ${apiKey}'

The same with the SDK${existsSync(example) ? '' : ', where @parley/sdk is installed'}:

  ${existsSync(example) ? `cd ${example} && ` : ''}node --input-type=module <<'END'
  import { Parley } from '@parley/sdk';
  const parley = new Parley({ apiKey: '${apiKey}', baseUrl: '${url}' });
  const message = await parley.messages.send({
    channelId: '${channelId}', to: '5511987654321', type: 'text', text: 'Hello',
  });
  console.log(message.id, message.status);
END

Console:   ${url}/
Docs:      ${url}/docs
`);
}

async function seedOnce(deps: Deps): Promise<Seeded | undefined> {
  const tenants = await deps.system.run(listTenants, null);
  const isReal = tenants.some((tenant) => tenant.demo === 0);
  if (isReal && deps.system.dialect === 'postgres') {
    throw new CommandError(
      'This database has tenants that --demo did not create. Use `parley serve` without --demo.',
    );
  }
  if (tenants.some((tenant) => tenant.demo === 1)) return undefined;
  return await inTransaction(contextOf(deps, deps.newId('ten')), async (ctx) => {
    await createTenant(ctx, { name: 'Demo', demo: true });
    const made = [];
    for (const type of channelType.options) {
      const body = { name: `Demo ${type}`, type, provider: 'sandbox' } as const;
      made.push(await createChannel(ctx, deps.secrets, body));
    }
    const { secret } = await createApiKey(ctx, { name: 'Demo', createdBy: byCommandLine });
    const whatsapp = made.find((channel) => channel.type === 'whatsapp');
    return { apiKey: secret, channelId: whatsapp?.id ?? '' };
  });
}

const example = 'examples/send-a-message';
