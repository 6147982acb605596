import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import type { CreatedInvitation, SignedIn } from '@parley/contract/console';
import type { IssuedApiKey } from '@parley/contract/schemas';
import { sentInvitationQuota } from '@parley/domain';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCertificate } from '../../test/certificates.ts';
import { ConsoleBrowser } from '../../test/console-browser.ts';
import { type ConsoleScene, everyRow, openConsole, signIn } from '../../test/console-scene.ts';
import { type Target, targets } from '../../test/databases.ts';
import { MailServer } from '../../test/mail-server.ts';
import { closedPort } from '../../test/receivers.ts';
import { makeDue } from '../../test/scene.ts';
import { RunAgainError } from '../db/failures.ts';
import { invite } from '../invitations/service.ts';
import { createWorker } from '../jobs/create-worker.ts';
import { enqueueJob } from '../jobs/statements/enqueue-job.ts';
import { jobsTable } from '../jobs/table.ts';
import { setKind } from '../tenants/service.ts';
import { tenantsTable } from '../tenants/table.ts';
import { mailOf } from './config.ts';
import { Mailer } from './mailer.ts';

const hourMs = 3_600_000;
const anotherPassword = 'a boat on the lake';

interface MailScene extends ConsoleScene {
  readonly mails: MailServer;
  /** Runs the jobs that are due. */
  work(): Promise<void>;
}

async function openWithMail(target: Target): Promise<MailScene> {
  const mails = await MailServer.start();
  const scene = await openConsole(target, {
    closes: true,
    env: {
      PARLEY_SMTP_URL: mails.url,
      PARLEY_SMTP_FROM: 'Parley <parley@example.com>',
      PARLEY_PUBLIC_URL: 'https://desk.example.com/',
    },
  });
  const work = () => createWorker(scene.server.deps).runUntilIdle();
  return { ...scene, mails, work };
}

test.each(targets)(
  '%s: a forgotten password is set once by a mailed link, and nobody learns which addresses have accounts',
  async (target) => {
    const { server, owner, mails, work, lines } = await openWithMail(target);
    expect((await owner.call('GET /setup')).json).toEqual({
      needed: false,
      mailsLinks: true,
      singleSignOn: false,
      publicUrl: 'https://desk.example.com',
    });
    const visitor = new ConsoleBrowser(server.baseUrl, '198.51.100.7');
    // The links never name the host of the request.
    const forged = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    const ask = (email: string, from = visitor) =>
      from.call('POST /password-resets', { email }, forged);
    const [known, unknown] = [await ask('Ana@Example.com'), await ask('nobody@example.com')];
    const visible = ({ status, text, headers }: typeof known) => [
      status,
      text,
      [...headers.keys()],
    ];
    expect(visible(known)).toEqual(visible(unknown));
    expect(known.status).toBe(204);
    const { installation } = server.deps.system;
    const jobs = await installation.select(jobsTable).orderBy('position');
    const { account } = (await owner.call<SignedIn>('GET /session')).json;
    expect(jobs.map(({ payload }) => JSON.parse(payload))).toEqual([
      { kind: 'password_reset', accountId: account.id },
      { kind: 'password_reset', accountId: null },
    ]);
    await ask('ana@example.com');
    await work();
    expect(mails.mails.map(({ from, to }) => [from, to])).toEqual(
      Array.from({ length: 2 }, () => ['parley@example.com', ['ana@example.com']]),
    );
    const [first = '', second = ''] = mails.mails.map(({ text }) =>
      tokenIn(text, 'password-reset'),
    );
    expect(first).not.toBe(second);
    const accept = async (token: string) =>
      (await visitor.call('POST /password-resets/accept', { token, password: anotherPassword }))
        .status;
    // The second request came from anybody: the first link still works, and ends the second one.
    expect([await accept(first), await accept(first), await accept(second)]).toEqual([
      204, 422, 422,
    ]);
    expect((await owner.call('GET /session')).status).toBe(401);
    expect((await signIn(owner)).status).toBe(401);
    expect((await signIn(owner, { password: anotherPassword })).status).toBe(200);

    // The account gets three mails an hour, also when other addresses ask. The responses stay the same.
    await ask('ana@example.com', new ConsoleBrowser(server.baseUrl, '203.0.113.1'));
    await ask('ana@example.com', new ConsoleBrowser(server.baseUrl, '203.0.113.2'));
    await work();
    expect(mails.mails).toHaveLength(3);
    const third = tokenIn(mails.mails[2]?.text, 'password-reset');
    await server.advance(hourMs);
    expect(await accept(third)).toBe(422);
    const many: number[] = [];
    for (let n = 0; n < 21; n += 1) many.push((await ask(`n${n}@example.com`)).status);
    expect(new Set(many)).toEqual(new Set([204, 429]));
    // A job that waited for longer than its link would work sends nothing.
    await ask('ana@example.com', new ConsoleBrowser(server.baseUrl, '203.0.113.3'));
    await server.advance(hourMs + 1);
    await work();
    expect(mails.mails).toHaveLength(3);
    const stored = `${await everyRow(server)}${lines.join('')}`;
    for (const secret of [first, second, third, anotherPassword, 'pass word']) {
      expect(stored).not.toContain(secret);
    }
    expect(lines.join('')).not.toContain('ana@example.com');
  },
);

