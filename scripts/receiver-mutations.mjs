const receivers = 'packages/server/src/receivers';
const door = [`${receivers}/receiver.test.ts`];
const messages = [`${receivers}/whatsapp/messages.test.ts`];
const statuses = [`${receivers}/whatsapp/statuses.test.ts`];

/** Guarantees of the receivers of provider webhooks. */
export const receiverMutations = [
  {
    name: 'webhooks-taken-without-a-signature',
    file: `${receivers}/receiver.ts`,
    from: 'if (!door || !isSignedBy(door.type, door.appSecrets, signed)) {',
    to: 'if (!door) {',
    tests: door,
    titles: 'SQLite .*no trace',
  },
  {
    name: 'old-tiktok-signatures-taken',
    file: `${receivers}/signatures.ts`,
    from: '> toleranceMs) return false;',
    to: '> toleranceMs * 100) return false;',
    tests: door,
    titles: 'SQLite .*five minutes',
  },
  {
    name: 'sandbox-channels-reached-by-webhooks',
    file: `${receivers}/statements/find-receiving-channels.ts`,
    from: "provider <> 'sandbox' and archived_at is null",
    to: 'archived_at is null',
    tests: door,
    titles: 'SQLite .*sandbox channel',
  },
  {
    name: 'receiver-of-a-channel-takes-what-is-for-others',
    file: `${receivers}/receiver.ts`,
    from: 'return part.externalId === account;',
    to: 'return part.externalId === account || account !== undefined;',
    tests: door,
    titles: 'SQLite .*ignores items of other channels',
  },
  {
    name: 'app-secret-admits-to-a-channel-with-its-own',
    file: `${receivers}/receiver.ts`,
    from: 'appSecrets: own.length > 0 ? own : appSecrets,',
    to: 'appSecrets: [...own, ...appSecrets],',
    tests: door,
    titles: 'SQLite .*admits to its receiver alone',
  },
  {
    name: 'unknown-types-of-messages-dropped',
    file: `${receivers}/jobs.ts`,
    from: `    await keepFailure(ctx, parsed, place);
    return 'kept';`,
    to: "    return 'kept';",
    tests: messages,
    titles: 'SQLite .*keeps items',
  },
  {
    name: 'failed-item-holds-up-its-body',
    file: `${receivers}/jobs.ts`,
    from: 'if (isUnavailable(error)) throw error;',
    to: 'if (error) throw error;',
    tests: messages,
    titles: 'SQLite .*keeps items',
  },
  {
    name: 'early-statuses-forgotten',
    file: `${receivers}/pending.ts`,
    from: 'if (await apply(ctx, channel, report)) return;',
    to: 'if ((await apply(ctx, channel, report)) || report) return;',
    tests: statuses,
    titles: 'SQLite .*before the answer',
  },
  {
    name: 'restriction-stops-the-channel',
    file: `${receivers}/take-item.ts`,
    from: "(effect === 'stops' ? reportChannelError : noteChannelError)",
    to: 'reportChannelError',
    tests: statuses,
    titles: 'SQLite .*a restriction is shown',
  },
  {
    name: 'names-asked-for-with-each-message',
    file: 'packages/domain/src/profiles.ts',
    from: '>= profileRetryMs;',
    to: '>= 0;',
    tests: ['packages/server/src/channels/simulator.test.ts'],
    titles: 'SQLite .*names of a customer',
  },
  {
    name: 'status-of-another-channel-applied',
    file: `${receivers}/reports.ts`,
    from: ".where({ id, channel_id: channelId, direction: 'outbound' })",
    to: ".where({ id, direction: 'outbound' })",
    tests: statuses,
    titles: 'SQLite .*another channel',
  },
  {
    name: 'late-echoes-matched-at-any-time',
    file: 'packages/domain/src/received-messages.ts',
    from: 'return afterMs >= -skewMs && afterMs <= unknownOutcomeMs + skewMs;',
    to: 'return !Number.isNaN(afterMs);',
    tests: [`${receivers}/instagram/instagram.test.ts`],
    titles: 'SQLite .*unknown outcome',
  },
  {
    name: 'late-echoes-taken-for-later-messages',
    file: 'packages/domain/src/received-messages.ts',
    from: '.sort((a, b) => apartMs(a) - apartMs(b))[0]',
    to: '[0]',
    tests: ['packages/domain/test/echoes.test.ts'],
    titles: 'of two equal messages',
  },
];
