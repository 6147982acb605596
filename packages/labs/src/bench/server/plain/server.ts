// One server of the plain bench: Parley's, or a hand-written one.
import { listen } from '../../../listen.ts';
import { servePlainByHand } from '../floors/plain.ts';
import { reportPort } from '../harness/report-port.ts';
import { serveOurs } from '../requests/ours.ts';

const [kind, dataDir = '', databaseUrl = ''] = process.argv.slice(2);
const port =
  kind === 'by hand' || kind === 'in one statement'
    ? await listen(
        servePlainByHand({ dataDir, databaseUrl, inOneStatement: kind === 'in one statement' }),
      )
    : await serveOurs({ dataDir, databaseUrl, worker: kind === 'worker' ? 'on' : 'off' });
reportPort(port);