test('an invitation is mailed with the shown link, again after a failure, but not when revoked or refused', async () => {
  const { server, owner, mails, work, lines } = await openWithMail('SQLite');
  const make = async (email: string) =>
    (await owner.call<CreatedInvitation>('POST /invitations', { email, role: 'admin' })).json;
  const { token, mailed } = await make('bo@example.com');
  expect(mailed).toBe(true);
  expect(await everyRow(server)).not.toContain(token);
  mails.refuse = (line) => (line.startsWith('RCPT') ? '451 4.3.0 bo@example.com later' : undefined);
  await work();
  const jobsLeft = () => server.deps.database.writer('jobs').where({ name: 'send-mail' });
  expect(await jobsLeft()).toMatchObject([{ status: 'ready', attempts: 1 }]);
  mails.refuse = () => undefined;
  await makeDue(server);
  await work();
  const [mail] = mails.mails;
  expect(mail?.to).toEqual(['bo@example.com']);
  expect(tokenIn(mail?.text, 'invitation')).toBe(token);
  expect(mail?.text).toContain('https://desk.example.com/invitation#token=');

  const { id } = await make('late@example.com');
  expect((await owner.call(`DELETE /invitations/${id}`)).status).toBe(204);
  mails.refuse = (line) => (line.includes('<gone@') ? '550 5.1.1 gone@example.com' : undefined);
  await make('gone@example.com');
  await work();
  expect(mails.mails).toHaveLength(1);
  expect(await jobsLeft()).toEqual([]);
  // A link to a new password that could not be sent leaves no job, because nobody could list it.
  mails.refuse = () => '451 4.3.0 later';
  await owner.call('POST /password-resets', { email: 'ana@example.com' });
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    expect(await jobsLeft(), `before attempt ${attempt}`).toHaveLength(1);
    await makeDue(server);
    await work();
  }
  expect(await jobsLeft()).toEqual([]);
  expect(mails.mails).toHaveLength(1);
  const logged = lines.join('');
  expect(logged).toContain('the mail server refused a mail');
  for (const secret of [String(token), 'bo@example.com', 'gone@example.com']) {
    expect(logged).not.toContain(secret);
  }
});

test('a mail that the mail server did not confirm is sent again with the same ID', async () => {
  const { server, owner, mails, work } = await openWithMail('SQLite');
  mails.confirms = false;
  await owner.call('POST /invitations', { email: 'bo@example.com', role: 'admin' });
  await work();
  mails.confirms = true;
  await makeDue(server);
  await work();
  const ids = mails.mails.map(({ headers }) => headers.find((line) => /^message-id:/i.test(line)));
  expect(ids).toEqual([expect.stringMatching(/<inv_\w+@example\.com>$/), ids[0]]);
  await makeDue(server);
  await work();
  expect(mails.mails).toHaveLength(2);
});

test.each([
  ['is retried when the mail server refuses its sender', 'MAIL', 1],
  ['ends when the mail server refuses its recipient', 'RCPT', 0],
  ['ends when the mail server refuses its content', 'DATA', 0],
])('the job of a mail %s', async (_what, verb, left) => {
  const { server, owner, mails, work } = await openWithMail('SQLite');
  mails.refuse = (line) => (line.startsWith(verb) ? '550 5.7.1 no' : undefined);
  await owner.call('POST /invitations', { email: 'bo@example.com', role: 'admin' });
  await work();
  const jobs = server.deps.database.writer('jobs').where({ name: 'send-mail', status: 'ready' });
  expect(await jobs).toHaveLength(left);
});

