import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { anchors } from './anchors.ts';

/** An SDK in its own project, with only its own dependencies. */
export interface Installed {
  package: string;
  version: string;
  /** The Node version that it requires, if newer than the running one. */
  wants: string | undefined;
  folder: string;
  /** The argument of `npm install`. */
  spec: string;
}

const lab = join(tmpdir(), 'parley-sdk-lab');
const ours = '@parley/sdk';
/** Options of npm. Some SDKs require a newer Node than this one but still run; the table names them. */
const installOptions = [
  '--no-audit',
  '--no-fund',
  '--ignore-scripts',
  '--engine-strict=false',
  '--loglevel=error',
];

/** Installs Parley's packed SDK, and the others from the registry. Keeps existing installations. */
export function installAll(only: (name: string) => boolean): Installed[] {
  const wanted = [{ package: ours, version: pack() }, ...anchors].filter((anchor) =>
    only(anchor.package),
  );
  const installed: Installed[] = [];
  for (const { package: name, version } of wanted) {
    try {
      installed.push(install(name, version));
    } catch (error) {
      console.error(`${name}@${version} cannot be installed here: ${(error as Error).message}`);
    }
  }
  return installed;
}

/** Writes the scripts of the client processes into the folders of the SDKs, so that their imports find the SDKs. */
export async function placeWorkers(installed: readonly Installed[]): Promise<void> {
  const clients = resolve('packages/labs/src/sdk-lab/client');
  const { outputFiles } = await build({
    entryPoints: ['worker', 'cpu'].map((name) => join(clients, `${name}.ts`)),
    outdir: lab,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    write: false,
  });
  for (const { folder } of installed) {
    for (const { path, contents } of outputFiles) {
      writeFileSync(join(folder, basename(path)), contents);
    }
  }
}

export function workerIn(folder: string): string {
  return join(folder, 'worker.mjs');
}

function install(name: string, version: string): Installed {
  const folder = join(lab, name.replace(/[@/]+/g, '-').replace(/^-/, ''));
  const manifest = join(folder, 'node_modules', name, 'package.json');
  const isOurs = name === ours;
  const spec = isOurs ? version : `${name}@${version}`;
  if (isOurs || readVersion(manifest) !== version) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'lab', private: true }));
    console.log(`Installing ${name} …`);
    execFileSync(npm('npm'), ['install', ...installOptions, spec], {
      cwd: folder,
      stdio: 'inherit',
    });
  }
  const { version: found, engines } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
  return { package: name, version: found, wants: tooNew(engines?.node), folder, spec };
}

interface Manifest {
  version: string;
  engines?: { node?: string };
}

function readVersion(manifest: string): string | undefined {
  if (!existsSync(manifest)) return undefined;
  return (JSON.parse(readFileSync(manifest, 'utf8')) as Manifest).version;
}

/** Returns the range if it requires a newer Node; otherwise undefined. Understands only ranges such as `>=22`. */
function tooNew(range: string | undefined): string | undefined {
  const major = /^>=\s*(\d+)/.exec(range ?? '')?.[1];
  const mine = Number(process.versions.node.split('.')[0]);
  return major !== undefined && Number(major) > mine ? range : undefined;
}

/** Packs our package as it would be published. Returns the tarball's path. */
function pack(): string {
  const folder = join(lab, 'tarball');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { packageManager } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    packageManager: string;
  };
  execFileSync(npm('npx'), ['-y', packageManager, 'pack', '--pack-destination', folder], {
    cwd: resolve('packages/sdk'),
    stdio: 'ignore',
  });
  const [tarball] = readdirSync(folder);
  if (!tarball) throw new Error(`${ours} was not packed`);
  return join(folder, tarball);
}

/** Returns the file name of npm's command on this platform. */
export function npm(command: 'npm' | 'npx'): string {
  return process.platform === 'win32' ? `${command}.cmd` : command;
}
