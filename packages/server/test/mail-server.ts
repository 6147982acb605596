import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The lines of its headers. */
  readonly headers: readonly string[];
  /** Its decoded text. */
  readonly text: string;
}

/** Answers a command, such as `RCPT TO:<ana@example.com>`; undefined = it is accepted. */
type Refuse = (command: string) => string | undefined;

/** A mail server that keeps what it receives. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  /** Every line that a client has sent. */
  readonly lines: string[] = [];
  refuse: Refuse = () => undefined;
  /** Whether it confirms the mails that it receives. Otherwise it closes the connection. */
  confirms = true;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((socket) => this.#serve(socket));
  }

  /** Starts a server that stops at the end of the test. */
  static async start({ onEnd = onTestFinished } = {}): Promise<MailServer> {
    const server = new MailServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    onEnd(() => void server.#server.close());
    return server;
  }

  get url(): string {
    return `smtp://parley:pass%20word@127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #serve(socket: Socket): void {
    let [rest, from] = ['', ''];
    let to: string[] = [];
    let data: string[] | undefined;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const answer = (line: string): string => {
      const refused = this.refuse(line);
      if (refused !== undefined) return refused;
      const [, verb = ''] = /^(\w+)/.exec(line) ?? [];
      if (verb === 'EHLO') return '250-mail.example.com\r\n250 AUTH PLAIN';
      if (verb === 'STARTTLS') return '502 5.5.1 no TLS';
      if (verb === 'AUTH') return '235 2.7.0 welcome';
      if (verb === 'MAIL') from = /<(.*)>/.exec(line)?.[1] ?? '';
      if (verb === 'RCPT') to = [...to, /<(.*)>/.exec(line)?.[1] ?? ''];
      if (verb === 'DATA') data = [];
      return verb === 'DATA' ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 2.0.0 fine';
    };
    const take = (line: string) => {
      if (!data) {
        this.lines.push(line);
        say(answer(line));
        if (line === 'QUIT') socket.end();
      } else if (line !== '.') data.push(line);
      else {
        this.mails.push({ from, to, ...parse(data) });
        [to, data] = [[], undefined];
        if (this.confirms) say('250 2.0.0 queued');
        else socket.destroy();
      }
    };
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
    say('220 mail.example.com ESMTP');
  }
}

function parse(lines: readonly string[]): Pick<ReceivedMail, 'headers' | 'text'> {
  const end = lines.indexOf('');
  const [head, body] = [lines.slice(0, end).join('\n'), lines.slice(end + 1).join('\n')];
  const headers = head.replaceAll(/\n[ \t]+/g, ' ').split('\n');
  const isEncoded = headers.some((line) => /^content-transfer-encoding: quoted/i.test(line));
  const decoded = body
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { headers, text: isEncoded ? decoded : body };
}
