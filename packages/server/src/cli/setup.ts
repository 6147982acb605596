import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Deps } from '../deps.ts';
import { packageFolder } from '../http/site.ts';
import { createLink, needsSetup } from '../sessions/links.ts';

/**
 * Prints a link for the first account, while the installation has none. The link works once. A server without the pages
 * of the console prints nothing. A failure of the database is only logged, because the server already serves.
 */
export async function printSetup({ system, now, log }: Deps, url: string): Promise<void> {
  try {
    if (!(await needsSetup(system.installation))) return;
    if (!existsSync(join(packageFolder, 'console/index.html'))) return;
    const token = await createLink(system.installation, { kind: 'setup', now: now() });
    console.log(`Create the first account of the console within 30 minutes, with this link. To get another one, start the server again.

  ${url}/setup#token=${token}
`);
  } catch (err) {
    log.error({ err }, 'could not create the link for the first account: start the server again');
  }
}
