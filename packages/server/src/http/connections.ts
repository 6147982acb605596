import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { networkOf } from './networks.ts';

export interface ConnectionLimits {
  total: number;
  /**
   * The maximum number of connections of one address. A /64 network of IPv6 counts as one address. Connections of
   * trusted proxies are not counted.
   */
  perAddress: number;
  isProxy(address: string): boolean;
  /**
   * The time after which the server closes a connection whose client reads nothing of the response, in milliseconds.
   */
  unreadMs?: number;
}

interface Connection {
  readonly socket: Socket;
  /** The network for which the connection counts; undefined for a trusted proxy. */
  readonly network: string | undefined;
  /** The number of requests that have no response yet. */
  requests: number;
  /** The response to the newest of these requests. */
  answer: ServerResponse | undefined;
  idleSinceMs: number;
}

/** How long an idle connection stays open for its next request when the server stops, in milliseconds. */
const lastCallMs = 300;
const sweepMs = 50;
const acceptMs = 1_000;
const defaultUnreadMs = 60_000;
const warnEveryMs = 60_000;

/**
 * Limits the connections of a server. At the limit, closes the longest idle connection for a new one. If every
 * connection has a request in flight, refuses the new one. Closes connections whose client does not read its response.
 */
export class Connections {
  readonly #server: Server;
  readonly #limits: ConnectionLimits;
  readonly #log: Logger;
  readonly #counts = new Map<string, number>();
  #warnedAtMs = Number.NEGATIVE_INFINITY;
  readonly #open = new Map<Socket, Connection>();
  /** The idle connections, the longest idle first. */
  readonly #idle = new Set<Connection>();
  #acceptedAt = 0;
  #turn = 0;
  #isEnding = false;

  constructor(server: Server, limits: ConnectionLimits, log: Logger) {
    this.#server = server;
    this.#limits = limits;
    this.#log = log;
    server.timeout = limits.unreadMs ?? defaultUnreadMs;
    server.on('connection', (socket) => this.#add(socket));
    server.prependListener('request', ({ socket }, res) => this.#begin(socket, res));
  }

  /**
   * Stops accepting connections, and announces `Connection: close` on the last response of each. Resolves when all are
   * closed: idle ones after a grace period, others after their response, and all of them at the deadline. Resets these
   * last ones, because a client of HTTP/1.0 could take a cut response for a whole one.
   */
  async end(deadlineMs: number): Promise<void> {
    await this.#acceptWaiting();
    const closed = new Promise((resolve) => this.#server.once('close', resolve));
    // `close` of http.Server would destroy connections whose first request was not read yet.
    NetServer.prototype.close.call(this.#server);
    this.#isEnding = true;
    for (const { answer } of this.#open.values()) if (answer) announceEnd(answer);
    const sweep = setInterval(() => setImmediate(() => this.#closeForgotten()), sweepMs);
    const cut = setTimeout(() => {
      for (const { socket } of this.#open.values()) socket.resetAndDestroy();
    }, deadlineMs);
    await closed;
    clearInterval(sweep);
    clearTimeout(cut);
    // Stops the last timer of http.Server, which checks for late requests.
    this.#server.close();
  }

  #add(socket: Socket): void {
    this.#acceptedAt = this.#turn;
    const { remoteAddress = '' } = socket;
    const network = this.#limits.isProxy(remoteAddress) ? undefined : networkOf(remoteAddress);
    if (!this.#hasRoom(network)) {
      this.#warn();
      socket.destroy();
      return;
    }
    const idleSinceMs = performance.now();
    const connection: Connection = { socket, network, requests: 0, answer: undefined, idleSinceMs };
    this.#open.set(socket, connection);
    this.#idle.add(connection);
    this.#count(network, 1);
    socket.once('close', () => this.#forget(connection));
  }

  #hasRoom(network: string | undefined): boolean {
    const { total, perAddress } = this.#limits;
    const held = network === undefined ? 0 : (this.#counts.get(network) ?? 0);
    const own = held < perAddress || this.#closeIdle(perAddress, (it) => it.network === network);
    return own && (this.#open.size < total || this.#closeIdle(total, () => true));
  }

  /**
   * Closes the matching connections that have been idle the longest: one in a hundred of `limit` at once, because the
   * search for them takes time. Returns whether it closed one.
   */
  #closeIdle(limit: number, isMeant: (connection: Connection) => boolean): boolean {
    let left = Math.ceil(limit / 100);
    for (const connection of this.#idle) {
      if (!isMeant(connection)) continue;
      this.#close(connection);
      left -= 1;
      if (left === 0) return true;
    }
    return left < Math.ceil(limit / 100);
  }

  #close(connection: Connection): void {
    connection.socket.destroy();
    // The connection no longer counts, although its close event comes later.
    this.#forget(connection);
  }

  #forget(connection: Connection): void {
    this.#idle.delete(connection);
    if (this.#open.delete(connection.socket)) this.#count(connection.network, -1);
  }

  #count(network: string | undefined, change: number): void {
    if (network === undefined) return;
    const count = (this.#counts.get(network) ?? 0) + change;
    if (count > 0) this.#counts.set(network, count);
    else this.#counts.delete(network);
  }

  #warn(): void {
    const nowMs = performance.now();
    if (nowMs - this.#warnedAtMs < warnEveryMs) return;
    this.#warnedAtMs = nowMs;
    const { perAddress, total } = this.#limits;
    this.#log.warn(
      { perAddress, total },
      'refused a connection: all that its address or the server may have are busy; is PARLEY_TRUST_PROXY set for a proxy?',
    );
  }

  #begin(socket: Socket, res: ServerResponse): void {
    const connection = this.#open.get(socket);
    if (!connection) return;
    connection.requests += 1;
    this.#idle.delete(connection);
    // A set of all responses would grow and keep old tables with responses in memory, out of reach of the fast garbage
    // collection. Responses are the largest objects of a request.
    connection.answer = res;
    if (this.#isEnding) announceEnd(res);
    // Node emits it when nothing was read or written for the time of `unreadMs`. Without a listener, Node would also
    // close the connection of a request that takes longer.
    res.on('timeout', () => {
      if (socket.writableLength > 0) socket.resetAndDestroy();
    });
    res.once('close', () => {
      connection.requests -= 1;
      if (connection.answer === res) connection.answer = undefined;
      if (connection.requests > 0 || !this.#open.has(socket)) return;
      connection.idleSinceMs = performance.now();
      this.#idle.add(connection);
    });
  }

  /**
   * Waits until all connections of the kernel's queue are accepted: the kernel resets the others when the listener
   * closes. The event loop accepts at least one in a turn, so after a turn without any the queue is empty.
   */
  async #acceptWaiting(): Promise<void> {
    const deadlineMs = performance.now() + acceptMs;
    // This turn of the event loop may already have accepted connections.
    await nextTurn();
    do {
      this.#turn += 1;
      await nextTurn();
    } while (this.#acceptedAt === this.#turn && performance.now() < deadlineMs);
  }

  #closeForgotten(): void {
    const forgottenMs = performance.now() - lastCallMs;
    for (const connection of this.#idle) {
      if (connection.idleSinceMs > forgottenMs) break;
      this.#close(connection);
    }
  }
}

function announceEnd(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
}
