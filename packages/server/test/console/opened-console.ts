import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { seedDemo } from '../../src/cli/demo.ts';
import { createLink } from '../../src/sessions/links.ts';
import { openBrowser, patient, shoot, still } from '../browser.ts';
import { startCommand } from '../command.ts';
import { migratedPlace, type Place } from '../databases.ts';
import { startServer } from '../start-server.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const owner = {
  name: 'Ana Lima',
  email: 'ana@example.com',
  password: 'four yellow tulips',
} as const;

export interface OpenedConsole {
  readonly place: Place;
  readonly url: string;
  /** The printed link that makes the first account. */
  readonly setupLink: string;
  /** A page of the first browser. */
  readonly page: Page;
  /** Opens a page of another browser, without the cookies of the first. */
  another(options?: BrowserOptions): Promise<Page>;
  /** Opens another browser, for several tabs. */
  newContext(): Promise<BrowserContext>;
}

type BrowserOptions = Parameters<NonNullable<ReturnType<BrowserContext['browser']>>['newPage']>[0];

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the server is the command in a process of its own, as a first user starts it. */
  readonly asCommand?: boolean;
}

/**
 * Starts a server on SQLite with the demo tenant, and a browser. The pages do not depend on the database, and
 * the tests of `src/sessions` send their requests to both. The test fails when a page logs an error.
 */
export async function openConsole({
  env = {},
  asCommand = false,
}: Options = {}): Promise<OpenedConsole> {
  const { place, setupLink } = await (asCommand ? startByCommand : startHere)(env);
  const url = new URL(setupLink).origin;
  const { browser, page, refused, close } = await openBrowser(url);
  onTestFinished(async () => {
    await close();
    // A browser also logs the failures that a page handles.
    expect(refused.filter((line) => !/the server responded with a status of 4/.test(line))).toEqual(
      [],
    );
  });
  return {
    place,
    url,
    setupLink,
    page,
    another: async (options) => patient(await browser.newPage({ ...still, ...options })),
    newContext: () => browser.newContext(still),
  };
}

type Started = Pick<OpenedConsole, 'place' | 'setupLink'>;

async function startByCommand(env: NonNullable<Options['env']>): Promise<Started> {
  const place = await migratedPlace('SQLite');
  const command = await startCommand(place, ['serve', '--demo'], {
    ready: /setup#token=\S+\s/,
    env,
  });
  const [setupLink = ''] = /http\S+setup#token=\S+/.exec(command.output()) ?? [];
  onTestFinished(async () => void (await command.stop()));
  return { place, setupLink };
}

/** Starts the same server in this process, whose modules are loaded and compiled. */
async function startHere(env: NonNullable<Options['env']>): Promise<Started> {
  const own = {
    PARLEY_FAILED_AUTH_LIMIT: '',
    PARLEY_SANDBOX_DELAY_MS: '',
    // Shows the cause of a 500.
    PARLEY_LOG_LEVEL: 'error',
    ...env,
  };
  const { deps, baseUrl, close } = await startServer('SQLite', { env: own, writesRequests: true });
  onTestFinished(close);
  await seedDemo(deps);
  const token = await createLink(deps.system.installation, { kind: 'setup', now: deps.now() });
  const { dataDir } = deps.config;
  return { place: { dataDir }, setupLink: `${baseUrl}/setup#token=${token}` };
}

