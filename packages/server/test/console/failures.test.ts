import { errorRules } from '@parley/contract';
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { patient } from '../browser.ts';
import { browserPath } from '../browser-path.ts';
import { runCommand } from '../run-command.ts';
import {
  callFrom,
  expectAccessible,
  expectInThemes,
  openConsole,
  owner,
  setUp,
} from './opened-console.ts';

test.skipIf(!browserPath)(
  'a page keeps what was typed when its session ends or the server is away',
  async () => {
    const opened = await openConsole();
    const { place, url } = opened;
    await setUp(opened);
    const cookies = await opened.page.context().cookies();
    // The first page may log no error.
    const context = await opened.newContext();
    await context.addCookies(cookies);
    const page = patient(await context.newPage());
    const other = patient(await context.newPage());
    for (const one of [page, other]) {
      await one.goto(`${url}/settings/api-keys`, { waitUntil: 'networkidle' });
    }
    await other.getByRole('button', { name: 'Create API key' }).click();
    await other.getByLabel('Name').fill('Kiosk');
    // The server refuses a request before the next sign-in, and the browser gets the refusal after it.
    const held: Route[] = [];
    const list = /\/console\/api\/api-keys$/;
    await page.route(list, (route) => void held.push(route), { times: 1 });
    await Promise.all([
      page.waitForRequest(list),
      page.getByLabel('Show').selectOption('All keys'),
    ]);
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByLabel('Name').fill('Kiosk');
    await context.clearCookies();
    const create = page.getByRole('button', { name: 'Create', exact: true });
    await create.click();
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(owner.email);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, `sign-in-again-${colorScheme}`);
    }
    await page.keyboard.press('Escape');
    await page.getByLabel('Password').and(page.locator(':focus')).fill('five yellow tulips');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The email address or the password is wrong.').waitFor();
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor({ state: 'detached' });
    const arrived = page.waitForResponse((response) => response.status() === 401);
    await held[0]?.fulfill({ status: 401, json: { error: signInRequired } });
    await (await arrived).finished();
    expect(await page.getByLabel('Name').inputValue()).toBe('Kiosk');

    await context.setOffline(true);
    await create.click();
    await page.getByText('The server cannot be reached.').waitFor();
    await expectAccessible(page, 'server-away', 'colors');
    await context.setOffline(false);
    await create.click();
    await page.getByText(/^prl_live_\w+$/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('cell', { name: 'Kiosk', exact: true }).waitFor();

    // The browser has not loaded the file of this page yet.
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('heading', { name: 'The page cannot be shown' }).waitFor();
    await page.getByText('The server cannot be reached.').waitFor();
    await expectInThemes(page, 'file-away');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Members' }).waitFor();

    // The other tab has the new session, too.
    await other.bringToFront();
    expect(await other.getByLabel('Name').inputValue()).toBe('Kiosk');
    await other.getByRole('button', { name: 'Create', exact: true }).click();
    const secret = other.getByText(/^prl_live_\w+$/);
    await secret.waitFor();

    // The first tab opens another workspace. The other tab keeps the key until the person has closed it.
    await runCommand(place, ['tenants', 'create', 'Second']);
    const invite = ['users', 'invite', owner.email, '--role', 'owner', '--tenant', 'Second'];
    const [, token = ''] = /#token=(\S+)/.exec((await runCommand(place, invite)).out) ?? [];
    await callFrom(page, 'POST /invitations/accept', { token, password: owner.password });
    await page.goto(url);
    const workspace = page.getByLabel('Workspace', { exact: true });
    for (const name of ['Demo', 'Second']) {
      const told = other.evaluate(
        () =>
          new Promise((resolve) => {
            new BroadcastChannel('parley-session').onmessage = () => resolve(undefined);
          }),
      );
      await workspace.selectOption(name);
      await page.getByRole('heading', { name, exact: true }).waitFor();
      await told;
    }
    expect(await secret.count()).toBe(1);
    await other.getByRole('button', { name: 'Done' }).click();
    const chosen = other.getByLabel('Workspace', { exact: true }).locator('option:checked');
    await expect.poll(() => chosen.textContent()).toBe('Second');
  },
);

