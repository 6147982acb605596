import { text } from 'node:stream/consumers';
import {
  authError,
  type Channel,
  channelCredentialsInput,
  listChannelsQuery,
  providerErrorOf,
  toIssues,
} from '@parley/contract/schemas';
import { dayMs } from '@parley/domain';
import { Command } from 'commander';
import { audit } from '../audit-log/record.ts';
import { listChannels, updateChannel } from '../channels/service.ts';
import { askProvider, writeFinding } from '../channels/verify.ts';
import type { Deps } from '../deps.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { inTenant } from './in-tenant.ts';
import { CommandError } from './session.ts';

export function channelsCommand(): Command {
  const command = new Command('channels').description('Channels of a tenant');
  inTenant(
    command
      .command('list')
      .description('List the channels of a tenant with what is wrong and how to fix it'),
    async ({ ctx }) => {
      for (const channel of await allChannels(ctx))
        console.log(describeChannel(channel, ctx.now().getTime()));
    },
  );
  inTenant(
    command
      .command('verify <id>')
      .description(
        'Ask the provider whether the account and the credentials of a channel are right',
      ),
    async ({ ctx, deps }, id: string) => await verify(deps, ctx, id),
  );
  inTenant(
    command
      .command('rotate <id>')
      .description(
        'Replace credentials of a channel, read as JSON from standard input, and verify it',
      ),
    async ({ ctx, deps }, id: string) => {
      const credentials = readCredentials(await text(process.stdin));
      await inTransaction(ctx, async (ctx) => {
        await audit(ctx, { action: 'channel.updated', recordId: id });
        await updateChannel(ctx, deps.secrets, id, { credentials });
      });
      await verify(deps, ctx, id);
    },
  );
  return command;
}

/** Returns all channels of a tenant that are not deleted. */
export async function allChannels(ctx: TenantContext): Promise<Channel[]> {
  const found: Channel[] = [];
  let cursor: string | null = null;
  do {
    const query = listChannelsQuery.parse({ limit: '100', ...(cursor && { cursor }) });
    const { data, nextCursor } = await listChannels(ctx, query);
    found.push(...data);
    cursor = nextCursor;
  } while (cursor !== null);
  return found;
}

/** Returns a line for the channel, and a line for each problem with its fix. */
export function describeChannel(channel: Channel, nowMs: number): string {
  const { id, name, provider, status, statusReason } = channel;
  const reason = statusReason === null ? '' : ` (${statusReason})`;
  const problems = [...problemsOf(channel), ...expiryOf(channel, nowMs)];
  return [
    `${id}  ${provider}  ${status}${reason}  ${name}`,
    ...problems.map((problem) => `  ${problem}`),
  ].join('\n');
}

function problemsOf({ id, type, status, verification, lastError }: Channel): string[] {
  if (status === 'pending') return [`not verified: run npx parley channels verify ${id}`];
  const wrong = verification?.checks.filter(({ ok }) => !ok) ?? [];
  if (wrong.length > 0 || status !== 'error' || !lastError) {
    return wrong.map(({ name, detail, fix }) => `${name}: ${detail} ${fix ?? ''}`.trimEnd());
  }
  // The channel passed its verification, but the provider refused it later.
  const { code, message, providerCode } = lastError;
  const known = providerErrorOf(type, providerCode ?? '');
  const { fix } = known.code === code ? known : authError;
  const shownCode = providerCode === null ? code : `${code} ${providerCode}`;
  return [`${shownCode}: ${message} ${fix} Then run npx parley channels verify ${id}`];
}

const warnedDays = 7;

/** Returns a warning for a token that the server cannot renew: the channel stops when it expires. */
function expiryOf({ id, status, credentials }: Channel, nowMs: number): string[] {
  const { expiresAt = null, refreshable = false } = credentials ?? {};
  if (status !== 'active' || expiresAt === null || refreshable) return [];
  if (Date.parse(expiresAt) - nowMs > warnedDays * dayMs) return [];
  return [`the access token ends at ${expiresAt}: run npx parley channels rotate ${id}`];
}

async function verify(deps: Deps, ctx: TenantContext, id: string): Promise<void> {
  const finding = await askProvider(ctx, deps, id, 'verify');
  const channel = await writeFinding(ctx, id, finding, { enables: false });
  for (const { name, ok, detail } of channel.verification?.checks ?? []) {
    if (ok) console.log(`ok     ${name}: ${detail}`);
  }
  console.log(describeChannel(channel, ctx.now().getTime()));
  if (channel.status === 'error') throw new CommandError('The channel cannot be used yet.');
}

/**
 * Parses the credentials from the standard input. They are no arguments, because other users of the machine can see the
 * arguments of a command.
 */
function readCredentials(input: string) {
  const fields = Object.keys(channelCredentialsInput.shape).join(', ');
  const help = `Write JSON to standard input, such as {"accessToken": "…"}. Possible fields: ${fields}.`;
  let json: unknown;
  try {
    json = JSON.parse(input);
  } catch {
    throw new CommandError(`The input is not JSON. ${help}`);
  }
  const read = channelCredentialsInput.strict().safeParse(json);
  if (!read.success) {
    const [issue] = toIssues(read.error, 'body', json);
    throw new CommandError(`${issue?.path || 'The input'} ${issue?.message}. ${help}`);
  }
  if (Object.keys(read.data).length === 0)
    throw new CommandError(`There is nothing to store. ${help}`);
  return read.data;
}
