import type { SignedContent, WebhookDialect, WebhookHeaders } from './adapter.ts';

interface Delivery {
  body: string | Uint8Array;
  headers: WebhookHeaders;
}

interface Input {
  name: string;
  accept: boolean;
  /** The property that the scheme must have for this case. */
  needs?: 'signsTime' | 'signsId' | 'parses';
  make(dialect: WebhookDialect): Delivery;
}

const event = {
  id: 'evt_1',
  type: 'message.received',
  timestamp: '2026-11-20T10:00:00.000Z',
  apiVersion: '2026-11-01',
  data: { object: { id: 'msg_1', text: 'Olá, São Paulo ☕ 你好' } },
};
const plain = { ...event, data: { object: { id: 'msg_1', text: 'Hello' } } };

/** Twenty deliveries: ten that a receiver must accept and ten that it must refuse. */
export const webhookInputs: readonly Input[] = [
  accepted('a string', (dialect) => delivery(dialect)),
  accepted('bytes', (dialect) => {
    const { body, headers } = delivery(dialect);
    return { body: Buffer.from(body), headers };
  }),
  accepted('text beyond ASCII', (dialect) => delivery(dialect, { event })),
  accepted('Headers of fetch', (dialect) => {
    const { body, headers } = delivery(dialect);
    return { body, headers: new Headers(headers) };
  }),
  accepted('header names like Webhook-Id', (dialect) =>
    changed(dialect, (name, value) => [name.replace(/(^|-)[a-z]/g, upper), value]),
  ),
  accepted('headers as lists', (dialect) => changed(dialect, (name, value) => [name, [value]])),
  accepted('two signatures', (dialect) => delivery(dialect, { signers: ['foreign', 'current'] })),
  accepted('an unknown signature beside a valid one', (dialect) =>
    delivery(dialect, { signers: ['unknown', 'current'] }),
  ),
  accepted('the previous secret', (dialect) => delivery(dialect, { signers: ['previous'] })),
  accepted('an event type of the future', (dialect) =>
    delivery(dialect, { event: { ...plain, type: 'message.teleported' } }),
  ),
  refused('a changed body', (dialect) => {
    const { body, headers } = delivery(dialect);
    return { body: body.replace('Hello', 'Hallo'), headers };
  }),
  refused('a foreign secret', (dialect) => delivery(dialect, { signers: ['foreign'] })),
  refused('no signature', (dialect) => ({
    ...delivery(dialect),
    headers: { 'content-type': 'application/json' },
  })),
  refused('a mutilated signature', (dialect) =>
    changed(dialect, (name, value) => [
      name,
      name.includes('signature') ? `${value.slice(0, -9)}%` : value,
    ]),
  ),
  refused('six minutes old', (dialect) => delivery(dialect, { timestamp: seconds(-360) })),
  refused('six minutes early', (dialect) => delivery(dialect, { timestamp: seconds(360) })),
  {
    ...refused('a time that is no number', (dialect) => delivery(dialect, { timestamp: 'soon' })),
    needs: 'signsTime',
  },
  {
    ...refused('an old delivery with a new time', (dialect) => {
      const timestamp = seconds(-360);
      const { body, headers } = delivery(dialect, { timestamp });
      const text = JSON.stringify(headers).replaceAll(timestamp, seconds(0));
      return { body, headers: JSON.parse(text) as Record<string, string> };
    }),
    needs: 'signsTime',
  },
  {
    ...refused('the id of another delivery', (dialect) => {
      const { body, headers } = delivery(dialect);
      return { body, headers: { ...headers, 'webhook-id': 'msg_2' } };
    }),
    needs: 'signsId',
  },
  {
    ...refused('signed, and not JSON', (dialect) => delivery(dialect, { body: '{"id": ' })),
    needs: 'parses',
  },
];

function accepted(name: string, make: Input['make']): Input {
  return { name, accept: true, make };
}

function refused(name: string, make: Input['make']): Input {
  return { name, accept: false, make };
}

interface Making {
  event?: object;
  body?: string;
  timestamp?: string;
  signers?: ('current' | 'previous' | 'foreign' | 'unknown')[];
}

function delivery(
  dialect: WebhookDialect,
  { event = plain, body = JSON.stringify(event), timestamp = seconds(0), signers }: Making = {},
): { body: string; headers: Record<string, string> } {
  const content: SignedContent = { id: 'msg_1', timestamp, body };
  const signatures = (signers ?? ['current']).map((signer) =>
    signer === 'unknown'
      ? dialect.unknownSignature
      : dialect.sign(dialect.secrets[signer], content),
  );
  return { body, headers: dialect.headerOf(signatures, content) };
}

/** Returns a delivery with another name and value for each header. */
function changed(
  dialect: WebhookDialect,
  change: (name: string, value: string) => [string, string | string[]],
): Delivery {
  const { body, headers } = delivery(dialect);
  const entries = Object.entries(headers).map(([name, value]) => change(name, value));
  return { body, headers: Object.fromEntries(entries) as Exclude<WebhookHeaders, Headers> };
}

function upper(text: string): string {
  return text.toUpperCase();
}

function seconds(offset: number): string {
  return String(Math.floor(Date.now() / 1_000) + offset);
}
