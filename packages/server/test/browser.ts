import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { browserPath } from './browser-path.ts';

/** Options of a page whose colors do not change in steps, which a check of their contrast would see. */
export const still = { reducedMotion: 'reduce' } as const;

/** Opens a page in a browser that reaches this machine only. `refused` collects other requests and errors of the page. */
export async function openBrowser(base: string) {
  const browser = await chromium.launch({
    executablePath: browserPath ?? '',
    args: [
      '--no-sandbox',
      '--host-resolver-rules=MAP *.localhost 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
  const page = await browser.newPage(still);
  const refused: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(base) && !/^(data|blob):/.test(request.url()))
      refused.push(request.url());
  });
  page.on('pageerror', (error) => refused.push(error.message));
  page.on('console', (line) => line.type() === 'error' && refused.push(line.text()));
  return { browser, page, refused };
}

/** Saves a screenshot if `DOCS_SCREENSHOTS` names a folder. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['DOCS_SCREENSHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}
