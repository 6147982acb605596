const domain = 'packages/domain/src';
const mocks = 'packages/msw/test/conformance.test.ts';

/** Guarantees of templates and of consent. */
export const templateMutations = [
  {
    name: 'queued-messages-sent-after-an-opt-out',
    file: `${domain}/attempts.ts`,
    from: 'const refused = refusalOf(state, nowMs);',
    to: 'const refused = nowMs < 0 ? refusalOf(state, nowMs) : undefined;',
    tests: ['packages/server/src/contacts/consent.test.ts'],
    titles: 'queued message fails',
  },
  {
    name: 'older-decisions-replace-newer-ones',
    file: `${domain}/consent.ts`,
    from: 'return known === null || known <= at;',
    to: 'return known === null || known !== at;',
    tests: ['packages/domain/test/consent.test.ts'],
  },
  {
    name: 'unknown-templates-accepted',
    file: `${domain}/templates.ts`,
    from: 'if (!known && isComplete) {',
    to: 'if (!known && isComplete && templates.length > 0) {',
    tests: [mocks],
    titles: 'templates a message names',
  },
  {
    name: 'lost-answers-of-templates-forgotten',
    file: 'packages/server/src/channels/adapters/whatsapp/templates.ts',
    from: "return (await findSame(connection, draft)) ?? 'exists';",
    to: "return 'exists';",
    tests: ['packages/server/src/templates/templates.test.ts'],
    titles: 'answer was lost',
  },
];
