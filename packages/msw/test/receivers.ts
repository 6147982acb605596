import { matchesSignature, type WebhookDelivery } from '@parley/contract';
import type { Mock, MockTenant, SignedEvent } from '../src/index.ts';
import { request } from './requests.ts';

export const noon = '2026-03-01T12:00:00.000Z';

/** Whether a receiver that checks signature and time would accept it. */
export async function isGenuine(
  { secret, now }: { secret: string; now: string },
  { headers, body }: { headers: Headers; body: string },
): Promise<boolean> {
  const [id = '', timestamp = '', signature = ''] = ['id', 'timestamp', 'signature'].map(
    (name) => headers.get(`webhook-${name}`) ?? '',
  );
  const age = Math.abs(Date.parse(now) / 1_000 - Number(timestamp));
  const content = { id, timestampSeconds: Number(timestamp), body };
  return age <= 300 && (await matchesSignature(secret, content, signature));
}

export async function isAccepted(
  mock: MockTenant,
  { headers, rawBody }: SignedEvent,
): Promise<boolean> {
  const known = { secret: mock.webhooks.secret, now: mock.clock.now() };
  return isGenuine(known, { headers: new Headers(headers), body: rawBody });
}

export interface Received {
  url: string;
  method: string;
  headers: Headers;
  body: string;
}

/** A receiver that keeps its requests. */
export function recorder(answer: () => Response = () => new Response(null, { status: 204 })) {
  const received: Received[] = [];
  const receive = async (sent: Request) => {
    const { url, method, headers } = sent;
    received.push({ url, method, headers, body: await sent.text() });
    return answer();
  };
  return { receive, received };
}

/** The deliveries to an endpoint, the newest first. */
export async function deliveriesTo(
  mock: Mock,
  { id }: { id: string },
  key = mock.apiKey,
): Promise<WebhookDelivery[]> {
  const { json } = await request(mock, `GET /webhook-endpoints/${id}/deliveries`, { key });
  return json['data'] as WebhookDelivery[];
}
