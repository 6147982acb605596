import type { SsoPerson } from '@parley/domain';
import type { Configuration } from 'openid-client';
import type { SsoConfig } from './config.ts';

/** The values that bind the answer of the provider to the browser that began the sign-in. */
export interface SsoFlow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

const answerSeconds = 10;

const load = () => import('openid-client');

/**
 * Signs people in through a provider of OpenID Connect. Loads its library and the provider's metadata at the first
 * sign-in.
 */
export class SsoProvider {
  readonly #config: SsoConfig;
  #discovered: Promise<Configuration> | undefined;

  constructor(config: SsoConfig) {
    this.#config = config;
  }

  /** The domains of the email addresses that may sign in; undefined for all. */
  get domains(): readonly string[] | undefined {
    return this.#config.domains;
  }

  /** Returns the URL of the provider's sign-in page. Throws when the provider does not answer. */
  async begin(): Promise<{ url: string; flow: SsoFlow }> {
    const client = await load();
    const config = await this.#discover();
    const [state, nonce] = [client.randomState(), client.randomNonce()];
    const verifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: this.#config.redirectUrl,
      scope: 'openid email',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, flow: { state, nonce, verifier } };
  }

  /** Exchanges the answer of the provider for the person. Throws when any part of it is not valid. */
  async finish(query: string, { state, nonce, verifier }: SsoFlow): Promise<SsoPerson> {
    const client = await load();
    const config = await this.#discover();
    const answer = new URL(this.#config.redirectUrl);
    answer.search = query;
    const tokens = await client.authorizationCodeGrant(config, answer, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('the answer has no ID token');
    // Some providers say the email address at this endpoint only.
    const { userinfo_endpoint: hasMore } = config.serverMetadata();
    const person =
      claims['email'] === undefined && hasMore
        ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
        : claims;
    const { email, email_verified: isVerified } = person;
    return {
      email: typeof email === 'string' ? email : undefined,
      isVerified: isVerified === true,
    };
  }

  #discover(): Promise<Configuration> {
    this.#discovered ??= this.#readMetadata().catch((error: unknown) => {
      this.#discovered = undefined;
      throw error;
    });
    return this.#discovered;
  }

  async #readMetadata(): Promise<Configuration> {
    const client = await load();
    const { issuer, clientId, clientSecret } = this.#config;
    const [basic, post] = [
      client.ClientSecretBasic(clientSecret),
      client.ClientSecretPost(clientSecret),
    ];
    const config = await client.discovery(
      new URL(issuer),
      clientId,
      undefined,
      (as, ...rest) => {
        const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = as;
        return (methods.includes('client_secret_basic') ? basic : post)(as, ...rest);
      },
      {
        timeout: answerSeconds,
        // The settings allow an issuer without https on loopback only.
        ...(issuer.startsWith('http:') && { execute: [client.allowInsecureRequests] }),
      },
    );
    // Without it, the library trusts the connection and does not check the signature of ID tokens.
    client.enableNonRepudiationChecks(config);
    return config;
  }
}

/** Returns whether an error means that the provider did not answer, or failed itself. Then it has refused nobody. */
export function isAway(error: unknown): boolean {
  const { code, status, cause } = error as Partial<Record<'code' | 'status' | 'cause', unknown>>;
  const answered = cause instanceof Response ? cause.status : status;
  if (typeof answered === 'number') return answered >= 500;
  const isUnreachable = error instanceof TypeError && error.message === 'fetch failed';
  return isUnreachable || code === 'OAUTH_TIMEOUT';
}