test.skipIf(!browserPath)(
  'an action that ends after its dialog was closed says how, and keeps a dialog that was opened later',
  async () => {
    const opened = await openConsole();
    const { url } = opened;
    await setUp(opened);
    // The first page may log no error.
    const page = await opened.another();
    await page.context().addCookies(await opened.page.context().cookies());
    await page.goto(`${url}/settings/api-keys`);
    const create = page.getByRole('button', { name: 'Create API key' });

    const first = await held('Kiosk');
    await create.click();
    await page.getByLabel('Name').fill('Till');
    await first.continue();
    await page.getByText(/^prl_live_\w+$/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByLabel('Name').and(page.locator(':focus')).waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Till');
    await page.keyboard.press('Escape');

    const lost = await held('Lost');
    await lost.abort();
    await page
      .getByRole('status')
      .getByText(
        /^“Create API key” failed\. The server cannot be reached\..* Check first whether the server did it\.$/,
      )
      .waitFor();
    await create.and(page.locator(':focus')).waitFor();

    /** Sends the form, closes its dialog before the server answers, and returns the request. */
    async function held(name: string): Promise<Route> {
      await create.click();
      await page.getByLabel('Name').fill(name);
      const path = /\/console\/api\/api-keys$/;
      const sent = new Promise<Route>((resolve) => void page.route(path, resolve, { times: 1 }));
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const request = await sent;
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      return request;
    }
  },
);

test.skipIf(!browserPath)(
  'a list says that the network is away, that no answer comes, or that it is not from the server',
  async () => {
    const opened = await openConsole();
    const { url } = opened;
    await setUp(opened);
    // The first page may log no error.
    const context = await opened.newContext();
    await context.addCookies(await opened.page.context().cookies());
    const page = patient(await context.newPage());
    await page.clock.install();
    await page.goto(`${url}/settings/api-keys`);
    const show = page.getByLabel('Show');
    const key = page.getByRole('cell', { name: /^prl_live_/ });
    await key.first().waitFor();

    await context.setOffline(true);
    await show.selectOption('Revoked keys');
    await page.getByText('The server cannot be reached.').waitFor();
    await context.setOffline(false);
    await page.getByText('No key has this status.').waitFor();

    const expired = /api-keys\?status=expired$/;
    const wait = () => page.clock.fastForward(30_000);
    await page.route(expired, () => {});
    await Promise.all([page.waitForRequest(expired), show.selectOption('Expired keys')]);
    await Promise.all([page.waitForRequest(expired), wait()]);
    await wait();
    await page.getByText('The server has not answered in time.').waitFor();
    await page.unroute(expired);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No key has this status.').waitFor();

    const all = /api-keys$/;
    const portal = { contentType: 'text/html', body: '<h1>Welcome to our network</h1>' };
    await page.route(all, (route) => route.fulfill(portal));
    await show.selectOption('All keys');
    await page.getByText('The answer is not from the server.').waitFor();
    await page.unroute(all);
    await page.getByRole('button', { name: 'Try again' }).click();
    await key.first().waitFor();
  },
);

test.skipIf(!browserPath)('refusals say what to do in the words of the console', async () => {
  const opened = await openConsole();
  const { url } = opened;
  await setUp(opened);
  const page = await opened.another();
  await page.goto(opened.setupLink);
  await page.getByRole('heading', { name: 'The link was used' }).waitFor();
  await expectInThemes(page, 'used-setup-link');
  await page.goto(url);
  await signInAs(page, 'somebody@example.com');
  await page.getByText('The email address or the password is wrong.').waitFor();
  const others = await page.evaluate(async () => {
    const body = JSON.stringify({ email: 'somebody@example.com', password: 'a guess' });
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
    const attempt = async () => {
      const answer = await fetch('/console/api/session', init);
      // The browser loads on until it is read.
      await answer.text();
      return answer.status;
    };
    return await Promise.all([1, 2, 3, 4].map(attempt));
  });
  expect(others).toEqual([401, 401, 401, 401]);
  await signInAs(page, 'somebody@example.com');
  await page.getByText(/^Too many requests or attempts. Wait \d+ (minutes|seconds)/).waitFor();
  await page.getByText('SVC-RATE-LIMITED').waitFor();
  await signInAs(page, owner.email, owner.password);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByLabel('URL').fill('https://192.168.0.1/hook');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const told = errorRules.webhook_url_not_public;
  await page
    .getByRole('textbox', { name: 'URL', description: told })
    .and(page.locator(':focus'))
    .waitFor();
  await expectInThemes(page, 'refused-url');
  await page.getByLabel('URL').fill('https://example.com/hook');
  await page.getByLabel('Events').fill('message.*\nmessage.recieved');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page
    .getByRole('textbox', { name: 'Events', description: /Entry 2 must be a type of event/ })
    .and(page.locator(':focus'))
    .waitFor();
  await page.keyboard.press('Escape');
  const hook = { url: 'https://example.com/hook', events: ['*'] };
  const { json: endpoint } = await callFrom(page, 'POST /webhook-endpoints', hook);
  await callFrom(page, `POST /webhook-endpoints/${endpoint['id']}/disable`, {});
  await page.goto(`${url}/webhooks/${endpoint['id']}`);
  await page.getByRole('button', { name: 'Replay' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
  const disabled =
    'This webhook endpoint is disabled, which does not allow this. It must be enabled.';
  await page.getByText(disabled).waitFor();
  await page.keyboard.press('Escape');
  await page.goto(`${url}/settings/agencies`);
  await page.getByRole('button', { name: 'Give access' }).click();
  await page.getByLabel('ID of the agency').fill('nobody');
  await page.getByRole('dialog').getByRole('button', { name: 'Give access' }).click();
  await page.getByText('There is no workspace with this ID that you can reach.').waitFor();
  await page.keyboard.press('Escape');
  await expectStoredCredentials(page);
  await page.goto(`${url}/channels/connect`);
  await page.getByLabel('Name', { exact: true }).fill('Shop');
  const fields = page.locator('main input[required]');
  // The browser accepts a space where it requires a value.
  for (const field of await fields.all()) await field.fill('1 ');
  const required = page.getByLabel('Phone number ID');
  await required.fill(' ');
  await page.getByRole('button', { name: 'Connect' }).click();
  const needed = 'The provider whatsapp_cloud needs config.phoneNumberId.';
  await page
    .getByRole('textbox', { name: 'Phone number ID', description: needed })
    .and(page.locator(':focus'))
    .waitFor();
  await page.getByRole('link', { name: 'Event log' }).click();
  await page.getByRole('searchbox', { name: 'Type of event' }).fill('no such type');
  await page.keyboard.press('Enter');
  await page.getByText('The server does not accept these values.').waitFor();
  await expectInThemes(page, 'refused-filter');
});

/** Credentials are stored although the provider does not answer, so their next steps are shown. */
async function expectStoredCredentials(page: Page): Promise<void> {
  const { json: channel } = await callFrom(page, 'POST /channels', {
    name: 'Shop',
    type: 'whatsapp',
    provider: 'whatsapp_cloud',
    config: { phoneNumberId: '1', wabaId: '2' },
    credentials: { accessToken: 'a', appId: '3', appSecret: 'b', verifyToken: 'c' },
  });
  const details = { provider: 'whatsapp_cloud', providerMessage: null, retryable: true };
  const error = { code: 'SVC-PROVIDER-ERROR', message: 'See `details.retryable`.', details };
  await page.route(/\/verify$/, (route) => route.fulfill({ status: 502, json: { error } }));
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/channels/${channel['id']}`);
  await page.getByRole('button', { name: 'Replace credentials' }).click();
  await page.getByLabel('Verify token').fill('another-token');
  await page.getByRole('button', { name: 'Store and verify' }).click();
  const told = /^The credentials are stored, but were not verified\. The provider did not answer/;
  await page.getByRole('status').getByText(told).waitFor();
  await page.getByRole('dialog').getByText('another-token').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
}

const signInRequired = { code: 'SVC-SIGN-IN-REQUIRED', message: 'Sign in.', details: {} };

async function signInAs(page: Page, email: string, password = 'five yellow tulips'): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
