import { readFile, writeFile } from 'node:fs/promises';
import { transform } from 'esbuild';
import { defineConfig } from 'tsup';
import { writeDeclarations } from '../../scripts/declarations.mjs';
import { withoutDocumentation } from '../../scripts/without-documentation.ts';

const doors = ['index', 'webhooks', 'validate'];
const entry = Object.fromEntries(doors.map((door) => [door, `src/${door}.ts`]));

const declarations = defineConfig({
  entry,
  format: 'cjs',
  dts: {
    only: true,
    entry: writeDeclarations('sdk', entry),
    compilerOptions: { noCheck: true, customConditions: [] },
  },
});

const code = defineConfig({
  entry,
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  // The used parts of the contract are bundled: the package has no dependency. zod is the user's own.
  esbuildOptions: (options) => {
    options.conditions = ['parley:source'];
  },
  esbuildPlugins: [
    {
      name: 'without-docstrings',
      setup(build) {
        // Editors read docstrings from the declarations; in the code they would be a quarter of the shipped size.
        build.onLoad({ filter: /[\\/]sdk[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
          const source = await readFile(path, 'utf8');
          return { contents: source.replace(/^ *\/\*\*[\s\S]*?\*\/\n/gm, ''), loader: 'ts' };
        });
      },
    },
    {
      name: 'read-the-contract',
      setup(build) {
        build.onLoad({ filter: /[\\/]contract[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
          // Descriptions and examples are for the reference, and half of the source.
          const source = withoutDocumentation(await readFile(path, 'utf8'));
          // Every zod 4 has this door, and zod 3.25, too: whichever the user has is good.
          return { contents: source.replaceAll("from 'zod';", "from 'zod/v4';"), loader: 'ts' };
        });
      },
    },
  ],
  clean: true,
  splitting: true,
  treeshake: true,
  onSuccess: async () => {
    // Nobody steps through schemas, and they would be half of the shipped code.
    await minify('dist/validate.js', 'esm');
    await minify('dist/validate.cjs', 'cjs');
    await explainZod('dist/validate.cjs');
    // The declarations with their docstrings are half of the package. ESM may import those of CommonJS, not the other
    // way round.
    for (const door of doors) {
      await writeFile(`dist/${door}.d.ts`, `export * from './${door}.cjs';\n`);
    }
  },
});

export default [code, declarations];

async function minify(path: string, format: 'esm' | 'cjs'): Promise<void> {
  const { code } = await transform(await readFile(path, 'utf8'), { minify: true, format });
  await writeFile(path, code);
}

/** Says which zod is needed where `require` finds no such zod. Imports fail before any code of the module runs. */
async function explainZod(path: string): Promise<void> {
  const code = await readFile(path, 'utf8');
  const required = 'require("zod/v4")';
  if (code.split(required).length !== 2) throw new Error(`${path} does not require zod once`);
  const message =
    '@parley/sdk/validate needs zod 3.25 or newer, or zod 4. Install it, for example with `npm install zod@4`.';
  const explained = `(()=>{try{return ${required}}catch(cause){throw new Error(${JSON.stringify(message)},{cause})}})()`;
  await writeFile(path, code.replace(required, explained));
}
