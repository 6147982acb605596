import { SealError, type SealedPlace, type Sealer } from './sealing.ts';

/**
 * How many encrypted texts of a tenant were already encrypted with the present secret, were encrypted again, or could
 * not be decrypted.
 */
export interface Resealed {
  current: number;
  resealed: number;
  /** Texts that were encrypted with a secret that is not set, or that were changed by hand. */
  lost: number;
}

export type Reseal = (sealed: string, place: SealedPlace) => string;

/**
 * Returns a function that encrypts a text with the present secret if the previous one encrypted it, and counts the
 * result.
 */
export function createReseal(sealer: Sealer, total: Resealed): Reseal {
  return (sealed, place) => {
    if (sealer.isCurrent(sealed)) {
      total.current += 1;
      return sealed;
    }
    try {
      const anew = sealer.seal(sealer.open(sealed, place), place);
      total.resealed += 1;
      return anew;
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      total.lost += 1;
      return sealed;
    }
  };
}
