// The browser of the tests and the gates.
import { existsSync } from 'node:fs';

/** Where a browser may be installed, the preferred one first. CI installs one of the first two. */
export const browsers = [
  // Without the windows of a full browser, which take a quarter of the CPU time of the tests of the console.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of an installed browser; undefined when there is none. */
export const browserPath = [process.env['CHROMIUM_PATH'], ...browsers].find(
  (path) => path && existsSync(path),
);
