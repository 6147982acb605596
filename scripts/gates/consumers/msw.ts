import { createMock } from '@parley/msw';
import { Parley } from '@parley/sdk';
import { http } from 'msw';

const mock = createMock();
const parley = new Parley({ apiKey: mock.apiKey, fetch: mock.fetch });
const handlers = [...mock.handlers, http.get('https://example.com/', () => undefined)];

void main();

async function main() {
  const { data } = await parley.conversations.list();
  if (!Array.isArray(data) || handlers.length < 2) throw new Error('unexpected answer of the mock');
}

// @ts-expect-error A type that allows this is an empty type.
export const wrong: number = mock.apiKey;
