const channels = 'packages/server/src/channels';
const whatsapp = [`${channels}/adapters/whatsapp.test.ts`];

/** Guarantees of sending by real providers. */
export const channelMutations = [
  {
    name: 'gateway-errors-sent-again',
    file: `${channels}/adapters/outcomes.ts`,
    from: "return status >= 500 ? 'unknown' : refused(rejectedError, code);",
    to: 'return refused(status >= 500 ? transientError : rejectedError, code);',
    tests: whatsapp,
    titles: 'outcome unknown',
  },
  {
    name: 'broken-connections-sent-again',
    file: `${channels}/adapters/provider-http.ts`,
    from: "kind: phase === 'connecting' ? 'not_sent' : 'unknown', message",
    to: "kind: 'not_sent', message",
    tests: whatsapp,
    titles: 'outcome unknown',
  },
  {
    name: 'token-renewed-for-replaced-credentials',
    file: `${channels}/tokens.ts`,
    from: "if (channel.status === 'archived' || connection.version !== version) return;",
    to: "if (channel.status === 'archived') return;",
    tests: [`${channels}/tokens.test.ts`],
    titles: 'new credentials',
  },
];
