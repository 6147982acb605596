import type { Adapter } from '../adapter.ts';
import type { WebhookResult } from '../protocol.ts';
import { webhookInputs } from '../webhook-inputs.ts';
import { isTyped } from './timed.ts';

export async function webhooks({ webhooks: dialect }: Adapter): Promise<WebhookResult[]> {
  if (!dialect) return [];
  const verify = await dialect.verifier();
  const { current, previous } = dialect.secrets;
  const results: WebhookResult[] = [];
  for (const { name, accept, needs, make } of webhookInputs) {
    if (needs && !dialect[needs]) {
      results.push({ name, right: undefined, typed: false, said: 'not in its scheme' });
      continue;
    }
    const { body, headers } = make(dialect);
    try {
      const accepted = (await verify(body, headers, [current, previous])) !== false;
      const said = accepted ? 'accepted' : 'refused';
      results.push({ name, right: accepted === accept, typed: true, said });
    } catch (error) {
      const typed = error instanceof Error && isTyped(error);
      const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      results.push({ name, right: !accept, typed, said: said.slice(0, 120) });
    }
  }
  return results;
}
