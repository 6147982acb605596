/** Of jobs, and of rows that are changed: see mutations.mjs. */
export const jobMutations = [
  {
    name: 'record-changed-though-it-was-written-since-it-was-read',
    file: 'packages/server/src/db/lock-rows.ts',
    from: ' and t.xmin::text = seen.version',
    to: '',
    tests: ['packages/server/src/db/lock-rows.test.ts'],
  },
  {
    name: 'record-changed-twice-in-one-commit',
    file: 'packages/server/src/db/lock-rows.ts',
    from: 'locked.delete(keyOf',
    to: 'locked.has(keyOf',
    tests: ['packages/server/src/db/lock-rows.test.ts'],
  },
  {
    name: 'lane-claimed-beyond-its-limit',
    file: 'packages/server/src/jobs/statements/claim-jobs.ts',
    from: 'Math.min(share, room - claimed.length, inLane - inThis,',
    to: 'Math.min(share, room - claimed.length,',
    tests: ['packages/server/src/jobs/lanes.test.ts'],
    titles: 'SQLite',
  },
  {
    name: 'blocked-job-not-freed-by-the-one-before-it',
    file: 'packages/server/src/jobs/statements/settle-jobs.ts',
    from: 'await Promise.all([sent, freeNext(db, inputs)]);',
    to: 'await Promise.all([sent]);',
    tests: ['packages/server/src/jobs/blocked-jobs.test.ts'],
    titles: 'Postgres',
  },
  {
    name: 'lease-not-fenced-when-a-job-is-settled',
    file: 'packages/server/src/jobs/statements/settle-jobs.ts',
    from: "'delete from jobs where position = ? and lease_token = ?'",
    to: "'delete from jobs where position = ? and ? is not null'",
    tests: ['packages/server/src/jobs/queue.test.ts'],
    titles: 'SQLite',
  },
  {
    name: 'lease-not-fenced-when-a-job-is-settled-on-postgres',
    file: 'packages/server/src/jobs/statements/settle-jobs.ts',
    from: "jobs.lease_token = s.lease_token and s.outcome = 'done'",
    to: "s.outcome = 'done'",
    tests: ['packages/server/src/jobs/queue.test.ts'],
    titles: 'Postgres',
  },
];
