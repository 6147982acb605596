const domain = 'packages/domain/src';
const mocks = 'packages/msw/test/conformance.test.ts';
const sqlite = 'packages/server/test/conformance-sqlite.test.ts';

/** Guarantees of tickets. */
export const ticketMutations = [
  {
    name: 'ticket-numbers-with-gaps',
    file: 'packages/server/src/tickets/statements/take-number.ts',
    from: 'set last_number = ticket_counters.last_number + 1',
    to: 'set last_number = ticket_counters.last_number + 2',
    tests: [sqlite],
    titles: 'no number is used twice',
  },
  {
    name: 'closed-tickets-changed',
    file: `${domain}/tickets.ts`,
    from: "checkNotClosed(before, 'update');",
    to: "checkNotClosed({ ...before, status: 'open' }, 'update');",
    tests: [mocks],
    titles: 'of a closed ticket can change',
  },
  {
    name: 'reopened-tickets-closed',
    file: `${domain}/tickets.ts`,
    from: 'Date.parse(solvedAt) + hours * 3_600_000 :',
    to: 'Date.parse(solvedAt) + hours :',
    tests: [mocks],
    titles: 'closed after four days',
  },
  {
    name: 'tickets-of-blocked-contacts-reopened',
    file: `${domain}/ticket-comments.ts`,
    from: '!isReport(message) && !blocked;',
    to: '!isReport(message) || !blocked;',
    tests: [mocks],
    titles: 'blocked contacts leave the ticket',
  },
  {
    name: 'ticket-numbers-taken-in-a-round-trip-of-their-own',
    file: 'packages/server/src/tickets/service.ts',
    from: '    ctx.db.lockAtOnce();\n',
    to: '',
    tests: ['packages/server/src/db/round-trips.test.ts'],
    titles: 'in two round trips',
  },
];