/** Makes the first account by the API, and gives the first browser its session. */
export async function setUp({ page, url, setupLink }: OpenedConsole): Promise<void> {
  const token = new URL(setupLink).hash.replace('#token=', '');
  const answer = await page.request.post(`${url}/console/api/setup`, {
    headers: { Origin: url },
    data: { token, ...owner },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Makes the first account, and opens the first page of the console. */
export async function openHome(opened: OpenedConsole): Promise<void> {
  await setUp(opened);
  await opened.page.goto(opened.url);
  await opened.page.getByRole('heading', { name: 'Demo' }).waitFor();
}

/**
 * Checks that the page has no fault that axe knows, or none of its colors, and nothing beside the screen. Saves a
 * picture if asked for.
 */
export async function expectAccessible(
  page: Page,
  name: string,
  checked: 'all' | 'colors' = 'all',
): Promise<void> {
  await page.waitForLoadState('networkidle');
  // After a click, the browser may still load the code of the next page, and then its data.
  await page.locator('main h1').waitFor();
  const dialog = page.getByRole('dialog').last();
  // Nothing else can be used while a modal dialog is open.
  const part = (await dialog.count()) > 0 ? dialog : page;
  await part.getByText('Loading …').first().waitFor({ state: 'detached' });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const violations = await page.evaluate(
    async (options) => {
      const { axe: tool } = globalThis as unknown as { axe: Axe };
      const part = [...document.querySelectorAll('dialog')].at(-1) ?? document;
      const results = await tool.run(part, options);
      return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`);
    },
    checked === 'all' ? {} : { runOnly: ['color-contrast', 'link-in-text-block'] },
  );
  expect(violations, name).toEqual([]);
  await expectOnScreen(page, name);
  await shoot(page, name);
}

export async function expectOnScreen(page: Page, name: string): Promise<void> {
  const beside = await page.evaluate(() => {
    const parts = [document.documentElement, ...document.querySelectorAll('dialog')];
    return Math.max(...parts.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });
  expect(beside, `${name}: pixels beside the screen`).toBe(0);
}

/** Checks a state of a page: light and wide, dark and narrow, and its width on a tablet. */
export async function expectOnScreens(page: Page, name: string): Promise<void> {
  await expectAccessible(page, `${name}-light-1280`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 800 });
  await expectAccessible(page, `${name}-dark-360`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 768, height: 800 });
  await expectOnScreen(page, `${name}-768`);
  await page.setViewportSize({ width: 1_280, height: 800 });
}

/** Checks a state of a page in both themes. */
export async function expectInThemes(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page, `${name}-light`);
  // The theme changes nothing but the colors.
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, `${name}-dark`, 'colors');
  await page.emulateMedia({ colorScheme: 'light' });
}

/**
 * Opens each dialog of the page with the keyboard, checks it in both themes, and closes it. The focus must be in the
 * dialog, and then return to the button. Waits until the page has as many buttons of dialogs as expected, and tries one
 * of those with the same label.
 */
export async function expectDialogs(page: Page, name: string, count: number): Promise<void> {
  const buttons = page.locator('main button[aria-haspopup=dialog]');
  await expect.poll(() => buttons.count(), { message: `dialogs of ${name}` }).toBe(count);
  const labels = await buttons.allTextContents();
  for (const [index, label] of labels.entries()) {
    // The same dialog of another record.
    if (labels.indexOf(label) !== index) continue;
    const button = buttons.nth(index);
    await button.focus();
    await page.keyboard.press('Enter');
    await page.locator('dialog :focus').waitFor();
    await expectInThemes(page, `${name}-dialog-${index}`);
    await page.keyboard.press('Escape');
    await button.and(page.locator(':focus')).waitFor();
  }
}

/** Calls an endpoint with the session of the page. Returns the status and the body of the answer. */
export async function callFrom(page: Page, request: string, body?: object) {
  const [method = '', path = ''] = request.split(' ');
  const content = body && JSON.stringify(body);
  return await page.evaluate(
    async (sent) => {
      const headers = { 'Content-Type': 'application/json' };
      const init = { method: sent.method, headers, body: sent.content ?? null };
      const answer = await fetch(`/console/api${sent.path}`, init);
      const json: Record<string, unknown> = await answer.json();
      return { status: answer.status, json };
    },
    { method, path, content },
  );
}

/** Lets the person return to the page until it reads its data again: data of the last 5 seconds stay. */
export async function readAgain(page: Page, path: RegExp): Promise<void> {
  const read = page.waitForResponse(path).then(() => true);
  while (!(await Promise.race([read, page.waitForTimeout(250)]))) {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  }
}

interface Axe {
  run(
    part: Element | Document,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}
