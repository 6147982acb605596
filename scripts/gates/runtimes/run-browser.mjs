import { chromium } from 'playwright-core';

const [baseUrl, , executablePath] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage();
page.on('pageerror', (error) => console.error(String(error)));
await page.goto(`${baseUrl}/page`);
const failed = await page.evaluate(() => globalThis.failed ?? ['nothing ran']);
await browser.close();
for (const what of failed) console.error(what);
process.exitCode = failed.length === 0 ? 0 : 1;
