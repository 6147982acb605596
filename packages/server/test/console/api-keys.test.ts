import { AuthenticationError, Parley } from '@parley/sdk';
import { expect, test } from 'vitest';
import { browserPath } from '../browser-path.ts';
import { expectInThemes, expectOnScreens, openConsole, owner } from './opened-console.ts';

test.skipIf(!browserPath)('a new owner creates a key that works until it is revoked', async () => {
  const { page, url, setupLink } = await openConsole({ asCommand: true });
  await page.goto(url);
  await page.getByRole('heading', { name: 'No account yet' }).waitFor();
  await expectOnScreens(page, 'no-account');
  await page.goto(setupLink);
  await page.getByRole('heading', { name: 'Create the first account' }).waitFor();
  await expectOnScreens(page, 'setup');
  await page.getByLabel('Your name').fill(owner.name);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Demo' }).waitFor();
  expect(page.url()).toBe(`${url}/`);

  await page.getByRole('link', { name: 'API keys', exact: true }).click();
  await page.getByRole('button', { name: 'Create API key' }).click();
  await page.getByLabel('Name').fill('Shop backend');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const first = await shownKey();
  await expectInThemes(page, 'new-key');
  await page.getByRole('button', { name: 'Copy API key' }).click();
  await page.getByText(/API key copied|The text is selected/).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Rotate Shop backend' }).waitFor();
  expect(await page.content()).not.toContain(first);
  expect(await isAccepted(first)).toBe(true);

  await page.getByRole('button', { name: 'Rotate Shop backend' }).click();
  await page.getByLabel('Not at all').check();
  await page.getByRole('button', { name: 'Make the new key' }).click();
  const second = await shownKey();
  await page.getByRole('button', { name: 'Done' }).click();
  expect(await isAccepted(first)).toBe(false);
  expect(await isAccepted(second)).toBe(true);

  await page.getByRole('button', { name: 'Revoke Shop backend' }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('The key “Shop backend” is revoked.').waitFor();
  expect(await isAccepted(second)).toBe(false);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password').fill('five yellow tulips');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('SVC-SIGN-IN-FAILED').waitFor();
  await expectOnScreens(page, 'sign-in-failed');
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // The page at the address of before the sign-out.
  await page.getByRole('heading', { name: 'API keys' }).waitFor();

  async function shownKey(): Promise<string> {
    const text = await page
      .getByRole('dialog')
      .getByText(/^prl_live_\w+$/)
      .textContent();
    return text ?? '';
  }

  async function isAccepted(apiKey: string): Promise<boolean> {
    try {
      await new Parley({ apiKey, baseUrl: url }).apiKeys.current();
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(AuthenticationError);
      return false;
    }
  }
});
