import { createMock } from '@parley/msw';
import { expect, onTestFinished, test } from 'vitest';
import { startDemoServer } from '../demo-server.ts';
import { runExample } from '../run.ts';

const targets = {
  'a server just started': startDemoServer,
  'the mocks': async () => {
    const mock = createMock();
    const { url, close } = await mock.listen();
    onTestFinished(close);
    return { url, apiKey: mock.apiKey };
  },
};

test.each(Object.entries(targets))(
  'against %s, questions in the words of customers are answered, also after a second run',
  async (_, start) => {
    const { url, apiKey } = await start();
    const env = { PARLEY_API_KEY: apiKey, PARLEY_BASE_URL: url };
    const first = await runExample('knowledge-search', env);
    expect(first).toEqual({
      code: 0,
      lines: [
        'Your account: ready, 3 passages',
        'Delivery: ready, 5 passages',
        'Returns and refunds: ready, 4 passages',
        '5 FAQs',
        '',
        'when will my order arrive?',
        '  exact: Two working days within the city, five elsewhere.',
        '',
        'how can i pay',
        '  exact: By card, by transfer, or with a gift card.',
        '',
        'Do you ship to other countries abroad?',
        '  high: Yes, to every country of the European Union.',
        '',
        'my pasword does not work, I want to change it',
        '  from "Changing the password": Choose Forgotten password below the form. The link in the e-mail works for one hour.',
        '',
        'it was broken when it arrived',
        '  from "Broken on arrival": Send us a photo of it within a week. We send another one at once, and you keep the broken one.',
        '',
        'do you sell horses?',
        '  Somebody has to answer.',
      ],
    });
    expect(await runExample('knowledge-search', env)).toEqual(first);
  },
);
