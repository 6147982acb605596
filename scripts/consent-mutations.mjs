const suppressions = ['packages/server/src/suppressions/suppressions.test.ts'];

/**
 * Guarantees of opt-outs that requests make at the same moment, or that merges combine, and of upserts that find a contact
 * by an address.
 */
export const consentMutations = [
  {
    name: 'new-owner-of-a-number-overwrites-the-last',
    file: 'packages/domain/src/contact-matches.ts',
    from: 'return own === null || other === null || own === other;',
    to: 'return true;',
    tests: ['packages/msw/test/conformance.test.ts'],
    titles: 'belongs to somebody else',
  },
  {
    name: 'two-numbers-of-a-person-replace-each-other',
    file: 'packages/domain/src/contact-matches.ts',
    from: 'found.phone === null || hasValueOf',
    to: 'true || hasValueOf',
    tests: ['packages/msw/test/conformance.test.ts'],
    titles: 'that is only an address',
  },
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
  {
    name: 'address-linked-during-an-upsert-not-noticed',
    file: 'packages/server/src/contacts/upsert.ts',
    from: 'if (forms.length > 0) ctx.db.runLast(requireNoAddressee, forms);',
    to: '',
    tests: ['packages/server/src/identities/races.test.ts'],
    titles: 'an upsert finds an address',
  },
  {
    name: 'address-lost-during-an-upsert-not-noticed',
    file: 'packages/server/src/contacts/upsert.ts',
    from: 'if ((await findAddressee(ctx, match))?.id !== id) throw new RunAgainError();',
    to: '',
    tests: ['packages/server/src/identities/races.test.ts'],
    titles: 'an upsert does not change a contact',
  },
  {
    name: 'suppression-deleted-meanwhile-not-noticed',
    file: 'packages/server/src/suppressions/statements/require-seen.ts',
    from: 'where found.call is null or seen.call is null',
    to: 'where seen.call is null',
    tests: ['packages/server/src/suppressions/suppressions.test.ts'],
    titles: 'whose suppression',
  },
  {
    name: 'values-moved-before-the-lock-not-noticed',
    file: 'packages/server/src/contacts/known-contacts.ts',
    from: 'if (!isSame) throw new RunAgainError();',
    to: '',
    tests: ['packages/server/src/identities/races.test.ts'],
    titles: 'a batch finds the contact',
  },
];
