interface Token {
  readonly holder: string;
  readonly issuedMs: number;
  readonly expiresMs: number;
  isRevoked: boolean;
}

type State = 'valid' | 'expired' | 'unknown';

/** Access and refresh tokens. Each belongs to one account. */
export class Tokens {
  readonly #tokens = new Map<string, Token>();
  readonly #now: () => number;
  #made = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Issues a token. Without `lifeMs`, it never expires. */
  issue(holder: string, { prefix = 'EAA', lifeMs = Number.POSITIVE_INFINITY } = {}): string {
    this.#made += 1;
    const token = `${prefix}${holder.replaceAll(' ', '-')}.${this.#made}`;
    const issuedMs = this.#now();
    this.#tokens.set(token, { holder, issuedMs, expiresMs: issuedMs + lifeMs, isRevoked: false });
    return token;
  }

  /** Makes a token invalid, as happens when a user changes the password. */
  revoke(token: string): void {
    const known = this.#tokens.get(token);
    if (known) known.isRevoked = true;
  }

  /** Makes all tokens of a holder invalid. */
  revokeAll(holder: string): void {
    for (const token of this.#tokens.values()) if (token.holder === holder) token.isRevoked = true;
  }

  stateOf(token: string | undefined): { state: State; holder?: string; issuedMs?: number } {
    const known = token === undefined ? undefined : this.#tokens.get(token);
    if (!known) return { state: 'unknown' };
    const { holder, issuedMs, expiresMs, isRevoked } = known;
    const state = isRevoked || this.#now() >= expiresMs ? 'expired' : 'valid';
    return { state, holder, issuedMs };
  }

  /** Returns when a token expires, in seconds since 1970; 0 if never. */
  expiresAt(token: string): number {
    const expiresMs = this.#tokens.get(token)?.expiresMs ?? 0;
    return Number.isFinite(expiresMs) ? Math.floor(expiresMs / 1_000) : 0;
  }
}
