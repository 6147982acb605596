import { expect, test } from 'vitest';
import { browserPath } from '../browser-path.ts';
import { expectOnScreens, openConsole, openHome } from './opened-console.ts';

test.skipIf(!browserPath)(
  'an invited person joins, gets another role, and is signed out when deactivated',
  async () => {
    const opened = await openConsole();
    const { page } = opened;
    await openHome(opened);
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByLabel('Email').fill('bruno@example.com');
    await page.getByRole('button', { name: 'Make the link' }).click();
    const link = await page.getByText(/invitation#token=/).textContent();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke the invitation of bruno' }).waitFor();

    const his = await opened.another();
    await his.goto(link ?? '');
    await his.getByRole('heading', { name: 'Join Demo' }).waitFor();
    await expectOnScreens(his, 'invitation');
    const pages = await his.evaluate(() => history.length);
    await his.getByLabel('Your name').fill('Bruno Reis');
    await his.getByLabel('Password').fill('a bicycle in the rain');
    await his.getByRole('button', { name: 'Join' }).click();
    // Not the heading “Join Demo”.
    await his.getByRole('heading', { name: 'Demo', exact: true }).waitFor();
    expect(await his.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    // The back button does not return to the used link.
    expect(await his.evaluate(() => history.length)).toBe(pages);

    const again = await opened.another();
    await again.goto(link ?? '');
    await again.getByText('SVC-LINK-INVALID').waitFor();
    await again.getByRole('link', { name: 'sign in' }).waitFor();
    await expectOnScreens(again, 'used-link');

    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByLabel('Email').fill('bruno@example.com');
    await page.getByRole('button', { name: 'Make the link' }).click();
    const taken = 'A member of this workspace has this email address.';
    await page.getByRole('textbox', { name: 'Email', description: taken }).waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('button', { name: 'Change role of Bruno Reis' }).click();
    await page.getByLabel('Admin').check();
    await page.getByRole('button', { name: 'Change role', exact: true }).click();
    await page.getByText('Bruno Reis has the new role.').waitFor();
    await his.reload();
    await his.getByRole('link', { name: 'API keys', exact: true }).click();
    await his.getByRole('heading', { name: 'API keys' }).waitFor();

    await page.getByRole('button', { name: 'Change role of Bruno Reis' }).click();
    await page.getByRole('radio', { name: /^Member/ }).check();
    await page.getByRole('button', { name: 'Change role', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await his.getByRole('button', { name: 'Create API key' }).click();
    await his.getByLabel('Name').fill('Kiosk');
    await his.getByRole('button', { name: 'Create', exact: true }).click();
    await his.getByText('This needs the role admin. Ask an owner of the workspace.').waitFor();
    await his.keyboard.press('Escape');

    // The last owner reads how to leave the workspace.
    await page.getByRole('button', { name: 'Deactivate Ana Lima' }).click();
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await page.getByText('Make somebody else an owner first.').waitFor();
    await page.keyboard.press('Escape');
    // Another owner becomes an admin, and cannot invite owners from then on.
    const hers = await opened.another();
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByLabel('Email').fill('carla@example.com');
    await page.getByLabel('Owner').check();
    await page.getByRole('button', { name: 'Make the link' }).click();
    await hers.goto((await page.getByText(/invitation#token=/).textContent()) ?? '');
    await page.getByRole('button', { name: 'Done' }).click();
    await hers.getByLabel('Your name').fill('Carla Sá');
    await hers.getByLabel('Password').fill('a bicycle in the rain');
    await hers.getByRole('button', { name: 'Join' }).click();
    await hers.getByRole('link', { name: 'Members' }).click();
    await hers.getByRole('cell', { name: 'Carla Sá you', exact: true }).waitFor();
    await hers.getByRole('button', { name: 'Change role of Carla Sá' }).click();
    await hers.getByText('This is your own role.').waitFor();
    await hers.getByLabel('Admin').check();
    await hers.getByRole('button', { name: 'Change role', exact: true }).click();
    await hers
      .getByRole('button', { name: 'Change role of Ana Lima' })
      .waitFor({ state: 'detached' });
    await hers.getByRole('button', { name: 'Deactivate Carla Sá' }).click();
    await hers.getByText('This is you: you leave this workspace').waitFor();
    await hers.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await hers.getByRole('heading', { name: 'Sign in' }).waitFor();

    await page.getByRole('button', { name: 'Deactivate Bruno Reis' }).click();
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await page.getByText('Bruno Reis is deactivated.').waitFor();
    await his.getByRole('link', { name: 'Webhooks' }).click();
    await his.getByRole('heading', { name: 'Sign in' }).waitFor();
  },
);
