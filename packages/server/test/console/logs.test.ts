import { expect, test } from 'vitest';
import { browserPath } from '../browser-path.ts';
import { callFrom, expectOnScreens, openConsole, openHome } from './opened-console.ts';

test.skipIf(!browserPath)(
  'filters of the logs stay in the address, and a wrong filter or address says so',
  async () => {
    const opened = await openConsole();
    const { page, url } = opened;
    await openHome(opened);
    const { json: key } = await callFrom(page, 'POST /api-keys', { name: 'Shop backend' });
    const headers = { Authorization: `Bearer ${key['secret']}` };
    const named = { ...headers, 'X-Request-Id': 'shop,1\\' };
    await (await fetch(`${url}/api/v1/tags`, { headers: named })).text();
    for (const path of Array<string>(25).fill('contacts/con_missing')) {
      await (await fetch(`${url}/api/v1/${path}`, { headers })).text();
    }
    const logged = async () => {
      const { json } = await callFrom(page, 'GET /request-log?limit=100');
      return (json['data'] as unknown[]).length;
    };
    await expect.poll(logged, { timeout: 60_000 }).toBe(26);

    await page.getByRole('link', { name: 'Request log' }).click();
    const more = page.getByRole('button', { name: 'Load more' });
    await more.focus();
    await page.keyboard.press('Enter');
    // The button is gone, and the focus is on the number of rows.
    await page.locator(':focus').getByRole('status').getByText('26 results').waitFor();
    const success = page.getByRole('row', { name: /^GET \S*\/tags/ });
    const failure = page.getByRole('row', { name: /SVC-NOT-FOUND/ });
    await success.waitFor();
    // Screen readers follow the number of rows only if its element stays.
    const count = await page.locator('main').getByRole('status').elementHandle();
    await page.getByLabel('Result').selectOption('Successes');
    await failure.first().waitFor({ state: 'detached' });
    await success.waitFor();
    expect(await count?.evaluate((one) => one.isConnected && one.textContent)).toBe('1 result');
    await page.getByLabel('Key').selectOption('Shop backend');
    await success.waitFor();
    expect(page.url()).toBe(`${url}/request-log?outcome=success&keyId=${key['id']}`);
    const search = page.getByRole('searchbox').first();
    await search.fill('SVC-NOT-FOUND');
    await page.keyboard.press('Enter');
    await page.getByText('No request matches.').waitFor();
    const told = await count?.evaluate((one) => one.isConnected && one.textContent);
    expect(told).toBe('No request matches.');
    await page.reload();
    await page.getByText('No request matches.').waitFor();
    expect(await search.inputValue()).toBe('SVC-NOT-FOUND');
    await page.goBack();
    await success.waitFor();
    expect(await search.inputValue()).toBe('');
    expect(await page.getByLabel('Result').inputValue()).toBe('success');
    await page.goBack();
    await page.goBack();
    await failure.first().waitFor();
    expect(page.url()).toBe(`${url}/request-log`);
    await search.fill('shop,1\\');
    await page.keyboard.press('Enter');
    await failure.first().waitFor({ state: 'detached' });
    await success.waitFor();

    await page.getByRole('link', { name: 'Event log' }).click();
    const record = page.locator('td[data-head=Record]');
    const id = (await record.first().textContent()) ?? '';
    await search.fill(id);
    await page.keyboard.press('Enter');
    await page.getByText(/^\d+ results?$/).waitFor();
    expect(page.url()).toBe(`${url}/events?q=${id}`);
    expect(new Set(await record.allTextContents())).toEqual(new Set([id]));
    await page.goto(`${url}/audit-log?q=api_key.created`);
    await page.getByRole('row', { name: /^api_key.created/ }).waitFor();
    expect(await search.inputValue()).toBe('api_key.created');
    const actor = page.getByRole('searchbox', { name: 'ID of the member or API key' });
    const { json: session } = await callFrom(page, 'GET /session');
    const { id: memberId } = session['member'] as { id: string };
    await actor.fill(memberId);
    await page.keyboard.press('Enter');
    await page.getByText('1 result').waitFor();
    await search.fill(String(key['id']));
    await page.keyboard.press('Enter');
    await page.waitForURL(`${url}/audit-log?q=${key['id']}&actorId=${memberId}`);
    await page.getByRole('row', { name: /^api_key.created/ }).waitFor();
    await actor.fill(String(key['id']));
    await page.keyboard.press('Enter');
    await page.getByText('No action matches.').waitFor();
    await actor.fill('');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /^api_key.created/ }).waitFor();
    // A text that is not the same if it is decoded twice.
    await search.fill('100%25');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${url}/audit-log?q=100%2525`);
    await page.reload();
    await page.getByRole('button', { name: 'Filter' }).first().waitFor();
    expect(await search.inputValue()).toBe('100%25');
    await search.fill('');
    await page.keyboard.press('Enter');
    expect(page.url()).toBe(`${url}/audit-log`);

    await page.goto(`${url}/request-log?outcome=nonsense`);
    await page.getByText('The server does not accept these values.').waitFor();
    expect(await page.getByLabel('Result').inputValue()).toBe('nonsense');
    await expectOnScreens(page, 'wrong-filter');
    await page.getByRole('button', { name: 'Remove the filters' }).focus();
    await page.keyboard.press('Enter');
    await success.or(failure).first().waitFor();
    // The button is gone, so the page has the focus.
    await page.locator('main:focus').waitFor();
    expect(page.url()).toBe(`${url}/request-log`);

    await page.goto(`${url}/request-log?q=svc-not-found`);
    await failure.first().waitFor();

    await page.goto(`${url}/channels/chn_missing`);
    await page.getByText('This channel does not exist, or was deleted.').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await expectOnScreens(page, 'missing-channel');
    await page.getByRole('link', { name: 'Go to “Channels”' }).click();
    await page.getByRole('link', { name: 'Demo whatsapp' }).waitFor();

    // The first page may log no failure of the server.
    const other = await opened.another();
    await other.context().addCookies(await page.context().cookies());
    const list = /\/console\/api\/webhook-endpoints$/;
    // The last route answers first.
    for (const [status, code] of [
      [503, 'SVC-UNAVAILABLE'],
      [500, 'SVC-INTERNAL'],
    ] as const) {
      const error = { code, message: 'It failed.', details: {} };
      await other.route(list, (route) => route.fulfill({ status, json: { error } }), { times: 1 });
    }
    await other.goto(`${url}/webhooks`);
    await other.getByText('The server failed.').waitFor();
    await expectOnScreens(other, 'failed-list');
    await other.getByRole('button', { name: 'Try again' }).click();
    await other.getByText('The server cannot do this at the moment.').waitFor();
    await other.getByRole('button', { name: 'Try again' }).click();
    await other.getByText('No URL receives events yet.').waitFor();
  },
);
