import { Lanes } from '../db/lanes.ts';
import { NativeModuleError } from '../native-modules.ts';

/**
 * Loads the package that hashes. Throws a NativeModuleError if its compiled part cannot be loaded: then the server still
 * serves the API.
 */
export async function loadHashing() {
  return await import('@node-rs/argon2').catch((cause: unknown) => {
    throw new NativeModuleError('@node-rs/argon2', cause);
  });
}

// The default algorithm of the package is argon2id. These are the parameters that OWASP recommends.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** The hash of a random password, which takes as long to check: an unknown account takes as long as a known one. */
const hashOfNobody =
  '$argon2id$v=19$m=19456,t=2,p=1$sRZ13OclROLd1eB89nZ16g$M7v+ogPCA//lKM1o0X4sKE8FmlvSHDw8T81f7jvBvAE';
/**
 * The maximum number of passwords that are hashed at once, so that other work of libuv, such as reads of files,
 * continues.
 */
const atOnce = 2;

/** How long a sign-in waits for others, in milliseconds. Then it gets 503. */
const waitMs = 5_000;
const places = new Lanes(() => atOnce, waitMs);

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await loadHashing();
  return await inTurn(() => hash(password.normalize('NFC'), cost));
}

/** Returns whether the password has this hash. Without a hash, takes as long and returns false. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const { verify } = await loadHashing();
  const isSame = await inTurn(() => verify(stored ?? hashOfNobody, password.normalize('NFC')));
  return stored !== undefined && isSame;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const leave = await places.enter();
  try {
    return await work();
  } finally {
    leave();
  }
}
