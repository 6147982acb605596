import type { Contract } from '@parley/contract';
import { apiKeys } from './api-keys.ts';
import { channels } from './channels.ts';
import { contacts } from './contacts.ts';
import { conversations } from './conversations.ts';
import { events, eventTypes } from './event-queries.ts';
import { knowledgeFaqs } from './knowledge-faqs.ts';
import { knowledgeSources } from './knowledge-sources.ts';
import { messages } from './messages.ts';
import type { Endpoint } from './router.ts';
import type { RawCall } from './script.ts';
import type { KeyRecord, Store } from './store.ts';
import { tenants } from './tenants.ts';
import type { Fakes } from './types.ts';
import { webhookDeliveries } from './webhook-deliveries.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

/** One per noun: an endpoint of the contract that is missing here does not compile. */
const fakes: { [Noun in keyof Contract]: Fakes<Contract[Noun]> } = {
  tenants,
  apiKeys,
  channels,
  messages,
  contacts,
  conversations,
  knowledgeSources,
  knowledgeFaqs,
  webhookEndpoints,
  webhookDeliveries,
  events,
  eventTypes,
};

type AnyFake = (
  input: Pick<RawCall, 'params' | 'query' | 'body'>,
  store: Store,
  key: KeyRecord,
) => FakeMade | Promise<FakeMade>;

interface FakeMade {
  status: number;
  body: unknown;
}

export function fakeOf({ noun, action }: Endpoint): AnyFake {
  // The table above has an entry for every endpoint; its input was checked by that endpoint's schemas.
  const fake = (fakes as unknown as Record<string, Record<string, AnyFake>>)[noun]?.[action];
  if (!fake) throw new Error(`${noun}.${action} has no fake`);
  return fake;
}
