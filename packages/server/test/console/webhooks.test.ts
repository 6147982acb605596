import { unattendedHeader } from '@parley/contract/console';
import { expect, test } from 'vitest';
import { browserPath } from '../browser-path.ts';
import { receiver } from '../receivers.ts';
import {
  callFrom,
  expectDialogs,
  expectOnScreens,
  openConsole,
  openHome,
  readAgain,
} from './opened-console.ts';

test.skipIf(!browserPath)(
  'a failed webhook is seen with its attempts, and delivered again',
  async () => {
    let status = 500;
    const url = await receiver((request, response) => {
      request.resume();
      response.writeHead(status).end('noted');
    });
    const opened = await openConsole();
    const { page } = opened;
    await openHome(opened);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByLabel('URL').fill(url);
    await page.getByLabel('Purpose').fill('Order system');
    await page.getByLabel('Events').fill('message.received');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('link', { name: 'Channels' }).click();
    await page.getByRole('link', { name: 'Demo whatsapp' }).click();
    await page.getByRole('button', { name: 'Send to the workspace' }).click();
    await page.getByText(/^Received as/).waitFor();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('link', { name: url }).click();
    await page.getByRole('link', { name: 'message.received' }).click();
    // Nobody uses the page for two minutes.
    await page.evaluate(() => {
      const now = performance.now.bind(performance);
      performance.now = () => now() + 120_000;
    });
    const poll = page.waitForRequest((request) => request.headers()[unattendedHeader] === 'true');
    // The third attempt follows five minutes later: none runs beside the redelivery.
    await page.getByRole('row', { name: /^2 scheduled/ }).waitFor();
    await poll;
    await page.getByText('retrying').waitFor();
    await page.getByText('"type": "message.received"').waitFor();
    await expectOnScreens(page, 'delivery');
    await expectDialogs(page, 'delivery', 1);
    await page.emulateMedia({ media: 'print' });
    const body = page.getByRole('region', { name: 'Body of the webhook' });
    const cut = await body.evaluate((one) => [
      one.scrollHeight - one.clientHeight,
      one.scrollWidth - one.clientWidth,
    ]);
    expect(cut, 'pixels that paper does not show').toEqual([0, 0]);
    await page.emulateMedia({ media: 'screen' });

    status = 200;
    await page.getByRole('button', { name: 'Redeliver' }).click();
    const redelivery = page.waitForRequest(/\/redeliver$/);
    await page.getByRole('dialog').getByRole('button', { name: 'Redeliver' }).click();
    expect((await redelivery).headers()).not.toHaveProperty(unattendedHeader);
    await page.getByRole('row', { name: /^3 manual .* 200/ }).waitFor();
    await page.getByText('delivered', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Endpoint' }).click();
    await page.getByRole('cell', { name: 'delivered' }).waitFor();
    await expectOnScreens(page, 'endpoint');
    const intervals = await page.evaluateHandle(() => {
      const set: (number | undefined)[] = [];
      const start = setInterval;
      const note = (run: () => void, ms?: number) => start(run, set.push(ms) && ms);
      Object.assign(globalThis, { setInterval: note });
      return set;
    });
    await page.route(/\/deliveries(\?|$)/, (route) => {
      const isFirst = !route.request().url().includes('cursor=');
      return route.fulfill({ json: { data: [], nextCursor: isFirst ? 'next' : null } });
    });
    // Reading two pages takes two requests.
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => intervals.evaluate((set) => set.at(-1))).toBe(10_000);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('The endpoint received the test.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByLabel('Also events that it received').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await page.getByText('1 event will be sent.').waitFor();
  },
);

/** Opens the console of a tenant with a webhook endpoint and a channel. */
async function openRecords() {
  const opened = await openConsole();
  const { page, url } = opened;
  await openHome(opened);
  const body = { url: 'https://example.com/hook', events: ['*'] };
  const { json: endpoint } = await callFrom(page, 'POST /webhook-endpoints', body);
  const { json: channels } = await callFrom(page, 'GET /channels?type=whatsapp');
  const [channel] = channels['data'] as [{ id: string }];
  return { page, url, endpoint: { id: String(endpoint['id']) }, channel };
}

test.skipIf(!browserPath)(
  'an edit keeps what somebody else changed while its dialog was open',
  async () => {
    const { page, url, endpoint, channel } = await openRecords();

    await edit(`webhook-endpoints/${endpoint.id}`, `webhooks/${endpoint.id}`, {
      theirs: { events: ['message.received'] },
      field: 'Purpose',
      mine: { description: 'Order system' },
    });
    await edit(`channels/${channel.id}`, `channels/${channel.id}`, {
      theirs: { name: 'Shop' },
      field: 'Address',
      mine: { address: '@shop' },
    });

    async function edit(record: string, path: string, { theirs, field, mine }: Edits) {
      await page.goto(`${url}/${path}`);
      await page.getByRole('button', { name: 'Edit' }).click();
      await callFrom(page, `PATCH /${record}`, theirs);
      await page.getByLabel(field).fill(Object.values(mine).join());
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText(/^The (endpoint|channel) is changed\.$/).waitFor();
      const { json } = await callFrom(page, `GET /${record}`);
      expect(json).toMatchObject({ ...theirs, ...mine });
    }
  },
);

test.skipIf(!browserPath)(
  'the fields of an edit stay as they were when its dialog was opened',
  async () => {
    const { page, url, endpoint, channel } = await openRecords();

    // Only a field that was empty at first follows its default value.
    await callFrom(page, `PATCH /channels/${channel.id}`, { address: null });
    await edit(`webhook-endpoints/${endpoint.id}`, `webhooks/${endpoint.id}`, {
      theirs: [{ description: 'Second purpose' }, { description: 'Third purpose' }],
      untouched: 'Purpose',
      field: 'URL',
      mine: { url: 'https://example.com/parley' },
    });
    await edit(`channels/${channel.id}`, `channels/${channel.id}`, {
      theirs: [{ address: '@second' }, { address: '@third' }],
      untouched: 'Address',
      field: 'Name',
      mine: { name: 'Shop' },
    });

    /** Edits a record that somebody else changes twice. The page reads only the first of these changes. */
    async function edit(record: string, path: string, { theirs, ...edits }: ReadEdits) {
      const { untouched, field, mine } = edits;
      const [first, second] = theirs;
      await page.goto(`${url}/${path}`);
      await page.getByRole('button', { name: 'Edit' }).click();
      await callFrom(page, `PATCH /${record}`, first);
      await readAgain(page, new RegExp(`/${record}$`));
      await page.locator('main').getByText(Object.values(first).join()).waitFor();
      await callFrom(page, `PATCH /${record}`, second);
      const dialog = page.getByRole('dialog');
      expect(await dialog.getByLabel(untouched).inputValue(), untouched).toBe('');
      await dialog.getByLabel(field).fill(Object.values(mine).join());
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText(/^The (endpoint|channel) is changed\.$/).waitFor();
      const { json } = await callFrom(page, `GET /${record}`);
      expect(json).toMatchObject({ ...second, ...mine });
    }
  },
);

test.skipIf(!browserPath)(
  'times stay right while a page is open for hours, and a passed time of an attempt is due',
  async () => {
    const opened = await openConsole();
    const { page, url } = opened;
    await openHome(opened);
    const endpoint = { url: 'https://example.com/hook', events: ['*'] };
    const { json } = await callFrom(page, 'POST /webhook-endpoints', endpoint);
    const past = new Date(Date.now() - 60_000).toISOString();
    const waiting = {
      id: 'dlv_1',
      endpointId: json['id'],
      eventType: 'message.read',
      status: 'pending',
      attemptCount: 0,
      lastAttempt: null,
      nextAttemptAt: past,
      createdAt: past,
    };
    const list = { json: { data: [waiting], nextCursor: null } };
    await page.route(/\/deliveries(\?|$)/, (route) => route.fulfill(list));
    await page.clock.install();
    await page.goto(`${url}/webhooks/${json['id']}`);
    await page.getByRole('row', { name: 'message.read pending 0 – due 1 minute ago' }).waitFor();
    await page.clock.runFor(2 * 3_600_000);
    await page.getByRole('row', { name: 'message.read pending 0 – due 2 hours ago' }).waitFor();
    await page.getByText('2 hours ago').first().waitFor();
  },
);

interface ReadEdits extends Omit<Edits, 'theirs'> {
  /** Two changes by somebody else, one after the other. */
  readonly theirs: readonly [object, object];
  /** The label of the field that the others change. It is empty when the dialog is opened. */
  readonly untouched: string;
}

interface Edits {
  readonly theirs: object;
  /** The label of the field that the page fills in. */
  readonly field: string;
  readonly mine: Readonly<Record<string, string>>;
}