test('a tenant, an agency and an address have quotas of mails with invitations', async () => {
  const { server, owner, mails, work } = await openWithMail('SQLite');
  const make = async (email: string) => {
    const { json } = await owner.call<CreatedInvitation>('POST /invitations', {
      email,
      role: 'admin',
    });
    expect((await owner.call(`DELETE /invitations/${json.id}`)).status).toBe(204);
    expect(json.token).toHaveLength(43);
    return json.mailed;
  };
  // A repeated transaction does not count its mail again, and a refused invitation counts none.
  const enqueue = enqueueJob.sqlite.bind(enqueueJob);
  let repeats = 1;
  const repeating = vi.spyOn(enqueueJob, 'sqlite').mockImplementation((db, call) => {
    repeats -= 1;
    if (repeats === 0) throw new RunAgainError();
    return enqueue(db, call);
  });
  onTestFinished(() => repeating.mockRestore());
  const refused = await owner.call('POST /invitations', {
    email: 'ana@example.com',
    role: 'admin',
  });
  expect(refused.status).toBe(409);
  const toBo: boolean[] = [];
  for (let n = 0; n < 6; n += 1) toBo.push(await make('Bo@example.com'));
  expect(repeats).toBeLessThan(0);
  expect(toBo).toEqual([true, true, true, true, true, false]);

  const { tenant } = (await owner.call<SignedIn>('GET /session')).json;
  await setKind(server.contextOf(tenant.id), 'agency');
  const key = await owner.call<IssuedApiKey>('POST /api-keys', { name: 'Agency' });
  const client = async (email: string) => {
    const response = await fetch(`${server.baseUrl}/api/v1/agencies/current/clients`, {
      method: 'POST',
      headers: { 'x-api-key': key.json.secret ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Client', owner: { name: 'Eve', email } }),
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ invitationToken: expect.any(String) });
  };
  await client('bo@example.com');
  await client('cy@example.com');
  await work();
  expect(mails.mails.map(({ to }) => to)).toEqual([['cy@example.com']]);
  // The quota of the tenant also counts the clients of the agency.
  const { mailQuotas, now } = server.deps;
  let left = 0;
  const take = async () =>
    await mailQuotas.take(`invitations of ${tenant.id}`, now().getTime(), sentInvitationQuota);
  while ((await take()).admitted) left += 1;
  expect(left).toBe(92);
  expect(await make('di@example.com')).toBe(false);
});

test('neither the name of a tenant nor an address can add a header or a recipient to a mail', async () => {
  const { server, owner, mails, work } = await openWithMail('SQLite');
  const { tenant } = (await owner.call<SignedIn>('GET /session')).json;
  const ctx = server.contextOf(tenant.id);
  const name = 'Acme\r\nBcc: evil@example.com\r\n\r\nHello\u2028there';
  await ctx.db.update(tenantsTable, {}, { name });
  await invite(
    ctx,
    { email: 'bo@example.com', role: 'member' },
    { by: 'owner', mail: server.deps },
  );
  await work();
  const [mail] = mails.mails;
  expect(mail?.to).toEqual(['bo@example.com']);
  const sentence =
    'You are invited to Acme Bcc: evil@example.com Hello there in Parley, as member.';
  expect(mail?.text).toContain(sentence);
  const names = (mail?.headers ?? []).map((line) => line.split(':')[0]?.toLowerCase());
  expect(names.toSorted()).toEqual([
    'auto-submitted',
    'content-transfer-encoding',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'subject',
    'to',
  ]);
  const hostile = [
    'a@x.example\r\nRCPT TO:<evil@example.com>',
    'a@x.example>\r\nDATA',
    'a@x.example,evil@example.com',
    'a@x.example evil@example.com',
    '"a@x.example" <evil@example.com>',
    'evil@example.com\0@x.example',
  ];
  const { mailer } = server.deps;
  for (const to of hostile) {
    await expect(mailer?.send({ to, subject: 's', text: 't', id: '1' }), to).rejects.toThrow(
      'the address cannot receive mails',
    );
    const answer = await owner.call('POST /invitations', { email: to, role: 'member' });
    expect(answer.status, to).toBe(400);
  }
  expect(mails.mails).toHaveLength(1);
  expect(mails.lines.join()).not.toContain('evil');
});

test('a mail server without TLS gets no password, and a failure names neither address nor password', async () => {
  const mails = await MailServer.start();
  const from = { name: '', address: 'parley@example.com' };
  const settings = { PARLEY_SMTP_FROM: from, PARLEY_PUBLIC_URL: 'https://desk.example.com' };
  const config = mailOf({ PARLEY_SMTP_URL: mails.url, ...settings });
  if (!config) throw new Error('the settings are complete');
  await new Mailer(config).check();
  expect(mails.lines.join()).toContain('AUTH');
  const before = mails.lines.length;
  // This server offers no TLS.
  await expect(new Mailer({ ...config, requiresTls: true }).check()).rejects.toThrow(
    'the mail was not sent',
  );
  expect(mails.lines.slice(before).join()).not.toContain('AUTH');
  mails.refuse = (line) => (line.startsWith('AUTH') ? '535 5.7.8 pass word is wrong' : undefined);
  await expect(new Mailer(config).check()).rejects.toThrow(
    /^the mail was not sent: EAUTH \(535\)$/,
  );
});

test('the failure of a connection to the mail server names its reason', async () => {
  const settings = {
    PARLEY_SMTP_FROM: { name: '', address: 'parley@example.com' },
    PARLEY_PUBLIC_URL: 'https://desk.example.com',
  };
  const check = async (url: string) => {
    const config = mailOf({ PARLEY_SMTP_URL: url, ...settings });
    if (!config) throw new Error('the settings are complete');
    await new Mailer(config).check();
  };
  const { host } = new URL(await closedPort());
  await expect(check(`smtp://${host}`)).rejects.toThrow(': ECONNREFUSED (no answer)');
  const server = createServer(createCertificate({ name: '127.0.0.1' }));
  server.on('tlsClientError', () => {}).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const unknown = ': DEPTH_ZERO_SELF_SIGNED_CERT (no answer)';
  await expect(check(`smtps://127.0.0.1:${port}`)).rejects.toThrow(unknown);
});

/** Returns the token of the link in a mail. */
function tokenIn(text: string | undefined, page: string): string {
  const [, token = ''] = new RegExp(`https://\\S+/${page}#token=(\\S+)`).exec(text ?? '') ?? [];
  expect(token).toHaveLength(43);
  return token;
}
