/** How to install the compiled part of each package that has one. */
const repairs = {
  'better-sqlite3':
    'run npm rebuild better-sqlite3, or node scripts/postinstall.mjs in a clone of Parley',
  '@node-rs/argon2':
    'remove the folder node_modules, then run npm install --include=optional, or pnpm install in a clone of Parley',
} as const;

/** Thrown when the compiled part of a package is missing, or was compiled for another Node or system. */
export class NativeModuleError extends Error {
  override readonly name = 'NativeModuleError';

  constructor(packageName: keyof typeof repairs, cause: unknown) {
    super(
      `The compiled part of ${packageName} is missing, or is not for Node ${process.version} on ${process.platform} ${process.arch}: ${repairs[packageName]}.`,
      { cause },
    );
  }
}
