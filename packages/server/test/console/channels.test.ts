import { Simulator } from '@parley/provider-simulator';
import type { Page, Route } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { browserPath } from '../browser-path.ts';
import {
  callFrom,
  expectDialogs,
  expectOnScreens,
  openConsole,
  openHome,
} from './opened-console.ts';

test.skipIf(!browserPath)(
  'a connected WhatsApp number sends once the checks succeed, and stops when it is deleted',
  async () => {
    const simulator = await new Simulator().start();
    onTestFinished(() => simulator.close());
    const { account, accessToken } = simulator.addAccount('whatsapp');
    const { app } = account;
    const opened = await openConsole({
      env: { PARLEY_WHATSAPP_API_URL: simulator.urls.whatsapp },
    });
    const { page } = opened;
    await openHome(opened);
    await page.getByRole('link', { name: 'Channels' }).click();
    await page.getByRole('button', { name: 'Connect a channel' }).click();
    await page.getByRole('heading', { name: 'Connect a channel' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Shop');
    for (const network of ['TikTok', 'Instagram', 'WhatsApp']) {
      await page.getByLabel('Network').selectOption(network);
    }
    await page.getByLabel('Phone number ID').fill('+1 555 0100');
    await page.getByLabel('WhatsApp Business Account ID').fill(account.ownerId);
    await page.getByLabel('Access token').fill(accessToken);
    await page.getByLabel('App ID').fill(app.id);
    await page.getByLabel('App secret').fill('the secret of another app');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('must be digits').waitFor();
    expect(await focused(page)).toBe('config.phoneNumberId');
    await expectOnScreens(page, 'connect-channel');
    await page.getByLabel('App secret').fill('secret-of-another-app');
    await page.getByLabel('Phone number ID').fill(account.id);
    const verifyToken = await page.getByLabel('Verify token').inputValue();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('dialog').getByText(verifyToken).waitFor();
    const callback = page.getByRole('dialog').getByText(/\/hooks\/whatsapp\/chn_\w+$/);
    const callbackUrl = (await callback.textContent()) ?? '';
    await expectOnScreens(page, 'receiver');
    await page.getByRole('button', { name: 'Done' }).click();

    await page.getByText('The channel has not been verified yet').waitFor();
    await page.getByRole('button', { name: 'Verify' }).click();
    const rereading = /\/console\/api\/channels\/chn_\w+$/;
    const reread = new Promise<Route>((resolve) => {
      void page.route(rereading, resolve, { times: 1 });
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Verify' }).click();
    // Screen readers read nothing outside of the dialog while it is open.
    const told = page.getByRole('status').getByText('1 check has failed.');
    await page.getByRole('dialog').locator(told).waitFor();
    await (await reread).continue();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await told.waitFor();
    const failed = /^permissions failed .* Check App ID and App secret\.$/;
    await page.getByRole('row', { name: failed }).waitFor();
    await page.getByText('error: verification failed').waitFor();
    await expectOnScreens(page, 'channel-failed');
    await page.getByRole('button', { name: 'Replace credentials' }).click();
    await page.getByLabel('App secret').fill(app.secret);
    await page.getByRole('button', { name: 'Store and verify' }).click();
    await page.getByRole('row', { name: /^permissions good/ }).waitFor();
    await page.getByText('active', { exact: true }).waitFor();
    await page.getByText('250 customers in 24 hours').waitFor();
    await expectOnScreens(page, 'channel');
    await expectDialogs(page, 'channel', 5);
    const shown = await page.content();
    for (const secret of [accessToken, app.secret, verifyToken])
      expect(shown).not.toContain(secret);

    app.verifyToken = verifyToken;
    await simulator.connect(app, callbackUrl);
    const to = '4915112345678';
    simulator.write(account, { address: to }, { type: 'text', text: { body: 'Are you open?' } });
    await simulator.outbox.settled();
    expect(simulator.outbox.counts).toMatchObject({ delivered: 1, refused: 0 });
    const channelId = callbackUrl.split('/').at(-1);
    expect(await send(page, { channelId, to, type: 'text', text: 'Until six.' })).toBe(202);
    await expect.poll(() => account.taken.map(({ body }) => body['text'])).toHaveLength(1);

    await act('Disable', 'Disable');
    await page.getByText('disabled: manual').waitFor();
    await act('Enable', 'Enable');
    await page.getByText('active', { exact: true }).waitFor();
    await act('Edit', 'Save', () => page.getByRole('dialog').getByLabel('Name').fill('Bakery'));
    await page.getByRole('heading', { name: 'Bakery' }).waitFor();
    const deletion = new Promise<Route>((resolve) => {
      void page.route(rereading, resolve, { times: 1 });
    });
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete channel' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Members' }).click();
    await (await deletion).continue();
    await page.getByRole('status').getByText('The channel “Bakery” is deleted.').waitFor();
    await page.getByRole('heading', { name: 'Members' }).waitFor();
    await page.getByRole('link', { name: 'Channels' }).first().click();
    await page.getByLabel('Show').selectOption('Deleted channels');
    await page.getByRole('link', { name: 'Bakery' }).click();
    await page.getByText('archived', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Verify' }).count()).toBe(0);

    async function act(name: string, submit: string, fill?: () => Promise<void>): Promise<void> {
      await page.getByRole('button', { name, exact: true }).click();
      await fill?.();
      await page.getByRole('dialog').getByRole('button', { name: submit, exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  },
);

test.skipIf(!browserPath)(
  'accounts of Instagram and TikTok connect with the fields of their forms',
  async () => {
    const simulator = await new Simulator().start();
    onTestFinished(() => simulator.close());
    const opened = await openConsole({
      env: {
        PARLEY_INSTAGRAM_API_URL: simulator.urls.instagram,
        PARLEY_TIKTOK_API_URL: simulator.urls.tiktok,
      },
    });
    const { page } = opened;
    await openHome(opened);
    const onInstagram = simulator.addAccount('instagram');
    await connect('Instagram', {
      'Instagram account ID': onInstagram.account.id,
      'Access token': onInstagram.accessToken,
      'Instagram app secret': onInstagram.account.app.secret,
    });
    await page
      .getByRole('dialog')
      .getByText(/\/hooks\/instagram\/chn_\w+$/)
      .waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await verify();
    const onTikTok = simulator.addAccount('tiktok');
    await connect('TikTok', {
      'Business ID': onTikTok.account.id,
      'Access token': onTikTok.accessToken,
      'Refresh token': onTikTok.refreshToken ?? '',
      'App ID': onTikTok.account.app.id,
      'App secret': onTikTok.account.app.secret,
    });
    await page.getByText(/^http\S+\/hooks\/tiktok\/chn_\w+$/).waitFor();
    await verify();
    await expectOnScreens(page, 'channel-tiktok');

    async function connect(network: string, fields: Readonly<Record<string, string>>) {
      await page.getByRole('link', { name: 'Channels' }).first().click();
      await page.getByRole('button', { name: 'Connect a channel' }).click();
      await page.getByLabel('Network').selectOption(network);
      await page.getByLabel('Name', { exact: true }).fill(`Shop on ${network}`);
      for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
      await expectOnScreens(page, `connect-${network}`);
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
    }

    async function verify() {
      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Verify' }).click();
      await page.getByText('active', { exact: true }).waitFor();
      expect(await page.getByRole('cell', { name: 'failed' }).count()).toBe(0);
    }
  },
);

test.skipIf(!browserPath)(
  'the first page leads to a sandbox, whose page has a command that sends a message',
  async () => {
    const opened = await openConsole();
    const { page } = opened;
    await openHome(opened);
    await page.getByRole('link', { name: 'open a sandbox channel' }).click();
    for (const network of ['whatsapp', 'instagram', 'tiktok']) {
      await page.getByRole('link', { name: `Demo ${network}` }).click();
      await page.getByRole('heading', { name: 'Write to a customer' }).waitFor();
      await expectOnScreens(page, `sandbox-${network}`);
      await page
        .getByText(/24 hours ago, write as the customer first\. See its events\.$/)
        .waitFor();
      const { json: created } = await callFrom(page, 'POST /api-keys', { name: 'Shell' });
      const command = (await page.locator('code', { hasText: /^curl / }).textContent()) ?? '';
      const words = /^curl (\S+) -H "(.+): (.+)" -H '(.+): (.+)' -d '(.+)'$/.exec(command) ?? [];
      const [, to = '', auth = '', key = '', type = '', json = '', body = ''] = words;
      const headers = {
        [auth]: key.replace('$PARLEY_API_KEY', String(created['secret'])),
        [type]: json,
      };
      const answer = await fetch(to, { method: 'POST', headers, body });
      expect(await answer.json()).toMatchObject({ status: 'queued', text: 'Hello' });
      await page.getByRole('link', { name: '← Channels' }).click();
    }
    await page.getByRole('link', { name: 'Demo whatsapp' }).click();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByText('disabled: manual').waitFor();
    await page.getByRole('heading', { name: 'Write as a customer' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Write to a customer' }).count()).toBe(0);
  },
);

/** Sends a message with the session of the page. Returns the status of the answer. */
async function send(page: Page, message: object): Promise<number> {
  return await page.evaluate(async (body) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch('/console/api/messages', { method: 'POST', headers, body });
    return answer.status;
  }, JSON.stringify(message));
}

async function focused(page: Page): Promise<string | null | undefined> {
  return await page.evaluate(() => document.activeElement?.getAttribute('name'));
}
