const suppressions = ['packages/server/src/suppressions/suppressions.test.ts'];

/** Guarantees of opt-outs that requests make at the same moment, or that merges combine. */
export const consentMutations = [
  {
    name: 'new-contacts-miss-a-suppression-of-the-same-moment',
    file: 'packages/server/src/suppressions/service.ts',
    from: 'ctx.db.runLast(requireSeenSuppressions, { hashes: all, seen: known });',
    to: '',
    tests: suppressions,
    titles: 'while a contact gets it',
  },
  {
    name: 'a-suppression-misses-contacts-of-the-same-moment',
    file: 'packages/server/src/suppressions/suppress.ts',
    from: 'ctx.db.runLast(requireSeenHolders, {',
    to: 'void ({',
    tests: suppressions,
    titles: 'before another contact gets it',
  },
  {
    name: 'a-merge-forgets-the-later-opt-out',
    file: 'packages/domain/src/contact-merges.ts',
    from: "return (own.at ?? '') < (other.at ?? '') ? other : own;",
    to: 'return own;',
    tests: ['packages/msw/test/conformance.test.ts'],
    titles: 'keeps the later of two opt-outs',
  },
];
