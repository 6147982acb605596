import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { listen } from '../listen.ts';
import { createAuthority, createCertificate } from '../server.ts';
import { bytesOf } from './files.ts';

/** An https server with the files that messages name by URL. */
export interface FileHost {
  readonly url: string;
  /** The settings with which a process trusts the certificate of the server. */
  readonly env: Readonly<Record<string, string>>;
  close(): void;
}

/** Starts a server that answers `/TYPE/SUBTYPE/TEXT` with a file of this MIME type, in which the text is. */
export async function startFileHost(folder: string): Promise<FileHost> {
  const issuer = createAuthority('Soak');
  const certificate = createCertificate({ name: 'localhost', issuer });
  const server = createServer(certificate, ({ url = '' }, response) => {
    const [, type = '', subtype = '', text = ''] = url.split('/');
    response.end(bytesOf(`${type}/${subtype}`, text));
  });
  const port = await listen(server);
  const authorityFile = join(folder, 'file-host.pem');
  writeFileSync(authorityFile, issuer.cert);
  return {
    url: `https://localhost:${port}`,
    env: { NODE_EXTRA_CA_CERTS: authorityFile },
    close: () => void server.close(),
  };
}
