import { createMock } from '@parley/msw';
import { expect, onTestFinished, test } from 'vitest';
import { runExample } from '../run.ts';

test('visits every conversation once, also when it continues from a cursor', async () => {
  const mock = createMock();
  mock.seed.conversations(25);
  const { url, close } = await mock.listen();
  onTestFinished(close);
  const { code, lines } = await runExample('iterate-conversations', {
    PARLEY_API_KEY: mock.apiKey,
    PARLEY_BASE_URL: url,
  });
  expect({ code, lines }).toEqual({
    code: 0,
    lines: [
      '25 unread',
      'a page of 10',
      'a page of 10',
      '5 more after the cursor',
      '5 open on the first page, and there are more',
    ],
  });
  mock.verify();
});
