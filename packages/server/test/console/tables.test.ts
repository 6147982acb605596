import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shoot } from '../browser.ts';
import { browserPath } from '../browser-path.ts';
import { runCommand } from '../run-command.ts';
import { callFrom, expectOnScreen, openConsole, openHome, owner } from './opened-console.ts';

const longName = 'Interconnection'.repeat(17);
/** The columns of short words. */
const short = ['Role', 'Status', 'Access', 'Created', 'Since', 'Last seen', 'Expires', 'Actions'];

test.skipIf(!browserPath)(
  'tables fit on screens of each width, and break no short word, beside names of 255 characters',
  async () => {
    const opened = await openConsole();
    const { page, place, url } = opened;
    await openHome(opened);
    await runCommand(place, ['tenants', 'create', 'Sol Agency', '--kind', 'agency']);
    const invite = ['users', 'invite', owner.email, '--role', 'owner', '--tenant', 'Sol Agency'];
    const { out } = await runCommand(place, invite);
    const [, token = ''] = /#token=(\S+)/.exec(out) ?? [];
    await store('/invitations/accept', { token, password: owner.password });
    const branding = { productName: longName.slice(0, 60) };
    expect((await callFrom(page, 'PATCH /agencies/current', { branding })).status).toBe(200);
    const grant = { permissions: ['profile', 'manage', 'keys'] };
    for (const name of ['Attacker shop', longName]) {
      await store('/agencies/current/clients', { name, externalId: name, grant });
      await store('/api-keys', { name });
    }
    const email = `${'l'.repeat(64)}@${'domain.'.repeat(20)}example.com`;
    await store('/invitations', { email, role: 'member' });
    await join('adm@example.com', 'Adam Admin');
    await join('mia@example.com', longName);
    // The times have the longest words, such as “11 minutes ago”.
    await page.clock.setFixedTime(Date.now() + 11 * 60_000);
    for (const path of ['/clients', '/settings/members', '/settings/api-keys']) {
      await page.goto(`${url}${path}`, { waitUntil: 'networkidle' });
      await page
        .getByRole('cell', { name: /^Interconnection|^l+@/ })
        .first()
        .waitFor();
      for (const width of [320, 380, 768, 910, 1_000, 1_024, 1_099, 1_100, 1_280]) {
        await page.setViewportSize({ width, height: 900 });
        const name = `table${path.replaceAll('/', '-')}-${width}`;
        await expectOnScreen(page, name);
        const beside = await page
          .locator('header')
          .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
        expect(beside, `${name}: pixels of the brand beside the menu`).toBe(0);
        await shoot(page, name);
        expect(await brokenWords(page), name).toEqual([]);
      }
    }

    async function store(path: string, body: object): Promise<Record<string, unknown>> {
      const { status, json } = await callFrom(page, `POST ${path}`, body);
      expect(status, `${path} ${JSON.stringify(json)}`).toBeLessThan(300);
      return json;
    }

    /** Adds a member of the agency. */
    async function join(address: string, name: string): Promise<void> {
      const { token } = await store('/invitations', { email: address, role: 'admin' });
      const his = await opened.another();
      await his.goto(url);
      const body = { token, name, password: 'a bicycle in the rain' };
      expect((await callFrom(his, 'POST /invitations/accept', body)).status).toBe(200);
      await his.close();
    }
  },
);

/** Returns the words of short columns, and those of short names and addresses, that need several lines. */
async function brokenWords(page: Page): Promise<string[]> {
  return await page.evaluate((heads) => {
    const broken: string[] = [];
    for (const cell of document.querySelectorAll<HTMLElement>('td[data-head]')) {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { index, 0: word } of (text.textContent ?? '').matchAll(/\S+/g)) {
          if (!heads.includes(cell.dataset['head'] ?? '') && word.length > 12) continue;
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) broken.push(word);
        }
      }
    }
    return broken;
  }, short);
}

test.skipIf(!browserPath)(
  'names in right-to-left scripts keep their punctuation on their side, beside English texts',
  async () => {
    const opened = await openConsole();
    const { page, url } = opened;
    await openHome(opened);
    const name = 'مخبز الفجر!';
    expect((await callFrom(page, 'POST /api-keys', { name })).status).toBe(201);
    expect((await callFrom(page, 'PATCH /tenants/current', { name })).status).toBe(200);
    expect((await callFrom(page, 'PATCH /profile', { name })).status).toBe(200);
    for (const path of ['/settings/api-keys', '/']) {
      for (const width of [380, 1_280]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`${url}${path}`, { waitUntil: 'networkidle' });
        // The names of the workspace and of the account, beside that of the key, or the same two.
        const shown = page.locator('main, aside').getByText(name);
        await expect.poll(() => shown.count()).toBe(path === '/' ? 4 : 3);
        for (const one of await shown.all()) {
          const places = await one.evaluate(({ firstChild }) => {
            const range = document.createRange();
            const text = firstChild as Text;
            return Array.from(text.data, (_, at) => {
              range.setStart(text, at);
              range.setEnd(text, at + 1);
              return range.getBoundingClientRect().left;
            });
          });
          // The last sign of the name, the exclamation mark, is the leftmost one.
          expect(places.at(-1), `${path} ${width}`).toBe(Math.min(...places));
        }
      }
    }
    await page.goto(`${url}/settings/profile`);
    const direction = await page
      .getByLabel('Display name')
      .evaluate((field) => getComputedStyle(field).direction);
    expect(direction).toBe('rtl');

    const arabic = await opened.another({ locale: 'ar-EG' });
    await arabic.context().addCookies(await page.context().cookies());
    await arabic.goto(`${url}/settings/members`);
    await arabic.getByRole('cell', { name: 'now', exact: true }).first().waitFor();
  },
);
