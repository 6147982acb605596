// Loaded at the first password, so that a server without the native part of the package still serves the API.
const load = () => import('@node-rs/argon2');

// The default algorithm of the package is argon2id. These are the parameters that OWASP recommends.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** The hash of a random password, with the same cost: an unknown account takes as long as a known one. */
const hashOfNobody =
  '$argon2id$v=19$m=19456,t=2,p=1$sRZ13OclROLd1eB89nZ16g$M7v+ogPCA//lKM1o0X4sKE8FmlvSHDw8T81f7jvBvAE';
/** The maximum number of passwords that are hashed at once, so that other work of libuv goes on, such as reads of files. */
const atOnce = 2;

let running = 0;
const waiting: (() => void)[] = [];

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await load();
  return await inTurn(() => hash(password.normalize('NFC'), cost));
}

/** Returns whether the password has this hash. Without a hash, takes as long and returns false. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const { verify } = await load();
  const isSame = await inTurn(() => verify(stored ?? hashOfNobody, password.normalize('NFC')));
  return stored !== undefined && isSame;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    // The next one takes over the place of this one.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
