import { existsSync } from 'node:fs';

/** The path of an installed browser; undefined when there is none. */
export const browserPath = [
  process.env['CHROMIUM_PATH'],
  // Without the windows of a full browser, which take a quarter of the CPU time of the tests of the console.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => path && existsSync(path));
