import { createApiKeyBody } from '@parley/contract/console';
import { listApiKeysQuery, timestampInput } from '@parley/contract/schemas';
import { Command } from 'commander';
import { createApiKey, listApiKeys, revokeApiKey } from '../api-keys/service.ts';
import { audit } from '../audit-log/record.ts';
import { inTransaction } from '../tenancy/context.ts';
import { inTenant } from './in-tenant.ts';
import { CommandError, readInput } from './session.ts';

interface CreateOptions {
  limit?: string;
  expires?: string;
  json?: true;
}

export function keysCommand(): Command {
  const command = new Command('keys').description('API keys of a tenant');
  inTenant(
    command
      .command('create <name>')
      .description('Create an API key and print it; it cannot be shown again')
      .option('--limit <requests>', 'maximum requests per minute of this key')
      .option('--expires <time>', 'time when the key expires, e.g. 2027-01-01T00:00:00Z')
      .option('--json', 'print JSON: the key is `secret`'),
    async ({ ctx }, given: string, options: CreateOptions) => {
      const { name } = readInput(createApiKeyBody, { name: given });
      const rateLimit = readLimit(options.limit);
      const expiresAt = readTime(options.expires, ctx.now());
      const { apiKey, secret } = await inTransaction(ctx, async (ctx) => {
        const createdBy = { type: 'cli', id: null } as const;
        const made = await createApiKey(ctx, { name, createdBy, rateLimit, expiresAt });
        await audit(ctx, { action: 'api_key.created', recordId: made.apiKey.id });
        return made;
      });
      const { id, name: shown } = apiKey;
      const text = `${secret}\n\n${id}  ${shown}. Store the key now: it cannot be shown again.`;
      console.log(options.json ? JSON.stringify({ ...apiKey, secret }) : text);
    },
  );
  inTenant(
    command
      .command('list')
      .description('List the keys of a tenant')
      .option('--json', 'one JSON object per line'),
    async ({ ctx }, { json }: { json?: true }) => {
      let cursor: string | null = null;
      do {
        const query = listApiKeysQuery.parse({ limit: '100', ...(cursor && { cursor }) });
        const { data, nextCursor } = await listApiKeys(ctx, query);
        for (const key of data) {
          const text = `${key.id}  ${key.hint}  ${key.status}  ${key.name}`;
          console.log(json ? JSON.stringify(key) : text);
        }
        cursor = nextCursor;
      } while (cursor !== null);
    },
  );
  inTenant(
    command.command('revoke <id>').description('Revoke a key: its next request is refused'),
    async ({ ctx }, id: string) => {
      const key = await inTransaction(ctx, async (ctx) => {
        await audit(ctx, { action: 'api_key.revoked', recordId: id });
        return await revokeApiKey(ctx, id);
      });
      console.log(`${key.id}  ${key.status}`);
    },
  );
  return command;
}

function readLimit(text: string | undefined) {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new CommandError('--limit must be a whole number of requests per minute, at least 1.');
  return { limit: Number(text), windowSeconds: 60 };
}

function readTime(text: string | undefined, now: Date): string | undefined {
  if (text === undefined) return undefined;
  const time = timestampInput.safeParse(text);
  if (!time.success)
    throw new CommandError('--expires must be a time such as 2027-01-01T00:00:00Z.');
  if (time.data <= now.toISOString()) throw new CommandError('--expires must be in the future.');
  return time.data;
}
