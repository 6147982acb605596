import { describeConformance } from '@parley/conformance';
import { startServer } from './start-server.ts';

describeConformance('SQLite', () => startServer('SQLite'));
describeConformance('Postgres', () => startServer('Postgres'));
