import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Claims = Readonly<Record<string, unknown>>;

interface Person {
  /** Replace or add claims of the ID token. */
  readonly claims?: Claims;
  /** Replaces the header of the ID token. */
  readonly header?: Claims;
  /** The key that signs the ID token, instead of the published one. */
  readonly key?: KeyObject;
  /** Whether the email address is at the userinfo endpoint only. */
  readonly isThin?: boolean;
}

interface Grant {
  readonly challenge: string | null;
  readonly nonce: string | null;
  readonly redirectUrl: string | null;
  readonly person: Person;
}

export const oidcClient = { id: 'parley', secret: 'of:the+client/100%' } as const;

/** A provider of OpenID Connect that vouches for whomever the test names. */
export class OidcProvider {
  readonly issuer: string;
  /** The codes and tokens that it has issued. */
  readonly issued: string[] = [];
  /** The number of codes that it was asked to exchange. */
  exchanges = 0;
  /** Whether every request fails. */
  isAway = false;
  /** The person who signs in next. */
  person: Person = {};
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #grants = new Map<string, Grant>();

  private constructor(server: Server) {
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Starts a provider that stops at the end of the test. */
  static async start(): Promise<OidcProvider> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const provider = new OidcProvider(server);
    server.on('request', (req, res) => {
      void provider.#answer(req).then(({ status = 200, ...body }) => {
        const { location } = body;
        const headers = typeof location === 'string' ? { location } : {};
        res.writeHead(Number(status), { 'content-type': 'application/json', ...headers });
        res.end(JSON.stringify(body));
      });
    });
    return provider;
  }

  /** Signs in a person on the page with this URL. Returns the query with which the browser is sent back. */
  approve(url: string, person: Person = this.person): URLSearchParams {
    const { searchParams } = new URL(url);
    const code = randomUUID();
    this.issued.push(code);
    this.#grants.set(code, {
      challenge: searchParams.get('code_challenge'),
      nonce: searchParams.get('nonce'),
      redirectUrl: searchParams.get('redirect_uri'),
      person,
    });
    return new URLSearchParams({ code, state: searchParams.get('state') ?? '', iss: this.issuer });
  }

  async #answer(req: IncomingMessage): Promise<Claims> {
    const { issuer } = this;
    if (this.isAway) return { status: 503 };
    if (req.url === '/.well-known/openid-configuration') {
      return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/jwks`,
        authorization_response_iss_parameter_supported: true,
        id_token_signing_alg_values_supported: ['ES256'],
        code_challenge_methods_supported: ['S256'],
      };
    }
    if (req.url === '/jwks') {
      return {
        keys: [{ ...this.#keys.publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig' }],
      };
    }
    if (req.url?.startsWith('/authorize?')) {
      const url = new URL(req.url, issuer);
      const back = url.searchParams.get('redirect_uri');
      return { status: 302, location: `${back}?${this.approve(url.href)}` };
    }
    if (req.url === '/userinfo') return { sub: 'a person', ...email };
    this.exchanges += 1;
    const form = new URLSearchParams(await textOf(req));
    const code = form.get('code') ?? '';
    const grant = this.#grants.get(code);
    this.#grants.delete(code);
    const proof = createHash('sha256').update(form.get('code_verifier') ?? '');
    const basic = Object.values(oidcClient).map(encodeURIComponent).join(':');
    const isRight =
      grant !== undefined &&
      form.get('redirect_uri') === grant.redirectUrl &&
      proof.digest('base64url') === grant.challenge &&
      req.headers.authorization === `Basic ${Buffer.from(basic).toString('base64')}`;
    if (!isRight) return { status: 400, error: 'invalid_grant' };
    const idToken = this.#idToken(grant);
    this.issued.push(idToken);
    return { access_token: randomUUID(), token_type: 'Bearer', expires_in: 60, id_token: idToken };
  }

  #idToken({ nonce, person: { claims, header, key = this.#keys.privateKey, isThin } }: Grant) {
    const now = Math.floor(Date.now() / 1_000);
    const all = {
      iss: this.issuer,
      aud: oidcClient.id,
      sub: 'a person',
      nonce,
      iat: now,
      exp: now + 600,
      ...(isThin ? {} : email),
      ...claims,
    };
    const parts = [{ alg: 'ES256', kid: 'k', ...header }, all].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const signed = parts.join('.');
    const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${signature.toString('base64url')}`;
  }
}

const email = { email: 'Ana@Example.com', email_verified: true } as const;

async function textOf(req: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of req) text += String(chunk);
  return text;
}
