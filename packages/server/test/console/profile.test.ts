import { expect, test } from 'vitest';
import { browserPath } from '../browser-path.ts';
import { expectAccessible, openConsole, owner, setUp } from './opened-console.ts';

test.skipIf(!browserPath)('a new password ends the sessions in other browsers', async () => {
  const opened = await openConsole('SQLite');
  const { page, url } = opened;
  await setUp(opened);
  const other = await opened.another();
  await other.goto(`${url}/settings/profile`);
  await other.getByLabel('Email').fill(owner.email);
  await other.getByLabel('Password').fill(owner.password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByRole('heading', { name: 'Profile' }).waitFor();
  await other.getByText('this one').waitFor();
  expect(await other.getByRole('button', { name: /^End the session/ }).count()).toBe(1);
  await expectAccessible(other, 'profile');

  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByLabel('Display name').fill('Ana Souza');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByRole('complementary').getByText('Ana Souza').waitFor();
  await page.getByLabel('Present password').fill('not this one');
  await page.getByLabel('New password').fill('six red tulips');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('SVC-SIGN-IN-FAILED').waitFor();
  await page.getByLabel('Present password').fill(owner.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('The password is changed.').waitFor();
  await other.reload();
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  await other.getByLabel('Email').fill(owner.email);
  await other.getByLabel('Password').fill('six red tulips');
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByRole('heading', { name: 'Profile' }).waitFor();
});
