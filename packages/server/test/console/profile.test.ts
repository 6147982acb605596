import { unattendedHeader } from '@parley/contract/console';
import { expect, test } from 'vitest';
import { codeAt } from '../../src/sessions/totp.ts';
import { browserPath } from '../browser-path.ts';
import { expectInThemes, openConsole, openHome, owner } from './opened-console.ts';

test.skipIf(!browserPath)('a new password ends the sessions in other browsers', async () => {
  const opened = await openConsole();
  const { page, url } = opened;
  await openHome(opened);
  const other = await opened.another();
  await other.goto(`${url}/settings/profile`);
  await other.getByLabel('Email').fill(owner.email);
  await other.getByLabel('Password').fill(owner.password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByRole('heading', { name: 'Profile' }).waitFor();
  await other.getByText('this one').waitFor();
  expect(await other.getByRole('button', { name: /^End the session/ }).count()).toBe(1);
  await expectInThemes(other, 'profile');

  await page.getByRole('link', { name: 'Profile' }).click();
  // Nobody uses the page for two minutes. Then dictation enters a text without a key.
  await page.evaluate(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 120_000;
  });
  const save = page.getByRole('button', { name: 'Save name' });
  const issues = ['too_small', 'custom'].map((code) => {
    return { in: 'body', path: '', code, message: `The whole body is ${code}.` };
  });
  const error = { code: 'SVC-VALIDATION', message: 'Invalid.', details: { issues } };
  const refusal = { status: 400, json: { error } };
  await page.route(/\/profile$/, (route) => route.fulfill(refusal), { times: 1 });
  const [unused] = await Promise.all([
    page.waitForRequest(/\/profile$/),
    save.evaluate((button: HTMLElement) => button.click()),
  ]);
  expect(unused.headers()).toHaveProperty(unattendedHeader, 'true');
  for (const { message } of issues) await page.getByText(message).waitFor();
  await page.getByLabel('Display name').fill('Ana Souza');
  const [used] = await Promise.all([
    page.waitForRequest(/\/profile$/),
    save.evaluate((button: HTMLElement) => button.click()),
  ]);
  expect(used.headers()).not.toHaveProperty(unattendedHeader);
  await page.getByRole('complementary').getByText('Ana Souza').waitFor();
  await page.getByLabel('Present password').fill('not this one');
  await page.getByLabel('New password').fill('six red tulips');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('SVC-SIGN-IN-FAILED').waitFor();
  await page.getByLabel('Present password').fill(owner.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('The password is changed.').waitFor();
  for (const field of ['Present password', 'New password']) {
    await expect.poll(() => page.getByLabel(field).inputValue(), { message: field }).toBe('');
  }
  await other.reload();
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  await other.getByLabel('Email').fill(owner.email);
  await other.getByLabel('Password').fill('six red tulips');
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByRole('heading', { name: 'Profile' }).waitFor();

  // The timers of the messages run when the test says so.
  await other.evaluate(() => {
    const timers: (() => void)[] = [];
    const start = setTimeout;
    const hold = (run: () => void, ms?: number) => {
      return ms === 6_000 ? timers.push(run) : start(run, ms);
    };
    Object.assign(globalThis, { timers, setTimeout: hold });
  });
  const told = other.getByText('The name is changed.');
  const saveAgain = async (times: number) => {
    await other.getByRole('button', { name: 'Save name' }).press('Enter');
    await other.waitForFunction(
      (count) => Reflect.get(globalThis, 'timers').length === count,
      times,
    );
    await told.waitFor();
  };
  const runTimer = async (index: number) => {
    await other.evaluate((one) => Reflect.get(globalThis, 'timers')[one](), index);
  };
  await saveAgain(1);
  await runTimer(0);
  await other.keyboard.press('Shift');
  await told.waitFor({ state: 'detached' });
  // A key or a timer of one message does not hide the next one, although its text is the same.
  await saveAgain(2);
  await other.getByRole('heading', { name: 'Profile' }).click();
  expect(await told.count()).toBe(1);
  await saveAgain(3);
  await runTimer(1);
  await other.keyboard.press('Shift');
  expect(await told.count()).toBe(1);
  await runTimer(2);
  await other.getByRole('heading', { name: 'Profile' }).click();
  await told.waitFor({ state: 'detached' });
});

test.skipIf(!browserPath)('a sign-in asks for the code of an authenticator app', async () => {
  const opened = await openConsole();
  const { page, url } = opened;
  await openHome(opened);
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill(owner.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const secret = (await dialog.getByRole('code').textContent()) ?? '';
  await dialog.getByRole('img', { name: 'QR code with the key' }).waitFor();
  // It would look as if it confirmed the code.
  expect(await dialog.getByRole('button', { name: 'Done' }).count()).toBe(0);
  const step = Math.floor(Date.now() / 30_000);
  await expectInThemes(page, 'authenticator');
  // The clock of the device is five minutes late.
  await dialog.getByLabel('Code of your authenticator app').fill(codeAt(secret, step - 10));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByText('check the clock of its device').waitFor();
  await dialog.getByLabel('Code of your authenticator app').fill(codeAt(secret, step));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  // Screen readers read what has the focus.
  await dialog.getByText('you need a code to sign in').and(page.locator(':focus')).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Turn off the authenticator app' }).waitFor();

  const other = await opened.another();
  await other.goto(url);
  await other.getByLabel('Email').fill(owner.email);
  await other.getByLabel('Password').fill(owner.password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  // A code works once, and the code of the next half minute is already right.
  const next = codeAt(secret, step + 1);
  await other
    .getByRole('textbox', { name: 'Code of your authenticator app', description: 'an operator' })
    .and(other.locator(':focus'))
    .fill(`${next.slice(0, 3)} ${next.slice(3)}`);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByRole('heading', { name: 'Demo' }).waitFor();
});
