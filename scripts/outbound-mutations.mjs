const outbound = 'packages/server/src/outbound';
const guard = [`${outbound}/guard.test.ts`];
const receivers = [`${outbound}/receivers.test.ts`];

/** Guarantees about calls to addresses that tenants name, and about stored secrets. */
export const outboundMutations = [
  {
    name: 'addresses-in-urls-not-looked-at',
    file: `${outbound}/guarded-agent.ts`,
    from: 'if (isIP(options.hostname) && !isAllowedAddress(policy, options.hostname)) {',
    to: 'if (options.hostname === undefined) {',
    tests: guard,
    titles: 'refuses to register or call',
  },
  {
    name: 'names-resolved-to-anything',
    file: `${outbound}/guarded-agent.ts`,
    from: 'const allowed = addresses.filter((address) => isAllowedAddress(policy, address));',
    to: 'const allowed = [...addresses];',
    tests: guard,
    titles: 'a name (that resolves|with allowed)',
  },
  {
    name: 'other-end-of-a-connection-not-looked-at',
    file: `${outbound}/guarded-agent.ts`,
    from: 'if (peer !== undefined && isAllowedAddress(policy, peer)) return',
    to: 'if (peer !== undefined) return',
    tests: guard,
    titles: 'checks the remote address',
  },
  {
    name: 'private-setting-opens-metadata',
    file: 'packages/contract/src/public-address.ts',
    from: 'isWithinAny(bytes, privateNetworks()) && !isWithinAny(bytes, metadata())',
    to: 'isWithinAny(bytes, privateNetworks())',
    tests: ['packages/contract/test/public-address.test.ts'],
  },
  {
    name: 'request-sent-after-its-deadline',
    file: `${outbound}/exchange.ts`,
    from: "if (isOver) return given.abort(new Error('late'));",
    to: '',
    tests: receivers,
    titles: 'in DNS is aborted at the deadline',
  },
  {
    name: 'answer-read-without-end',
    file: `${outbound}/exchange.ts`,
    from: "if (length > request.maxReadBytes) end('cut');",
    to: '',
    tests: receivers,
    titles: 'an answer of 400 MB',
  },
  {
    name: 'broken-answer-tried-again',
    file: 'packages/domain/src/webhook-attempts.ts',
    from: 'isConnection && !hasAnswer && elapsedMs',
    to: 'isConnection && elapsedMs',
    tests: receivers,
    titles: 'that breaks off in an answer',
  },
  {
    name: 'redirect-followed-unguarded',
    file: `${outbound}/fetch-text.ts`,
    from: 'if (url && !wrongWith(policy, url)) return url;',
    to: 'if (url) return url;',
    tests: [`${outbound}/fetch-text.test.ts`],
    titles: 'a redirect to',
  },
  {
    name: 'sealed-text-bound-to-no-place',
    file: 'packages/server/src/sealing.ts',
    from: 'JSON.stringify([version, tenantId, recordId, field])',
    to: 'JSON.stringify([version, typeof tenantId, typeof recordId, typeof field])',
    tests: ['packages/server/src/sealing.test.ts'],
  },
];
