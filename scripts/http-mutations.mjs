const http = 'packages/server/src/http';

/** What ends at the edge: bodies, connections and requests that no endpoint sees. */
export const httpMutations = [
  {
    name: 'unread-bodies-read-to-their-end',
    file: 'packages/server/src/app.ts',
    from: '  app.use(closeUnread);\n',
    to: '',
    tests: [`${http}/unread-body.test.ts`],
    titles: 'of another type',
  },
  {
    name: 'packed-bytes-of-a-body-not-limited',
    file: `${http}/read-json.ts`,
    from: "if (decoder) req.on('data', countPacked).on('error', fail);",
    to: "if (decoder) req.on('error', fail);",
    tests: [`${http}/unread-body.test.ts`],
    titles: 'packed bytes',
  },
  {
    name: 'idle-connections-closed-as-the-server-stops-accepting',
    file: `${http}/connections.ts`,
    from: 'NetServer.prototype.close.call(this.#server);',
    to: 'this.#server.close();',
    tests: ['packages/server/src/main.test.ts'],
    titles: 'its next answer',
  },
  {
    name: 'connections-of-an-address-not-limited',
    file: `${http}/connections.ts`,
    from: 'const own = held < perAddress ||',
    to: 'const own = held < Number.MAX_VALUE ||',
    tests: [`${http}/connections.test.ts`],
    titles: 'refused one more',
  },
  {
    name: 'connections-of-a-proxy-counted',
    file: 'packages/server/src/main.ts',
    from: 'isProxy: (address: string) => isTrusted(address, 0),',
    to: 'isProxy: () => false,',
    tests: [`${http}/connections.test.ts`],
    titles: 'trusted proxy',
  },
  {
    name: 'keys-in-paths-logged',
    file: `${http}/request-log.ts`,
    from: 'return maskKeys(pathOf(url))',
    to: 'return pathOf(url)',
    tests: [`${http}/raw-requests.test.ts`],
    titles: 'masked',
  },
  {
    name: 'queries-that-are-not-utf8-guessed',
    file: 'packages/domain/src/read-query.ts',
    from: 'if (wrong !== undefined) {',
    to: 'if (wrong === text.repeat(2)) {',
    tests: ['packages/server/test/conformance'],
    titles: 'SQLite bad input contacts.list with a query that is not UTF-8',
  },
  {
    name: 'packed-pages-read-as-they-are',
    file: 'packages/server/src/outbound/fetch-text.ts',
    from: "if (coding === 'identity') return body;",
    to: 'if (coding !== undefined) return body;',
    tests: ['packages/server/src/outbound/fetch-text.test.ts'],
    titles: 'packed',
  },
];
