import { type Case, type Cell, notThere } from '../case.ts';
import type { ClientProcess } from '../client-process.ts';
import type { WebhookResult } from '../protocol.ts';
import { webhookInputs } from '../webhook-inputs.ts';

const answers = new WeakMap<ClientProcess, Promise<WebhookResult[]>>();

export const webhookCases: Case[] = webhookInputs.map(({ name }) => ({
  group: 'Webhooks',
  name,
  pace: 'busy',
  async run(adapter, client) {
    if (!adapter.webhooks) return { ...notThere, text: 'none' };
    const asked = answers.get(client) ?? client.perform<'webhooks'>({ do: 'webhooks' }, 30_000);
    answers.set(client, asked);
    const result = (await asked).find((input) => input.name === name);
    return result ? cellOf(result) : notThere;
  },
}));

function cellOf({ right, typed, said }: WebhookResult): Cell {
  if (right === undefined) return notThere;
  if (!right) return { text: said === 'accepted' ? 'accepted' : 'refused', good: false };
  return { text: typed ? 'right' : 'right, plain error', good: true };
}
