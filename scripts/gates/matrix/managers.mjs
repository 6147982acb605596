// The package managers that install the packed libraries. Each keeps its cache in its project.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The dependencies that bring the package managers and the runtimes other than Node into a project. */
export const tools = {
  pnpm: '10.34.9',
  yarn: '1.22.22',
  '@yarnpkg/cli-dist': '4.18.1',
  bun: '1.4.5',
  deno: '2.9.6',
};

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Returns the package managers whose programs are in this folder. */
export function managersIn(folder) {
  const script = (path) => [process.execPath, join(folder, 'node_modules', path)];
  return [
    {
      name: 'npm',
      install: [npm, 'install', '--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline'],
    },
    {
      name: `pnpm ${tools.pnpm}`,
      install: [
        ...script('pnpm/bin/pnpm.cjs'),
        // `npm run` hands on the setting of this repository. Users do not have it.
        ...['install', '--ignore-scripts', '--store-dir=.store', '--config.engine-strict=false'],
      ],
    },
    {
      name: `yarn ${tools.yarn}`,
      install: [
        ...script('yarn/bin/yarn.js'),
        ...['install', '--ignore-engines', '--ignore-scripts', '--no-lockfile'],
        ...['--non-interactive'],
        '--cache-folder=.cache',
      ],
    },
    {
      // Plug'n'Play: there is no node_modules, and a dependency that is not declared cannot be loaded.
      name: `yarn ${tools['@yarnpkg/cli-dist']}, Plug'n'Play`,
      prepare: (project) => {
        writeFileSync(join(project, 'yarn.lock'), '');
        writeFileSync(join(project, '.yarnrc.yml'), yarnSettings);
      },
      install: [...script('@yarnpkg/cli-dist/bin/yarn.js'), 'install'],
      node: [...script('@yarnpkg/cli-dist/bin/yarn.js'), 'node'],
      hasNoModules: true,
    },
    {
      name: `bun ${tools.bun}`,
      install: [programOf(folder, 'bun'), 'install', '--ignore-scripts', '--no-save'],
      env: { BUN_INSTALL_CACHE_DIR: '.cache' },
    },
  ];
}

/** Returns the path of a runtime other than Node. */
export function programOf(folder, name) {
  const suffix = process.platform === 'win32' ? '.cmd' : '';
  return join(folder, 'node_modules/.bin', `${name}${suffix}`);
}

const yarnSettings = `enableGlobalCache: false
enableImmutableInstalls: false
enableScripts: false
enableTelemetry: false
nodeLinker: pnp
`;
