// One server of the requests bench: Parley's, or the hand-written one.
import { listen } from '../../../listen.ts';
import { serveByHand } from '../floors/server.ts';
import { reportPort } from '../harness/report-port.ts';
import { serveOurs } from './ours.ts';

const [kind, dataDir = '', databaseUrl = ''] = process.argv.slice(2);
const place = { dataDir, databaseUrl };
reportPort(kind === 'by hand' ? await listen(serveByHand(place)) : await serveOurs(place));
