import { describeConformance } from '@parley/conformance';
import { startServer } from './start-server.ts';

describeConformance('Postgres', () => startServer('Postgres'), 'database');
