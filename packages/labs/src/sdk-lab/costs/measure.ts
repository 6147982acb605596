import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { type Installed, npm } from '../install.ts';
import { importOf, type Probe } from './probes.ts';

/** Returns the size of a bundle in KB, minified and compressed; undefined when it cannot be bundled. */
export async function bundleKb(folder: string, contents: string): Promise<number | undefined> {
  try {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: folder },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'node',
      target: 'es2022',
      write: false,
      logLevel: 'silent',
    });
    const [file] = outputFiles;
    return file && gzipSync(file.contents, { level: 9 }).length / 1_000;
  } catch {
    return undefined;
  }
}

export interface Cpu {
  /** CPU of a GET, without the cost of fetch and JSON. */
  callMicros: number;
  verifyMicros: number | undefined;
  /** CPU of the check without a promise, if the SDK has both. */
  verifySyncMicros: number | undefined;
}

export function cpuOf(folder: string, name: string): Cpu {
  const output = execFileSync(process.execPath, [join(folder, 'cpu.mjs'), name], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Cpu;
}

export interface Weight {
  tarballKb: number;
  unpackedKb: number;
  /** Number and size of the packages that installing the SDK adds, including the SDK itself. */
  packages: number;
  installedMb: number;
}

export function weightOf({ folder, spec }: Installed): Weight {
  const args = ['pack', '--json', '--dry-run', '--engine-strict=false', spec];
  const output = execFileSync(npm('npm'), args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: [null, 'pipe', 'ignore'],
  });
  const [packed] = JSON.parse(output) as { size: number; unpackedSize: number }[];
  const lock = JSON.parse(
    readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'),
  ) as { packages: object };
  return {
    tarballKb: (packed?.size ?? 0) / 1_000,
    unpackedKb: (packed?.unpackedSize ?? 0) / 1_000,
    packages: Object.keys(lock.packages).length,
    installedMb: bytesUnder(join(folder, 'node_modules')) / 1e6,
  };
}

export interface Types {
  lines: number;
  types: number;
  instantiations: number;
}

/**
 * Measures how much a program with one call adds to the work of the TypeScript compiler, compared with an empty
 * program.
 */
export function typesOf(folder: string, probe: Probe): Types {
  const empty = diagnose(folder, 'export {};');
  const { name, call } = probe;
  const full = diagnose(
    folder,
    `${importOf(probe)};\ndeclare const client: ${name};\nexport const result = ${call};`,
  );
  const added = (what: keyof Types): number => full[what] - empty[what];
  return {
    lines: added('lines'),
    types: added('types'),
    instantiations: added('instantiations'),
  };
}

function diagnose(folder: string, program: string): Types {
  writeFileSync(join(folder, 'probe.mts'), program);
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--extendedDiagnostics'];
  const where = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom,dom.iterable'];
  const { stdout } = spawnSync(process.execPath, [tsc, ...options, ...where, 'probe.mts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  // A program that does not compile costs little, so its figure would be meaningless.
  const [problem] = /^probe\.mts\(.*$/m.exec(stdout) ?? [];
  if (problem) throw new Error(problem);
  const figure = (label: string): number =>
    Number(new RegExp(`^${label}:\\s+(\\d+)`, 'm').exec(stdout)?.[1] ?? Number.NaN);
  return {
    lines: figure('Lines of Definitions'),
    types: figure('Types'),
    instantiations: figure('Instantiations'),
  };
}

function bytesUnder(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
