import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserPath } from '../browser-path.ts';
import {
  callFrom,
  expectDialogs,
  expectInThemes,
  openConsole,
  owner,
  setUp,
} from './opened-console.ts';

test.skipIf(!browserPath)(
  'every page is accessible with all its dialogs, empty and filled, light and dark, wide and narrow',
  async () => {
    const opened = await openConsole();
    const { page, url } = opened;
    await setUp(opened);
    let paths: (string | null)[] = [];
    const cookies = await page.context().cookies();
    for (const width of [1_280, 360] as const) {
      const viewport = { width, height: 800 };
      const other = await opened.another({ viewport, reducedMotion: 'reduce' });
      const asked: string[] = [];
      other.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await other.goto(`${url}/sign-in`);
      await other.getByRole('heading', { name: 'Sign in' }).waitFor();
      await other.waitForLoadState('networkidle');
      // Further requests would delay the first page.
      const answers = asked.filter((path) => path.startsWith('/console/api/')).toSorted();
      expect(answers).toEqual(['brand', 'session', 'setup'].map((name) => `/console/api/${name}`));
      await expectInThemes(other, `sign-in-${width}`);
      await other.context().addCookies(cookies);
      await other.goto(url);
      await other.getByRole('heading', { name: 'Demo' }).waitFor();
      if (width === 1_280) {
        const links = other.getByRole('navigation').getByRole('link');
        paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
        expect(paths.length).toBeGreaterThan(7);
      }
      const records = width === 360 ? await fill(other) : {};
      const dialogs = { ...dialogsOfPages, ...records };
      const details = [...Object.keys(records), await pageOfNewestEvent(other)];
      for (const path of [...paths, ...details, '/setup', '/nowhere']) {
        await other.evaluate((to) => history.pushState(null, '', to), path);
        const name = path?.replaceAll('/', '-').slice(1) || 'home';
        await expectInThemes(other, `${name}-${width}`);
        if (width === 360) await expectDialogs(other, name, dialogs[path ?? ''] ?? 0);
      }
      if (width === 360) {
        await other.getByRole('button', { name: 'Menu' }).click();
        await expectInThemes(other, 'menu');
      }
      await other.close();
    }
  },
);

/** The numbers of the buttons that open dialogs, for the pages that have some, with the records of `fill`. */
const dialogsOfPages: Readonly<Record<string, number>> = {
  '/channels': 1,
  '/webhooks': 1,
  '/settings/api-keys': 5,
  '/settings/members': 4,
  '/settings/agencies': 1,
  '/settings/profile': 1,
};

/** Stores records with long names. Returns the pages of single records, with the numbers of their dialogs. */
async function fill(page: Page): Promise<Record<string, number>> {
  const name = 'Interconnection'.repeat(8);
  const store = async (path: string, body: object) => {
    const { status, json } = await callFrom(page, `POST ${path}`, body);
    expect(status, path).toBeLessThan(300);
    return json;
  };
  const { secret } = await store('/api-keys', { name });
  const email = `${'long'.repeat(16)}@${'domain.'.repeat(20)}example.com`;
  await store('/invitations', { email, role: 'member' });
  const endpoint = { url: `http://127.0.0.1:65000/${'path'.repeat(60)}`, events: ['*'] };
  const stored = await store('/webhook-endpoints', { ...endpoint, description: name });
  const channel = await store('/channels', { name, type: 'whatsapp', provider: 'sandbox' });
  const message = { type: 'text', from: '+55 11 98765-4321', text: name };
  await store(`/channels/${channel['id']}/simulate/inbound`, message);
  const headers = { Authorization: `Bearer ${secret}` };
  const missing = `/api/v1/contacts/${'x'.repeat(64)}`;
  // The browser loads on until the answer is read.
  await page.evaluate(async (init) => (await fetch(init.missing, init)).text(), {
    headers,
    missing,
  });
  return { [`/channels/${channel['id']}`]: 3, [`/webhooks/${stored['id']}`]: 6 };
}

async function pageOfNewestEvent(page: Page): Promise<string> {
  const { json } = await callFrom(page, 'GET /events?sort=-sequence&limit=1');
  const [event] = json['data'] as { id: string }[];
  return `/events/${event?.id}`;
}

test.skipIf(!browserPath)('the keyboard alone is enough', async () => {
  const opened = await openConsole();
  await setUp(opened);
  const page = await opened.another();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.goto(`${opened.url}/settings/api-keys`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await press('Tab');
  await page.keyboard.type(owner.email);
  await press('Tab');
  await page.keyboard.type(owner.password);
  await press('Enter');
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  await press('Tab');
  await page.getByRole('link', { name: 'Skip to the page' }).and(page.locator(':focus')).waitFor();
  // The focus is in the page after the link: the next control is its first.
  await press('Enter', 'Tab', 'Enter');
  await page.locator('dialog input:focus').waitFor();
  await press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const create = page.getByRole('button', { name: 'Create API key' }).and(page.locator(':focus'));
  await create.waitFor();
  await press('Enter');
  await page.locator('dialog input:focus').waitFor();
  await page.keyboard.type('By keyboard');
  await press('Enter');
  await page
    .getByRole('dialog')
    .getByText(/^prl_live_\w+$/)
    .waitFor();
  await press('Tab', 'Enter');
  const status = page.getByRole('status');
  await status.getByText(/^API key copied|^The text is selected/).waitFor();
  await press('Tab', 'Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await create.waitFor();

  await page.getByRole('button', { name: 'Revoke By keyboard' }).focus();
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await press('Tab', 'Enter');
  await status.getByText('The key “By keyboard” is revoked.').waitFor();
  // The button is gone, so the page has the focus.
  await page.locator('main:focus').waitFor();
  await page.getByLabel('Appearance').focus();
  await page.keyboard.type('Dark');
  await page.locator(':root[data-theme=dark]').waitFor();
  await page.reload();
  await page.locator(':root[data-theme=dark]').waitFor();
  await page.getByRole('heading', { name: 'API keys' }).waitFor();

  await page.getByRole('link', { name: 'Channels' }).focus();
  await press('Enter');
  // The focus follows to the next page: its first control is the first after the next Tab.
  await page.locator('main:focus').getByRole('heading', { name: 'Channels' }).waitFor();
  await press('Tab', 'Enter');
  await page.getByRole('heading', { name: 'Connect a channel' }).waitFor();
});
