import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

interface Connection {
  readonly socket: Socket;
  /** Requests that have no answer yet. */
  requests: number;
  idleSinceMs: number;
}

/** How long a connection without a request stays open for its next one when the server stops. */
const lastCallMs = 300;
const sweepMs = 50;
const acceptMs = 1_000;

/** Knows which connections of a server are idle, and ends them in order. */
export class Connections {
  readonly #server: Server;
  readonly #open = new Map<Socket, Connection>();
  /** Those without a request; the longest idle is first. */
  readonly #idle = new Set<Connection>();
  readonly #answers = new Set<ServerResponse>();
  #acceptedAt = 0;
  #turn = 0;
  #isEnding = false;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => this.#add(socket));
    server.prependListener('request', ({ socket }, res) => this.#begin(socket, res));
  }

  /**
   * Stops accepting, announces `Connection: close` on the last answer of each connection, and resolves when all are
   * closed: idle ones after a last call, the others after their answer, all of them after the deadline.
   */
  async end(deadlineMs: number): Promise<void> {
    await this.#acceptWaiting();
    const closed = new Promise((resolve) => this.#server.once('close', resolve));
    // Not `close` of http.Server: it destroys connections whose first request was not read yet.
    NetServer.prototype.close.call(this.#server);
    this.#isEnding = true;
    for (const res of this.#answers) announceEnd(res);
    const sweep = setInterval(() => setImmediate(() => this.#closeForgotten()), sweepMs);
    const cut = setTimeout(() => this.#server.closeAllConnections(), deadlineMs);
    await closed;
    clearInterval(sweep);
    clearTimeout(cut);
    // Nothing is left to close but the timer of http.Server that looks for late requests.
    this.#server.close();
  }

  #add(socket: Socket): void {
    const connection = { socket, requests: 0, idleSinceMs: performance.now() };
    this.#acceptedAt = this.#turn;
    this.#open.set(socket, connection);
    this.#idle.add(connection);
    socket.once('close', () => {
      this.#open.delete(socket);
      this.#idle.delete(connection);
    });
  }

  #begin(socket: Socket, res: ServerResponse): void {
    const connection = this.#open.get(socket);
    if (!connection) return;
    connection.requests += 1;
    this.#idle.delete(connection);
    this.#answers.add(res);
    if (this.#isEnding) announceEnd(res);
    res.once('close', () => {
      this.#answers.delete(res);
      connection.requests -= 1;
      if (connection.requests > 0 || !this.#open.has(socket)) return;
      connection.idleSinceMs = performance.now();
      this.#idle.add(connection);
    });
  }

  /**
   * The kernel resets connections that it has established and that nobody has accepted when the listener closes. The
   * event loop accepts one or more in each turn: a turn without any has found none.
   */
  async #acceptWaiting(): Promise<void> {
    const deadlineMs = performance.now() + acceptMs;
    // The turn in which this begins may have looked for connections already.
    await nextTurn();
    do {
      this.#turn += 1;
      await nextTurn();
    } while (this.#acceptedAt === this.#turn && performance.now() < deadlineMs);
  }

  #closeForgotten(): void {
    const forgottenMs = performance.now() - lastCallMs;
    for (const { socket, idleSinceMs } of this.#idle) {
      if (idleSinceMs > forgottenMs) break;
      socket.destroy();
    }
  }
}

function announceEnd(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
