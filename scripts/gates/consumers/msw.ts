import { createMock } from '@parley/msw';
import { Parley } from '@parley/sdk';
// The main entry point of MSW 2 does not type-check in CommonJS.
import { http } from 'msw/core/http';

const mock = createMock();
const parley = new Parley({ apiKey: mock.apiKey, fetch: mock.fetch });
const handlers = [http.get('https://example.com/', () => undefined)];
handlers.push(...mock.handlers);

void main();

async function main() {
  const { data } = await parley.conversations.list();
  if (!Array.isArray(data) || handlers.length < 2) throw new Error('unexpected answer of the mock');
}

// @ts-expect-error A type that allows this is an empty type.
export const wrong: number = mock.apiKey;

// @ts-expect-error Of the handlers, too.
export const wrongToo: (typeof mock.handlers)[number] = 1;
