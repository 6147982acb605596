import { ServiceError } from '@parley/contract/schemas';
import { dayMs } from './durations.ts';
import { violation } from './refusals.ts';

const field = 'branding.domains';

/** The DNS record by which the owner of a domain gives it to an agency. */
export interface DomainProof {
  readonly name: string;
  readonly value: string;
}

export function domainProof(domain: string, agencyId: string): DomainProof {
  return { name: `_parley.${domain}`, value: `parley-agency=${agencyId}` };
}

/** The state of a proof in DNS: `unknown` = DNS did not respond. */
export type ProofState = 'found' | 'missing' | 'unknown';

/** Returns the error for a domain whose proof was not found. */
export function unproven({ name, value }: DomainProof, state: ProofState): ServiceError {
  const message =
    state === 'unknown'
      ? `DNS did not respond about ${name}: try again later.`
      : `DNS has no TXT record ${name} with the value ${value}: add it and try again.`;
  return violation('domain_proof', field, message);
}

/** Throws SVC-RULE-VIOLATION for the domain of the server itself. `publicUrl` is that of the operator. */
export function checkOwnHost(domain: string, publicUrl: string | undefined): void {
  if (publicUrl === undefined || new URL(publicUrl).hostname !== domain) return;
  const message = `${domain} belongs to the operator of the server: choose another domain.`;
  throw violation('domain_of_server', field, message);
}

/** Returns the error for a domain that another agency of the installation has. */
export function domainTaken(domain: string): ServiceError {
  return conflict(
    `Another agency has the domain ${domain}: ask the operator of the server to remove it there.`,
  );
}

/** Returns the error for a domain that the agency has lost since the request looked for missing proofs. */
export function domainRemoved(domain: string): ServiceError {
  return conflict(`The domain ${domain} was removed at the same time: try again.`);
}

function conflict(message: string): ServiceError {
  const details = { resource: 'tenant', field, existingId: null } as const;
  return new ServiceError('SVC-CONFLICT', details, { message });
}

export interface DomainChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The domains that a request adds and removes, in a fixed order. */
export function domainChanges(before: readonly string[], wanted: readonly string[]): DomainChanges {
  const [had, has] = [new Set(before), new Set(wanted)];
  return {
    added: [...has].filter((domain) => !had.has(domain)).sort(),
    removed: before.filter((domain) => !has.has(domain)),
  };
}

/** How often the server looks for the proof of a domain again, in milliseconds. */
export const proofIntervalMs = dayMs;

/** How many times in a row the proof may be missing until the agency loses the domain. */
export const proofMisses = 3;
