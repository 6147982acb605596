// Opens the built documentation site in a browser without internet access, under the server's Content-Security-Policy.
// The gate `published` runs this program after the build. It fails when a page does not open, a diagram is not drawn, the
// search finds nothing, a page is wider than a phone, or the policy refuses something. Without a browser it only says so.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { docs } from '../src/http/docs.ts';
import { openBrowser, shoot } from './browser.ts';
import { browserPath } from './browser-path.ts';

const phoneWidth = 390;
const pagesWithWideTables = [
  'sdk-comparison',
  'operations/configuration',
  'operations/monitoring',
  'guides/messages',
];

const [siteFolder] = process.argv.slice(2);
if (browserPath) await openSite();
else console.log('no browser here: set CHROMIUM_PATH to the path of one');

async function openSite(): Promise<void> {
  const site = docs({ publicUrl: undefined, ...(siteFolder && { siteFolder }) });
  const server = createServer(express().use(site)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { browser, page, refused } = await openBrowser(base);
  try {
    await page.goto(`${base}/docs/guides/messages`);
    await page.locator('pre.mermaid svg').first().waitFor();
    await shoot(page, 'guide');
    await page.keyboard.press('Control+k');
    await page.locator('.VPLocalSearchBox input').fill('idempotency');
    await page.locator('.VPLocalSearchBox .result').first().waitFor();
    await shoot(page, 'search');
    await page.locator('.VPLocalSearchBox .result').first().click();
    await page.waitForURL(/idempotency/);
    await page.goto(`${base}/docs/`);
    await page.locator('pre.mermaid svg').first().waitFor();
    await shoot(page, 'home');
    await page.setViewportSize({ width: phoneWidth, height: 844 });
    for (const name of pagesWithWideTables) {
      await page.goto(`${base}/docs/${name}`);
      await page.locator('.vp-doc table').first().waitFor();
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (width > phoneWidth) refused.push(`${name} has ${width} px in ${phoneWidth} px`);
    }
    await shoot(page, 'phone');
  } finally {
    await browser.close();
    server.close();
  }
  for (const problem of refused) console.error(`the documentation site: ${problem}`);
  if (refused.length > 0) process.exitCode = 1;
}
