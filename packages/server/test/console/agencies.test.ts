import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserPath } from '../browser-path.ts';
import { runCommand } from '../run-command.ts';
import {
  callFrom,
  expectDialogs,
  expectInThemes,
  expectOnScreens,
  openConsole,
  openHome,
  owner,
  readAgain,
} from './opened-console.ts';

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test.skipIf(!browserPath)(
  'the key that an agency issued ends when the client revokes the grant',
  async () => {
    const opened = await openConsole();
    const { page, place, url } = opened;
    await openHome(opened);
    await runCommand(place, ['tenants', 'create', 'Sol Agency', '--kind', 'agency']);
    await join('Sol Agency');
    await runCommand(place, ['tenants', 'add-domain', 'Sol Agency', 'desk.localhost']);
    await page.getByRole('link', { name: 'Branding' }).click();
    await page.getByLabel('Name of the product').fill('Sol Desk');
    await page.getByLabel('Color').fill('#ffd400');
    await page.getByLabel('Page with help').fill('https://sol.example/help');
    expect(await page.getByLabel('Logo').getAttribute('accept')).toBe('image/png,image/jpeg');
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: dot };
    await page.getByLabel('Logo').setInputFiles({ ...logo, buffer: Buffer.from('no image') });
    await page.getByRole('button', { name: 'Save branding' }).click();
    await page.getByText('The content of the file does not fit its name.').waitFor();
    await page.getByLabel('Logo').setInputFiles(logo);
    await page.getByRole('button', { name: 'Save branding' }).click();
    await page.getByText('The branding is changed.').waitFor();
    await page.getByRole('link', { name: 'Sol Desk' }).waitFor();
    await expectInThemes(page, 'branding');
    const visitor = await opened.another();
    await visitor.goto(url.replace('127.0.0.1', 'desk.localhost'));
    await visitor.getByText('Sol Desk').waitFor();
    expect(await visitor.title()).toBe('Sign in · Sol Desk');
    const shown = visitor.locator('main img');
    const width = await shown.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return image.naturalWidth;
    });
    expect(width).toBe(1);
    await expectInThemes(visitor, 'branded-sign-in');
    await visitor.goto(url);
    await visitor.getByText('Parley', { exact: true }).waitFor();
    await visitor.close();
    await page.getByLabel('Page with help').fill('');
    // Somebody else changes the same field meanwhile.
    const other = { branding: { supportUrl: 'https://sol.example/contact' } };
    await callFrom(page, 'PATCH /agencies/current', other);
    await readAgain(page, /agencies\/current$/);
    await page.getByLabel('Remove logo').check();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    const [request] = await Promise.all([
      sent,
      page.getByRole('button', { name: 'Save branding' }).click(),
    ]);
    expect(request.postDataJSON()).toEqual({ branding: { supportUrl: null, logoMediaId: null } });
    await page.getByLabel('Remove logo').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Clients' }).click();
    await page.getByRole('button', { name: 'Create client' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Café Central');
    await page.getByLabel('Your ID', { exact: true }).fill('cafe-1');
    await page.getByLabel('Name of the owner').fill('Bo Berg');
    await page.getByLabel('Email of the owner').fill('bo@example.com');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Send this link to bo@example.com').waitFor();
    await page
      .getByRole('dialog')
      .getByText(/^https:\/\/desk\.localhost\/invitation#token=\w/)
      .waitFor();
    await expectInThemes(page, 'created-client');
    const first = await shownKey();
    await expectTakenId();
    await page.getByRole('button', { name: 'Issue key of Café Central' }).click();
    await page.getByLabel('Name of the key').fill('Shop');
    await page.getByRole('button', { name: 'Issue', exact: true }).click();
    const second = await shownKey();
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
    await page.getByRole('link', { name: 'Café Central' }).click();
    await page.getByRole('heading', { name: 'API keys that you issued' }).waitFor();
    await page.getByRole('cell', { name: 'First key', exact: true }).waitFor();
    await expectOnScreens(page, 'client');
    await page.getByRole('button', { name: 'Issue key of Café Central' }).click();
    await page.getByLabel('Name of the key').fill('Lost');
    await page.getByRole('button', { name: 'Issue', exact: true }).click();
    const lost = await shownKey();
    await page.getByRole('button', { name: 'Revoke Lost' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByRole('button', { name: 'Revoke Lost' }).waitFor({ state: 'detached' });
    expect([await statusOf(lost), await statusOf(second)]).toEqual([401, 200]);
    await page.getByLabel('Show').selectOption('Revoked keys');
    await page.getByRole('cell', { name: 'Lost', exact: true }).waitFor();
    await page.getByRole('link', { name: '← Clients' }).click();
    await page.getByRole('button', { name: 'Limits of Café Central' }).click();
    await page.getByText('New contacts this month').waitFor();
    await page.getByLabel('Contacts', { exact: true }).fill('2000');
    await runCommand(place, ['tenants', 'limits', 'Café Central', '--channels', '3']);
    await readAgain(page, /agencies\/current\/clients(\?|$)/);
    await page.getByRole('button', { name: 'Save limits' }).click();
    await page.getByText('The limits are saved.').waitFor();
    await page.getByRole('button', { name: 'Suspend Café Central' }).click();
    await page.getByLabel('Reason').fill('Unpaid since August');
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('cell', { name: 'Unpaid since August' }).waitFor();
    await page.getByRole('status').getByText('Café Central is suspended.').waitFor();
    await expectOnScreens(page, 'clients');
    await expectDialogs(page, 'clients', 6);
    await page.getByRole('button', { name: 'Reactivate Café Central' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
    await page.getByRole('status').getByText('Café Central works again.').waitFor();
    await expectFirstReason();
    await expectEntriesOfClient();
    await expectArchived();

    await page.getByRole('button', { name: 'Open the workspace of Café Central' }).click();
    await page.getByText('You work in Café Central for Sol Agency.').waitFor();
    await page.getByText('0 of 2,000').waitFor();
    await page.getByText('0 of 3').waitFor();
    await expectInThemes(page, 'workspace-of-a-client');
    await expectChosenWorkspace();

    await join('Café Central');
    await page.getByRole('link', { name: 'Audit log' }).click();
    const ofGuest = /^session\.created .*member usr_\w+ for Sol Agency, grant grt_/;
    await page.getByRole('row', { name: ofGuest }).waitFor();
    await page.getByRole('link', { name: 'Agencies' }).click();
    await page.getByRole('cell', { name: 'Sol Agency', exact: true }).waitFor();
    await expectInThemes(page, 'agencies');
    await page.getByRole('button', { name: 'Revoke the access of Sol Agency' }).click();
    await page.getByRole('button', { name: 'Revoke access', exact: true }).click();
    await page.getByText('The access is revoked.').waitFor();
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401]);
    await page.getByText('No agency has access to this workspace.').waitFor();
    await page.getByLabel('Show').selectOption('Revoked grants');
    await page.getByRole('cell', { name: 'Sol Agency', exact: true }).waitFor();
    expect(page.url()).toBe(`${url}/settings/agencies?status=revoked`);
    await page.goBack();
    await page.getByText('No agency has access to this workspace.').waitFor();

    await page.getByLabel('Workspace', { exact: true }).selectOption('Sol Agency');
    await page.getByRole('heading', { name: 'Sol Agency' }).waitFor();
    await page.getByRole('link', { name: 'Clients' }).click();
    await page.getByRole('cell', { name: 'none' }).waitFor();

    /** Accepts the invitation that an operator makes, with the account that exists. */
    async function join(tenant: string): Promise<void> {
      const words = ['users', 'invite', owner.email, '--role', 'owner', '--tenant', tenant];
      const { out } = await runCommand(place, words);
      const [path = ''] = /\/invitation#token=\S+/.exec(out) ?? [];
      await page.goto(`${url}${path}`);
      await page.getByRole('heading', { name: `Join ${tenant}` }).waitFor();
      await page.getByLabel('Password').fill(owner.password);
      await page.getByRole('button', { name: 'Join' }).click();
      await page.getByRole('heading', { name: tenant, exact: true }).waitFor();
    }

    /** The person who suspends a client second reads that the server keeps the reason of the first one. */
    async function expectFirstReason(): Promise<void> {
      const { json } = await callFrom(page, 'GET /agencies/current/clients');
      const [client] = json['data'] as [{ id: string }];
      const suspension = { reason: 'Fraud' };
      const actions = `POST /agencies/current/clients/${client.id}`;
      await page.getByRole('button', { name: 'Suspend Café Central' }).click();
      await callFrom(page, `${actions}/suspend`, suspension);
      await page.getByLabel('Reason').fill('Unpaid');
      await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
      const told = /was already suspended, with the reason “Fraud”\. Your reason is not stored\./;
      await page.getByRole('status').getByText(told).waitFor();
      await callFrom(page, `${actions}/reactivate`, {});
      await page.reload();
    }

    /** The list of workspaces shows the chosen one while the server has not answered. */
    async function expectChosenWorkspace(): Promise<void> {
      const sent = new Promise<Route>((resolve) => {
        void page.route(/\/session\/switch$/, resolve, { times: 1 });
      });
      const workspace = page.getByLabel('Workspace', { exact: true });
      await workspace.selectOption('Sol Agency');
      const request = await sent;
      expect(await workspace.locator('option:checked').textContent()).toBe('Sol Agency');
      await request.continue();
      await page.getByRole('heading', { name: 'Sol Agency' }).waitFor();
    }

    /** The audit log of the agency shows the entries about one client. */
    async function expectEntriesOfClient(): Promise<void> {
      const { json } = await callFrom(page, 'GET /agencies/current/clients');
      const [client] = json['data'] as [{ id: string }];
      await page.getByRole('link', { name: 'Audit log' }).click();
      const ofAgency = page.getByRole('row', { name: /^tenant\.updated/ });
      await ofAgency.first().waitFor();
      await page.getByRole('searchbox', { name: 'ID of a record' }).fill(client.id);
      await page.keyboard.press('Enter');
      await ofAgency.first().waitFor({ state: 'detached' });
      await page.waitForURL(`${url}/audit-log?q=${client.id}`);
      const ofKey = page.getByRole('row', { name: / key_\w+ of client cli_/ });
      await ofKey.first().waitFor();
      const records = await page.locator('td[data-head=Record]').allTextContents();
      for (const record of records) expect(record).toContain(client.id);
      await page.getByRole('link', { name: 'Clients' }).click();
    }

    /** A client that the agency archives leaves its list, and the reader returns to the list. */
    async function expectArchived(): Promise<void> {
      const grant = { permissions: ['manage'] };
      await callFrom(page, 'POST /agencies/current/clients', { name: 'Café Sul', grant });
      await page.reload();
      await page.getByRole('link', { name: 'Café Sul' }).click();
      await page.getByRole('button', { name: 'Archive' }).click();
      await page.getByText('deletes it with all its data after 30 days').waitFor();
      await expectInThemes(page, 'archive-client');
      await page.getByRole('button', { name: 'Archive client' }).click();
      await page.getByRole('status').getByText('Café Sul is archived.').waitFor();
      await page.getByRole('link', { name: 'Café Central' }).waitFor();
      await page.getByRole('link', { name: 'Café Sul' }).waitFor({ state: 'detached' });
      expect(page.url()).toBe(`${url}/clients`);
    }

    /** The form of a second client with the same ID says so at its field. */
    async function expectTakenId(): Promise<void> {
      await page.getByRole('button', { name: 'Create client' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Café Norte');
      await page.getByLabel('Your ID', { exact: true }).fill('cafe-1');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const field = page.getByRole('textbox', { name: 'Your ID', description: 'Another client' });
      await field.and(page.locator(':focus')).waitFor();
      await expectInThemes(page, 'taken-id');
      await page.keyboard.press('Escape');
    }

    async function shownKey(): Promise<string> {
      const key = page.getByRole('dialog').getByText(/^prl_live_\w+$/);
      const text = (await key.textContent()) ?? '';
      await page.getByRole('button', { name: 'Done' }).click();
      return text;
    }

    async function statusOf(apiKey: string): Promise<number> {
      const headers = { Authorization: `Bearer ${apiKey}` };
      return (await fetch(`${url}/api/v1/api-keys/current`, { headers })).status;
    }
  },
);
