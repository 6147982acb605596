import { expect, test } from 'vitest';
import { browserPath } from '../browser-path.ts';
import { expectAccessible, openConsole, setUp } from './opened-console.ts';

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
      for (const path of [...paths, '/nowhere']) {
        await other.goto(`${url}${path}`);
        await other.getByRole('heading', { level: 1 }).waitFor();
        await expectBoth(path?.replaceAll('/', '-').slice(1) || 'home');
      }
      await other.close();
    }
  },
);

test.skipIf(!browserPath)('the navigation works with the keyboard alone', async () => {
  const opened = await openConsole('SQLite');
  const { page, url } = opened;
  await setUp(opened);
  await page.goto(`${url}/settings/api-keys`);
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  // The focus is in the page: the next control is its first.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('dialog input:focus').waitFor();
  await page.keyboard.type('By keyboard');
  expect(await page.getByLabel('Name').inputValue()).toBe('By keyboard');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const focused = await page.evaluate(() => document.activeElement?.textContent);
  expect(focused).toBe('Create API key');
  await page.getByRole('link', { name: 'Channels' }).focus();
  await page.keyboard.press('Enter');
  // The focus follows to the next page: its first control is the first after the next Tab.
  await page.locator('main:focus').getByRole('heading', { name: 'Channels' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Connect a channel' }).waitFor();
});
