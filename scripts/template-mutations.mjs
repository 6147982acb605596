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
    name: 'repeated-opt-outs-confirmed-again',
    file: `${domain}/consent-confirmations.ts`,
    from: 'if (!isChange || after.blocked) return null;',
    to: 'if ((!isChange && before === after) || after.blocked) return null;',
    tests: [mocks],
    titles: 'confirmations of consent',
  },
  {
    name: 'confirmations-refused-by-the-opt-out',
    file: `${domain}/consent.ts`,
    from: 'if (isConfirmation) return undefined;',
    to: 'if (isConfirmation && consent.all.at === null) return undefined;',
    tests: [mocks],
    titles: 'confirmations of consent',
  },
  {
    name: 'conversations-of-blocked-contacts-reopened',
    file: `${domain}/conversation-openings.ts`,
    from: "if (blocked) return 'newest';",
    to: "if (blocked && status === 'open') return 'newest';",
    tests: [mocks],
    titles: 'blocked contact leaves its conversation',
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
    name: 'stored-files-submitted-to-meta-by-their-own-ids',
    file: 'packages/server/src/templates/service.ts',
    from: 'const handle = await provider.uploadExample(connection, { media, bytes });',
    to: 'const handle = (await provider.uploadExample(connection, { media, bytes })) && file.id;',
    tests: ['packages/server/src/templates/templates.test.ts'],
    titles: 'reviews the template with it',
  },
  {
    name: 'lost-answers-of-templates-forgotten',
    file: 'packages/server/src/channels/adapters/whatsapp/templates.ts',
    from: "return (await findSame(connection, draft)) ?? 'exists';",
    to: "return 'exists';",
    tests: ['packages/server/src/templates/templates.test.ts'],
    titles: 'answer was lost',
  },
  {
    name: 'submitted-template-conflicts-with-a-sync',
    file: 'packages/server/src/templates/records.ts',
    from: 'templates.initial(ctx, given), written)',
    to: 'templates.initial(ctx, given))',
    tests: ['packages/server/src/templates/races.test.ts'],
    titles: 'writes at the same time',
  },
];
