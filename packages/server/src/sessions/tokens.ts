import { hash, randomBytes } from 'node:crypto';

/** Returns the token of a new session or link: 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the hash by which a token is stored and found. The database cannot reveal a token. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}
