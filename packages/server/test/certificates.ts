import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

// Just enough of X.509 to give a receiver a certificate that is wrong in one way: fixtures would expire.

export interface Issued {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

interface CertificateOptions {
  name: string;
  /** Its own when left out. */
  issuer?: Authority;
  notBefore?: Date;
  notAfter?: Date;
}

export interface Authority extends Issued {
  readonly name: string;
  readonly privateKey: KeyObject;
}

const dayMs = 86_400_000;

export function createAuthority(name: string): Authority {
  return issue({ name, isAuthority: true });
}

export function createCertificate(options: CertificateOptions): Issued {
  return issue({ ...options, isAuthority: false });
}

function issue({
  name,
  issuer,
  isAuthority,
  notBefore = new Date(Date.now() - dayMs),
  notAfter = new Date(Date.now() + dayMs),
}: CertificateOptions & { isAuthority: boolean }): Authority {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const tbs = sequence(
    der(0xa0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ecdsaWithSha256,
    distinguishedName(issuer?.name ?? name),
    sequence(time(notBefore), time(notAfter)),
    distinguishedName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(isAuthority ? authorityExtension : subjectAltName(name))),
  );
  const signature = sign('sha256', tbs, issuer?.privateKey ?? privateKey);
  const bits = der(0x03, Buffer.of(0), signature);
  return {
    name,
    privateKey,
    cert: pem(sequence(tbs, ecdsaWithSha256, bits)),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...long), content]);
}

function sequence(...parts: Uint8Array[]): Buffer {
  return der(0x30, ...parts);
}

function integer(bytes: Uint8Array): Buffer {
  return der(0x02, bytes);
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function time(date: Date): Buffer {
  return der(0x18, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`));
}

function distinguishedName(commonName: string): Buffer {
  return sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(commonName)))));
}

function subjectAltName(name: string): Buffer {
  return sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from(name)))));
}

function pem(bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
/** Basic constraints, critical: it may issue certificates. */
const authorityExtension = sequence(
  oid('551d13'),
  der(0x01, Buffer.of(0xff)),
  der(0x04, sequence(der(0x01, Buffer.of(0xff)))),
);
