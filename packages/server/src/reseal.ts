import { SealError, type SealedPlace, type Sealer } from './sealing.ts';

/** The results for the sealed texts of a tenant. */
export interface Resealed {
  current: number;
  resealed: number;
  /** Sealed with a secret that is not set, or changed by hand. */
  lost: number;
}

export type Reseal = (sealed: string, place: SealedPlace) => string;

/** Seals a text again if the previous secret sealed it, and counts the result. */
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
