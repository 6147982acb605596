// A receiver with almost no cost: it finds the end of each request, answers 200 and counts. It verifies every hundredth
// signature, so that the bench measures valid webhooks.
import { createHmac } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { listen } from '../../../listen.ts';
import { reportPort } from '../harness/report-port.ts';

const [secret = ''] = process.argv.slice(2);
const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const verifiedEach = 100;

let count = 0;
let forged = 0;
/** When the first request to each path arrived. */
const firsts = new Map<string, number>();

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  let pending = '';
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1');
    pending = take(socket, pending);
  });
});

reportPort(await listen(server), {
  answers: { count: () => ({ count, forged }), firsts: () => ({ firsts: [...firsts] }) },
});

/** Answers the complete requests in a text. Returns the remaining bytes of an incomplete one. */
function take(socket: Socket, text: string): string {
  for (let rest = text; ; ) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return rest;
    const head = rest.slice(0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const whole = end + 4 + length;
    if (rest.length < whole) return rest;
    count += 1;
    const path = head.slice(5, head.indexOf(' ', 5));
    if (!firsts.has(path)) firsts.set(path, Date.now());
    if (count % verifiedEach === 0 && !isGenuine(head, rest.slice(end + 4, whole))) forged += 1;
    socket.write(answer);
    rest = rest.slice(whole);
  }
}

function isGenuine(head: string, body: string): boolean {
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
  const content = `${header('webhook-id')}.${header('webhook-timestamp')}.`;
  const mac = createHmac('sha256', key).update(content).update(Buffer.from(body, 'latin1'));
  return header('webhook-signature') === `v1,${mac.digest('base64')}`;
}
