import type { TenantContext } from '../../tenancy/context.ts';
import type { ChannelAdapter, Connection, ProviderDeps } from './adapter.ts';
import { openConnection } from './connections.ts';
import type { Answer, ProviderRefusal } from './outcomes.ts';

type Ask<Value> = (
  adapter: ChannelAdapter,
  connection: Connection,
) => Promise<Answer<Value>> | undefined;

/**
 * Asks the provider of a channel a question, for a job. Returns undefined when the provider refuses to answer. A
 * refusal changes nothing on the channel: the next message shows whether the channel works. Throws when a later attempt
 * may succeed.
 */
export async function askForJob<Value extends object>(
  ctx: TenantContext,
  { adapters, secrets }: ProviderDeps,
  channelId: string,
  ask: Ask<Value>,
): Promise<Value | undefined> {
  const opened = await openConnection(ctx, secrets, channelId);
  if ('refusal' in opened) return undefined;
  const { connection } = opened;
  const answer = await ask(adapters[connection.channel.provider], connection);
  if (answer === 'unknown') throw new Error('the provider did not answer');
  if (answer === undefined || !isRefusal(answer)) return answer;
  const { error, providerCode } = answer;
  if (error.automaticRetry) throw new Error(`the provider cannot answer now: ${providerCode}`);
  ctx.log.info({ channelId, providerCode }, 'the provider refused to answer');
  return undefined;
}

function isRefusal(answer: object): answer is ProviderRefusal {
  return 'providerCode' in answer;
}
