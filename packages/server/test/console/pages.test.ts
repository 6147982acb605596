import { expect, test } from 'vitest';
import { browserPath } from '../browser-path.ts';
import { expectAccessible, openConsole, owner, setUp } from './opened-console.ts';

const widths = [1_280, 360] as const;

test.skipIf(!browserPath)(
  'every page of the navigation is accessible, light and dark, wide and narrow',
  async () => {
    const opened = await openConsole('SQLite');
    const { page, url } = opened;
    await setUp(opened);
    const links = page.getByRole('navigation').getByRole('link');
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(paths.length).toBeGreaterThan(7);
    const details = ['/nowhere'];
    for (const path of ['/channels', '/events']) {
      await page.goto(`${url}${path}`);
      details.push((await page.locator('main td a').first().getAttribute('href')) ?? '');
    }
    const cookies = await page.context().cookies();
    for (const width of widths) {
      const viewport = { width, height: 800 };
      const other = await opened.another({ viewport, reducedMotion: 'reduce' });
      const expectBoth = async (name: string) => {
        await other.emulateMedia({ colorScheme: 'light' });
        await expectAccessible(other, `${name}-light-${width}`);
        // The theme changes nothing but the colors.
        await other.emulateMedia({ colorScheme: 'dark' });
        await expectAccessible(other, `${name}-dark-${width}`, 'colors');
      };
      await other.goto(`${url}/sign-in`);
      await other.getByRole('heading', { name: 'Sign in' }).waitFor();
      await expectBoth('sign-in');
      await other.context().addCookies(cookies);
      for (const path of paths) {
        await other.goto(`${url}${path}`);
        await other.getByRole('heading', { level: 1 }).waitFor();
        await expectBoth(path?.replaceAll('/', '-').slice(1) || 'home');
      }
      // Pages that others link to: each theme once.
      await other.emulateMedia({ colorScheme: width === 360 ? 'dark' : 'light' });
      for (const path of details) {
        await other.goto(`${url}${path}`);
        await other.getByRole('heading', { level: 1 }).waitFor();
        await expectAccessible(other, `${path.split('/')[1]}-detail-${width}`);
      }
      if (width === 360) {
        await other.getByRole('button', { name: 'Menu' }).click();
        await expectAccessible(other, 'menu');
      }
      await other.close();
    }
  },
);

test.skipIf(!browserPath)('the keyboard alone is enough', async () => {
  const opened = await openConsole('SQLite');
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
