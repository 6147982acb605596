import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserPath } from '../browser-path.ts';
import { runCommand } from '../run-command.ts';
import { callFrom, expectInThemes, openConsole, owner, setUp } from './opened-console.ts';

test.skipIf(!browserPath)(
  'a form that is sent again after a lost response has one effect, and explains lost secrets',
  async () => {
    const opened = await openConsole();
    const { place, url } = opened;
    await setUp(opened);
    // The first page may log no error.
    const page = await opened.another();
    await page.context().addCookies(await opened.page.context().cookies());
    const dialog = page.getByRole('dialog');
    await page.goto(`${url}/settings/api-keys`);

    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByLabel('Name').fill('Kiosk');
    await sendTwice(page, 'Create', /\/api-keys$/);
    await dialog.getByText('The key cannot be shown.').waitFor();
    await expectInThemes(page, 'lost-key');
    const hint = await dialog.locator('code').textContent();
    await page.getByRole('button', { name: 'Done' }).click();
    const kiosks = page.getByRole('row', { name: /^Kiosk / });
    await kiosks.waitFor();
    expect(await kiosks.count()).toBe(1);
    expect(await kiosks.textContent()).toContain(hint);
    // The advice works.
    await page.getByRole('button', { name: 'Rotate Kiosk' }).click();
    await page.getByLabel('Not at all').check();
    await page.getByRole('button', { name: 'Make the new key' }).click();
    await dialog.getByText(/^prl_live_\w+$/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await kiosks.getByText(hint ?? '').waitFor({ state: 'detached' });

    // Other values are another request, and so is the same one in a dialog that was opened later.
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByLabel('Name').fill('Till 1');
    const lost = await lose(page, /\/api-keys$/, 'Create');
    await page.getByLabel('Name').fill('Till 2');
    const other = await submit(page, /\/api-keys$/, 'Create');
    await dialog.getByText(/^prl_live_\w+$/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByLabel('Name').fill('Till 2');
    const later = await submit(page, /\/api-keys$/, 'Create');
    await dialog.getByText(/^prl_live_\w+$/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page
      .getByRole('row', { name: /^Till 2 / })
      .nth(1)
      .waitFor();
    expect(new Set([lost, other, later]).size).toBe(3);

    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByLabel('Email').fill('bruno@example.com');
    await sendTwice(page, 'Make the link', /\/invitations$/);
    await dialog.getByText('The link cannot be shown.').waitFor();
    await dialog.getByText('For another link, invite the person again').waitFor();
    await expectInThemes(page, 'lost-link');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke the invitation of bruno' }).waitFor();

    // The server can read the secret of an endpoint again.
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByLabel('URL').fill('http://127.0.0.1:65000/hook');
    await sendTwice(page, 'Add', /\/webhook-endpoints$/);
    const first = await dialog.getByText(/^whsec_/).textContent();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'http://127.0.0.1:65000/hook' }).click();
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await sendTwice(page, 'Make the new secret', /\/rotate-secret$/);
    const second = await dialog.getByText(/^whsec_/).textContent();
    expect(second).not.toBe(first);
    await page.getByRole('button', { name: 'Done' }).click();
    const id = new URL(page.url()).pathname.split('/').at(-1);
    const { json } = await callFrom(page, `GET /webhook-endpoints/${id}/secret`);
    expect(json).toMatchObject({ secret: second, previous: [{ secret: first }] });
    await page.getByRole('button', { name: 'Replay' }).click();
    const replays = await sendTwice(page, 'Replay', /\/replay$/);
    await dialog.getByText(/will be sent/).waitFor();
    expect(replays).toHaveLength(2);
    expect(new Set(replays).size).toBe(1);
    await page.getByRole('button', { name: 'Done' }).click();

    await runCommand(place, ['tenants', 'create', 'Sol Agency', '--kind', 'agency']);
    const invite = ['users', 'invite', owner.email, '--role', 'owner', '--tenant', 'Sol Agency'];
    const [, token] = /#token=(\S+)/.exec((await runCommand(place, invite)).out) ?? [];
    await callFrom(page, 'POST /invitations/accept', { token, password: owner.password });
    await page.goto(`${url}/clients`);
    await page.getByRole('button', { name: 'Create client' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Café Central');
    await page.getByLabel('Name of the owner').fill('Bo Berg');
    await page.getByLabel('Email of the owner').fill('bo@example.com');
    await sendTwice(page, 'Create', /\/agencies\/current\/clients$/);
    await dialog.getByText('Issue another key, and revoke the lost one').waitFor();
    await dialog.getByText('invite the owner again').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Invite owner of Café Central' }).click();
    await page.getByLabel('Name of the owner').fill('Bo Berg');
    await page.getByLabel('Email of the owner').fill('bo@example.com');
    await page.getByRole('button', { name: 'Make the link' }).click();
    await dialog.getByText('Send this link to bo@example.com').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await page.getByRole('row', { name: /^Café Central/ }).count()).toBe(1);
  },
);

/** Sends the form of the dialog, loses the response of the server, and sends it again. Returns the keys of both. */
async function sendTwice(page: Page, button: string, path: RegExp): Promise<(string | null)[]> {
  const first = await lose(page, path, button);
  return [first, await submit(page, path, button)];
}

/** Sends the form of the dialog. The server performs it, but the page gets no response. */
async function lose(page: Page, path: RegExp, button: string): Promise<string | null> {
  await page.route(
    path,
    async (route) => {
      expect((await route.fetch()).status()).toBeLessThan(300);
      await route.abort();
    },
    { times: 1 },
  );
  const key = await submit(page, path, button);
  await page.getByText('The server cannot be reached.').waitFor();
  return key;
}

async function submit(page: Page, path: RegExp, button: string): Promise<string | null> {
  const sent = page.waitForRequest((one) => one.method() === 'POST' && path.test(one.url()));
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
  return await (await sent).headerValue('idempotency-key');
}
