// The licenses of bundled packages are included.
import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const licensesFile = 'THIRD-PARTY-LICENSES.txt';

/** For esbuild, in the folder of a package. A library without the text of its licence fails the build. */
export function thirdPartyLicenses() {
  return {
    name: 'third-party-licenses',
    setup({ initialOptions, onEnd }) {
      initialOptions.metafile = true;
      onEnd(({ metafile }) => {
        if (!metafile) return;
        const folders = Object.values(metafile.outputs)
          .flatMap(({ inputs }) => Object.entries(inputs))
          .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
          .flatMap(([file]) => folderOf(file) ?? []);
        if (folders.length === 0) return;
        mkdirSync('dist', { recursive: true });
        writeFileSync(join('dist', licensesFile), licensesOf([...new Set(folders)]));
      });
    },
  };
}

/** For Vite. The licences become a file of the output. */
export function viteThirdPartyLicenses() {
  return {
    name: 'third-party-licenses',
    generateBundle(_options, bundle) {
      const outputs = Object.values(bundle);
      const files = outputs.flatMap((one) => one.moduleIds ?? one.originalFileNames ?? []);
      const folders = new Set(
        files.flatMap((file) => folderOf(file) ?? []).map((folder) => realpathSync(folder)),
      );
      const source = licensesOf([...folders]);
      this.emitFile({ type: 'asset', fileName: licensesFile, source });
    },
  };
}

/** Returns the library of a bundled file; undefined for our own files. */
function folderOf(file) {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0];
}

function licensesOf(folders) {
  const libraries = folders.map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    return { title: `${name} ${version} (${license})`, text: licenseIn(folder, name, license) };
  });
  // Some packages only name their license, and distributors have to include its text.
  const isNamed = libraries.some(({ text }) => /apache\.org/.test(text) && !text.includes(terms));
  const shared = isNamed
    ? [{ title: 'Apache License, Version 2.0', text: textOf('Apache-2.0') }]
    : [];
  const lines = [...libraries.sort((a, b) => (a.title < b.title ? -1 : 1)), ...shared].map(
    ({ title, text }) => `${title}\n${'-'.repeat(title.length)}\n\n${text}\n`,
  );
  return `${preface}\n\n${lines.join('\n')}`;
}

const preface =
  'This package contains code of the libraries below, bundled into its own files. Their licences are:';
const terms = 'TERMS AND CONDITIONS FOR USE';

function licenseIn(folder, name, license) {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  // Its text is the same for every package.
  if (files.length === 0 && license === 'Unlicense') return textOf(license);
  if (files.length === 0) throw new Error(`${name} is bundled and has no text of its licence`);
  return files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
}

/** Resolved from the folder of a package: the caller may be bundled elsewhere. */
function textOf(license) {
  return readFileSync(`../../scripts/licenses/${license}.txt`, 'utf8').trim();
}
