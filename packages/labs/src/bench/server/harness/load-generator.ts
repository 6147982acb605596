import { connect, type Socket } from 'node:net';

// A separate process that keeps some connections busy with prepared bytes and times the responses. It only finds the
// end of a response, because it shares the cores with the server.

export interface LoadOrder {
  port: number;
  connections: number;
  /** How long the load lasts. If a response is missing, the run takes up to 30 s longer. */
  durationMs: number;
  /**
   * Requests per second of all connections together. Without it, each connection sends its next request after a
   * response.
   */
  perSecond?: number;
  /** Complete HTTP requests. Each connection starts at another one. */
  requests: readonly string[];
  /**
   * A text in the requests that is replaced by a number of the same length, at most 16 digits. With 12 digits or more,
   * no number is used twice.
   */
  unique?: string;
}

export interface LoadResult {
  requests: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  /** The time of each request in milliseconds, in ascending order. */
  latencies: readonly number[];
  cpuMs: number;
  statuses: Record<string, number>;
  /** The first response that was not 2xx. */
  firstFailure: string | undefined;
}

const longestSeconds = 30;

let nextUnique = Date.now() * 1000;

process.on('message', (order: LoadOrder) => {
  runLoad(order).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});

async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const state = { latencies, statuses, firstFailure: undefined as string | undefined };
  const lanes = await Promise.all(
    Array.from({ length: order.connections }, (_, index) => openLane(order, index, state)),
  );
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  for (const lane of lanes) lane.begin();
  let seconds: number;
  // On a busy machine the first response may be late: a run without a response would have no result.
  do {
    await new Promise((resolve) => setTimeout(resolve, order.durationMs));
    seconds = (performance.now() - startedAt) / 1000;
  } while (latencies.length === 0 && seconds < longestSeconds);
  const { user, system } = process.cpuUsage(cpu);
  const requests = latencies.length;
  await Promise.all(lanes.map((lane) => lane.finish()));
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return {
    requests,
    seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    latencies,
    cpuMs: (user + system) / 1000,
    statuses,
    firstFailure: state.firstFailure,
  };
}

interface Tally {
  latencies: number[];
  statuses: Record<string, number>;
  firstFailure: string | undefined;
}

async function openLane(order: LoadOrder, index: number, tally: Tally) {
  const requests = order.requests.map((text) => prepare(text, order.unique));
  let place = Math.floor((index * requests.length) / order.connections);
  let missing = 0;
  let pending = '';
  let sentAt = 0;
  let finishing: (() => void) | undefined;
  let busy = false;
  let isLast = false;
  let hasEnded = false;
  let failure: Error | undefined;
  let dueAt: number | undefined;
  let pause: NodeJS.Timeout | undefined;

  /**
   * Sends the next request when it is due. A late one waited for the server, so its latency counts from its due time.
   */
  const sendWhenDue = () => {
    if (order.perSecond === undefined) return send();
    const spacingMs = (1000 * order.connections) / order.perSecond;
    const now = performance.now();
    dueAt = dueAt === undefined ? now + (spacingMs * index) / order.connections : dueAt + spacingMs;
    if (dueAt <= now) return send();
    pause = setTimeout(send, dueAt - now);
  };
  const send = () => {
    const request = requests[place];
    if (!request) throw new Error('there is nothing to send');
    place = (place + 1) % requests.length;
    if (request.uniqueAt >= 0) {
      nextUnique += 1;
      const digits = String(nextUnique).slice(-(order.unique?.length ?? 0));
      request.bytes.write(digits, request.uniqueAt, 'latin1');
    }
    busy = true;
    sentAt = dueAt ?? performance.now();
    socket.write(request.bytes);
  };
  const answered = () => {
    tally.latencies.push(performance.now() - sentAt);
    busy = false;
    if (finishing) finishing();
    else if (isLast) renew().catch(fail);
    else sendWhenDue();
  };
  /** Opens another connection: a server closes one after many requests. */
  const renew = async () => {
    isLast = false;
    socket.destroy();
    socket = await dial();
    if (hasEnded) socket.destroy();
    else sendWhenDue();
  };
  const receive = (length: number, buffer: Buffer) => {
    if (missing > 0) {
      missing -= length;
      if (missing === 0) answered();
      return;
    }
    let received: number;
    let head: string;
    const end = pending === '' ? buffer.subarray(0, length).indexOf('\r\n\r\n') : -1;
    if (end >= 0) {
      head = buffer.toString('latin1', 0, end);
      received = length - end - 4;
    } else {
      pending += buffer.toString('latin1', 0, length);
      const at = pending.indexOf('\r\n\r\n');
      if (at < 0) return;
      head = pending.slice(0, at);
      received = pending.length - at - 4;
      pending = '';
    }
    const bodyLength = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const status = head.slice(9, 12);
    tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
    if (status[0] !== '2') {
      tally.firstFailure ??= `${head}\n\n${buffer.toString('latin1', Math.max(0, end + 4), length)}`;
    }
    isLast = /\r\nconnection: close/i.test(head);
    missing = bodyLength - received;
    if (missing === 0) answered();
  };

  const fail = (error: Error) => {
    failure = error;
    finishing?.();
  };
  const dial = async () => {
    const opened = await open(order.port, receive);
    opened.on('error', fail);
    opened.on('close', () => finishing?.());
    return opened;
  };
  let socket = await dial();
  return {
    begin: sendWhenDue,
    finish: async () => {
      hasEnded = true;
      clearTimeout(pause);
      if (busy && !socket.destroyed) {
        await new Promise<void>((resolve) => {
          finishing = resolve;
        });
      }
      socket.destroy();
      if (failure) throw failure;
    },
  };
}

function open(port: number, receive: (length: number, buffer: Buffer) => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const buffer = Buffer.allocUnsafe(65_536);
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer,
        callback: (length) => {
          receive(length, buffer);
          return true;
        },
      },
    });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

function prepare(text: string, unique: string | undefined) {
  const at = unique === undefined ? -1 : text.indexOf(unique);
  return { bytes: Buffer.from(text), uniqueAt: at < 0 ? -1 : Buffer.byteLength(text.slice(0, at)) };
}
