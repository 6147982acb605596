import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { browserPath } from './browser-path.ts';

/** Options of a page whose colors do not change in steps, which a check of their contrast would see. */
export const still = { reducedMotion: 'reduce' } as const;

let launched: Promise<Browser> | undefined;

/** Returns the browser of this process. It ends with the process: a start takes more CPU time than most tests. */
async function browserOfProcess(): Promise<Browser> {
  if (!launched || !(await launched).isConnected()) {
    launched = chromium.launch({
      executablePath: browserPath ?? '',
      args: [
        '--no-sandbox',
        // Optimizing the code of pages that live for seconds takes more CPU time than it saves.
        '--js-flags=--no-maglev --no-opt',
        '--host-resolver-rules=MAP *.localhost 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      ],
    });
    // After a start that failed, the next test tries again.
    launched.catch(() => {
      launched = undefined;
    });
  }
  return await launched;
}

/**
 * Opens a page without cookies in a browser that reaches this machine only. `refused` collects other requests and
 * errors of the page. `close` closes all pages, so the tests of a file that open some run one after the other.
 */
export async function openBrowser(base: string) {
  const browser = await browserOfProcess();
  const close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  const page = patient(await browser.newPage(still));
  const refused: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(base) && !/^(data|blob):/.test(request.url()))
      refused.push(request.url());
  });
  page.on('pageerror', (error) => refused.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error') refused.push(`${line.text()} ${line.location().url}`);
  });
  return { browser, page, refused, close };
}

/** Gives the steps of a page the time that a busy machine needs. */
export function patient(page: Page): Page {
  page.setDefaultTimeout(90_000);
  return page;
}

/** Saves a screenshot if `DOCS_SCREENSHOTS` names a folder. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['DOCS_SCREENSHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}
