const sessions = 'packages/server/src/sessions';
const tests = [`${sessions}/sessions.test.ts`];
const mails = ['packages/server/src/mail/mail.test.ts'];
const sso = ['packages/server/src/sso/sso.test.ts'];

/** Guarantees about sign-ins, sessions and the roles of members. */
export const sessionMutations = [
  {
    name: 'requests-of-other-sites-accepted',
    file: 'packages/domain/src/sessions.ts',
    from: '  if (!isOwn) throw new',
    to: '  if (!isOwn && origin === "") throw new',
    tests,
    titles: 'requests of other sites',
  },
  {
    name: 'roles-not-checked',
    file: 'packages/server/src/http/authenticate-session.ts',
    from: '    requireRole(role, leastRole({ method, path }));\n',
    to: '    leastRole({ method, path });\n    requireRole(role, "member");\n',
    tests,
    titles: 'every endpoint needs a session',
  },
  {
    name: 'attempts-counted-after-the-password',
    file: `${sessions}/prove.ts`,
    from: '  await throttle.begin(attempt);\n  const isRight = await isPassword(password, account?.passwordHash);\n',
    to: '  const isRight = await isPassword(password, account?.passwordHash);\n  if (!isRight) await throttle.begin(attempt);\n',
    tests,
    titles: 'guessing a password',
  },
  {
    name: 'idle-sessions-admitted',
    file: 'packages/domain/src/sessions.ts',
    from: 'return expiresAt <= at || ',
    to: 'return expiresAt <= at && ',
    tests,
    titles: 'a session ends after',
  },
  {
    name: 'used-links-accepted',
    file: 'packages/domain/src/sessions.ts',
    from: '  if (link.usedAt !== null) throw',
    to: '  if (link.usedAt === "") throw',
    tests,
    titles: 'joins once|creates the first owner once|link of an operator',
  },
  {
    name: 'administrators-make-owners',
    file: 'packages/domain/src/invitations.ts',
    from: "  if (before.role === 'owner' || role === 'owner') requireRole(by, 'owner');\n",
    to: "  requireRole(by, 'member');\n",
    tests,
    titles: 'an invited person joins once',
  },
  {
    name: 'mailed-links-replace-earlier-ones',
    file: `${sessions}/links.ts`,
    from: '    if (!isMailed) await db.remove(',
    to: '    await db.remove(',
    tests: mails,
    titles: 'SQLite: a forgotten password',
  },
  {
    name: 'no-job-for-unknown-addresses',
    file: `${sessions}/reset.ts`,
    from: '  const account = await findAccount(system.installation, { email });\n',
    to: '  const account = await findAccount(system.installation, { email });\n  if (!account) return;\n',
    tests: mails,
    titles: 'SQLite: a forgotten password',
  },
  {
    name: 'any-recipient-of-a-mail',
    file: 'packages/server/src/mail/mailer.ts',
    from: '    if (!isMailAddress(to)) {',
    to: "    if (to === '') {",
    tests: mails,
    titles: 'neither the name of a tenant',
  },
  {
    name: 'signatures-of-the-provider-not-checked',
    file: 'packages/server/src/sso/provider.ts',
    from: '    client.enableNonRepudiationChecks(config);\n',
    to: '',
    tests: sso,
    titles: 'no answer of the provider',
  },
  {
    name: 'unverified-addresses-sign-in',
    file: 'packages/domain/src/sessions.ts',
    from: 'if (email === undefined || !isVerified) return',
    to: 'if (email === undefined) return',
    tests: sso,
    titles: 'no answer of the provider',
  },
  {
    name: 'old-single-sign-ons-finished',
    file: 'packages/server/src/sso/sign-in.ts',
    from: 'if (stored.expiresAtMs > now().getTime()) return stored;',
    to: 'if (stored.expiresAtMs > 0) return stored;',
    tests: sso,
    titles: 'no answer of the provider',
  },
];
