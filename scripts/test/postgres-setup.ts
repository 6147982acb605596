// Vitest's global set-up of Postgres. In a test of the server:
//
//   import { inject } from 'vitest';
//   const admin = inject('postgresUrl'); // create database … template … there, drop it when done
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../postgres/start-postgres.ts';
import { needsServer } from './needs-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser URL of a running Postgres; every test creates its databases there. */
    postgresUrl: string;
  }
}

export default async function setup(project: TestProject) {
  if (!needsServer(project)) return;
  const postgres = await startPostgres();
  console.log(`tests: ${postgres.description}`);
  project.provide('postgresUrl', postgres.url);
  return postgres.stop;
}
