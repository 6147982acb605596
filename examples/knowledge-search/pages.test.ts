import { createMock } from '@parley/msw';
import { Parley } from '@parley/sdk';
import { expect, test } from 'vitest';
import { answerTo } from './bot.ts';
import { addPage, noteOf, refreshPages } from './pages.ts';

const url = 'https://shop.example.com/help/hours';

// #region test
test('finds a page of the shop', async () => {
  const page = '<title>Opening hours</title><main><p>We open at nine on weekdays.</p></main>';
  const mock = createMock({ urlSources: { [url]: page } });
  const parley = new Parley({ apiKey: mock.apiKey, fetch: mock.fetch });
  await parley.knowledgeSources.create({ type: 'url', url });
  await mock.settle();
  const answer = await answerTo(parley, 'when do you open?');
  expect(answer).toMatchObject({ kind: 'passage', text: 'We open at nine on weekdays.' });
});
// #endregion

test('reports whether the page was indexed or failed', async () => {
  const mock = createMock({ urlSources: { [url]: '<title>Hours</title><p>We open at nine.</p>' } });
  const parley = new Parley({ apiKey: mock.apiKey, fetch: mock.fetch });
  expect(await addPage(parley, url)).toMatchObject({ status: 'ready', title: 'Hours' });
  await expect(addPage(parley, `${url}/gone`)).rejects.toThrow('http_status');
  const { recorded } = mock.webhooks;
  expect(recorded.map(noteOf).filter((note) => note !== undefined)).toEqual([
    'Hours: 1 passages',
    `${url}/gone: The server answered with status 404.`,
  ]);
});

test('finds the changed text after pages are fetched again', async () => {
  let hour = 'nine';
  const headers = { 'content-type': 'text/html' };
  const urlSources = () => new Response(`<p>We open at ${hour}.</p>`, { headers });
  // A stopped clock: no source is indexed before `settle`.
  const mock = createMock({ urlSources, now: '2026-11-20T09:00:00Z' });
  const parley = new Parley({ apiKey: mock.apiKey, fetch: mock.fetch });
  await parley.knowledgeSources.create({ type: 'url', url });
  await mock.settle();
  hour = 'ten';
  await refreshPages(parley);
  const ask = () => answerTo(parley, 'when do you open?');
  expect(await ask()).toMatchObject({ text: 'We open at nine.' });
  await mock.settle();
  expect(await ask()).toMatchObject({ text: 'We open at ten.' });
});
