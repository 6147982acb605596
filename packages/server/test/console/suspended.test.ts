import { test } from 'vitest';
import { browserPath } from '../browser-path.ts';
import { runCommand } from '../run-command.ts';
import { expectOnScreens, openConsole, openHome } from './opened-console.ts';

test.skipIf(!browserPath)(
  'a suspended workspace says so on each page, and whom to ask',
  async () => {
    const opened = await openConsole();
    const { page, place, url } = opened;
    await openHome(opened);
    await runCommand(place, ['tenants', 'limits', 'Demo', '--contacts', '2000']);
    await page.reload();
    await page.getByText('of 2,000').waitFor();
    await runCommand(place, ['tenants', 'suspend', 'Demo']);
    // The page learns it from the first refused request.
    await page.getByRole('link', { name: 'Channels' }).click();
    const banner = page.getByRole('complementary', { name: 'Status of the workspace' });
    await banner.getByText('This workspace is suspended').waitFor();
    const told = page.locator('main').getByText('Ask the operator of the server');
    await told.waitFor();
    await expectOnScreens(page, 'suspended-channels');
    await page.goto(url);
    await page.getByRole('heading', { name: 'Limits' }).waitFor();
    await told.waitFor();
    await banner.waitFor();
    await expectOnScreens(page, 'suspended-home');
    await runCommand(place, ['tenants', 'resume', 'Demo']);
    await page.reload();
    await page.getByText('of 2,000').waitFor();
    await banner.waitFor({ state: 'detached' });
  },
);
