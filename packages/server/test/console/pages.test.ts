import { expect, test } from 'vitest';
import { browserPath } from '../browser-path.ts';
import { expectAccessible, openConsole, setUp } from './opened-console.ts';

const themes = ['light', 'dark'] as const;
const widths = [1_280, 360] as const;
const screens = themes.flatMap((theme) => widths.map((width) => ({ theme, width })));

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
    for (const { theme, width } of screens) {
      const other = await opened.another({ colorScheme: theme, viewport: { width, height: 800 } });
      await other.goto(`${url}/sign-in`);
      await other.getByRole('heading', { name: 'Sign in' }).waitFor();
      await expectAccessible(other, `sign-in-${theme}-${width}`);
      await other.context().addCookies(cookies);
      for (const path of [...paths, '/nowhere']) {
        await other.goto(`${url}${path}`);
        await other.getByRole('heading', { level: 1 }).waitFor();
        const name = path?.replaceAll('/', '-').slice(1) || 'home';
        await expectAccessible(other, `${name}-${theme}-${width}`);
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
  await page.getByRole('dialog').getByLabel('Name').fill('By keyboard');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const focused = await page.evaluate(() => document.activeElement?.textContent);
  expect(focused).toBe('Create API key');
});
