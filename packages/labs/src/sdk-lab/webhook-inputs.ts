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
  { name: 'a string', accept: true, make: (dialect) => delivery(dialect) },
  {
    name: 'bytes',
    accept: true,
    make: (dialect) => {
      const { body, headers } = delivery(dialect);
      return { body: Buffer.from(body), headers };
    },
  },
  { name: 'text beyond ASCII', accept: true, make: (dialect) => delivery(dialect, { event }) },
  {
    name: 'Headers of fetch',
    accept: true,
    make: (dialect) => {
      const { body, headers } = delivery(dialect);
      return { body, headers: new Headers(headers as Record<string, string>) };
    },
  },
  {
    name: 'header names like Webhook-Id',
    accept: true,
    make: (dialect) => renamed(dialect, capitals),
  },
  {
    name: 'headers as lists',
    accept: true,
    make: (dialect) => {
      const { body, headers } = delivery(dialect);
      const lists = Object.entries(headers).map(([name, value]) => [name, [value as string]]);
      return { body, headers: Object.fromEntries(lists) as Record<string, string[]> };
    },
  },
  {
    name: 'two signatures',
    accept: true,
    make: (dialect) => delivery(dialect, { signers: ['foreign', 'current'] }),
  },
  {
    name: 'an unknown signature beside a valid one',
    accept: true,
    make: (dialect) => delivery(dialect, { signers: ['unknown', 'current'] }),
  },
  {
    name: 'the previous secret',
    accept: true,
    make: (dialect) => delivery(dialect, { signers: ['previous'] }),
  },
  {
    name: 'an event type of the future',
    accept: true,
    make: (dialect) => delivery(dialect, { event: { ...plain, type: 'message.teleported' } }),
  },
  {
    name: 'a changed body',
    accept: false,
    make: (dialect) => {
      const { body, headers } = delivery(dialect);
      return { body: String(body).replace('Hello', 'Hallo'), headers };
    },
  },
  {
    name: 'a foreign secret',
    accept: false,
    make: (dialect) => delivery(dialect, { signers: ['foreign'] }),
  },
  {
    name: 'no signature',
    accept: false,
    make: (dialect) => ({ ...delivery(dialect), headers: { 'content-type': 'application/json' } }),
  },
  {
    name: 'a mutilated signature',
    accept: false,
    make: (dialect) => {
      const { body, headers } = delivery(dialect);
      const cut = Object.entries(headers).map(([name, value]) => [
        name,
        name.includes('signature') ? `${String(value).slice(0, -9)}%` : value,
      ]);
      return { body, headers: Object.fromEntries(cut) as Record<string, string> };
    },
  },
  {
    name: 'six minutes old',
    accept: false,
    make: (dialect) => delivery(dialect, { timestamp: seconds(-360) }),
  },
  {
    name: 'six minutes early',
    accept: false,
    make: (dialect) => delivery(dialect, { timestamp: seconds(360) }),
  },
  {
    name: 'a time that is no number',
    accept: false,
    needs: 'signsTime',
    make: (dialect) => delivery(dialect, { timestamp: 'soon' }),
  },
  {
    name: 'an old delivery with a new time',
    accept: false,
    needs: 'signsTime',
    make: (dialect) => {
      const timestamp = seconds(-360);
      const { body, headers } = delivery(dialect, { timestamp });
      const text = JSON.stringify(headers).replaceAll(timestamp, seconds(0));
      return { body, headers: JSON.parse(text) as Record<string, string> };
    },
  },
  {
    name: 'the id of another delivery',
    accept: false,
    needs: 'signsId',
    make: (dialect) => {
      const { body, headers } = delivery(dialect);
      return { body, headers: { ...(headers as Record<string, string>), 'webhook-id': 'msg_2' } };
    },
  },
  {
    name: 'signed, and not JSON',
    accept: false,
    needs: 'parses',
    make: (dialect) => delivery(dialect, { body: '{"id": ' }),
  },
];

interface Making {
  event?: object;
  body?: string;
  timestamp?: string;
  signers?: ('current' | 'previous' | 'foreign' | 'unknown')[];
}

function delivery(
  dialect: WebhookDialect,
  { event = plain, body = JSON.stringify(event), timestamp = seconds(0), signers }: Making = {},
): Delivery {
  const content: SignedContent = { id: 'msg_1', timestamp, body };
  const signatures = (signers ?? ['current']).map((signer) =>
    signer === 'unknown'
      ? dialect.unknownSignature
      : dialect.sign(dialect.secrets[signer], content),
  );
  return { body, headers: dialect.headerOf(signatures, content) };
}

function renamed(dialect: WebhookDialect, rename: (name: string) => string): Delivery {
  const { body, headers } = delivery(dialect);
  const entries = Object.entries(headers).map(([name, value]) => [rename(name), value]);
  return { body, headers: Object.fromEntries(entries) as Record<string, string> };
}

function capitals(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}

function seconds(offset: number): string {
  return String(Math.floor(Date.now() / 1_000) + offset);
}
