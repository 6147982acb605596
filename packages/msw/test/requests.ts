import type { Mock, MockTenant } from '../src/index.ts';

export interface Answered {
  status: number;
  headers: Headers;
  json: Record<string, unknown>;
}

type Init = { body?: unknown; headers?: Record<string, string>; key?: string };

/** Sends a request as a caller of the API would: `POST /messages`. */
export async function request(
  mock: Mock,
  route: string,
  { body, headers = {}, key = mock.apiKey }: Init = {},
): Promise<Answered> {
  const [method = 'GET', path = ''] = route.split(' ');
  const response = await mock.fetch(`http://localhost:3000/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
}

/** A text to a new recipient on a new channel. */
export function aText(tenant: MockTenant, fields: Record<string, unknown> = {}) {
  const [channel] = tenant.seed.channels(1);
  return { channelId: channel.id, to: '5511987654321', type: 'text', text: 'Hello', ...fields };
}

export function codeOf({ json }: Answered): unknown {
  return (json['error'] as { code: unknown } | undefined)?.code;
}
