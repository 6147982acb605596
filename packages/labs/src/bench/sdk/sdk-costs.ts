// Measures the cost of our SDK and nine others: size, import, own work, types. The result goes to docs/sdk-comparison.md.
// `npm run bench -- sdk-costs --only=stripe` measures some of them, and only prints.

import { table } from '../../markdown.ts';
import { importMs } from '../../sdk-lab/costs/import-ms.ts';
import {
  bundleKb,
  cpuOf,
  type Types,
  typesOf,
  type Weight,
  weightOf,
} from '../../sdk-lab/costs/measure.ts';
import { importOf, type Probe, probes } from '../../sdk-lab/costs/probes.ts';
import { type Installed, installAll, placeWorkers } from '../../sdk-lab/install.ts';
import { wordsOfOnly } from '../../sdk-lab/only.ts';
import { writeResult } from '../../sdk-lab/page.ts';

const importProcesses = 15;

const words = wordsOfOnly();
const installed = installAll(
  (name) => words.length === 0 || words.some((word) => name.includes(word)),
);
await placeWorkers(installed);
const lines: string[][] = [];
for (const sdk of installed) lines.push(await measure(sdk));
const head = [
  '',
  'Client, KB gz',
  'Webhooks, KB gz',
  'Errors, KB gz',
  'Import ESM / CJS, ms',
  'CPU per call, µs',
  'CPU per webhook, µs',
  'Tarball, KB',
  'Unpacked, KB',
  'Packages',
  'Installed, MB',
  'd.ts lines',
  'Types',
  'Instantiations',
];
const text = table(head, lines);
console.log(text);
if (words.length === 0) writeResult('costs', text);

async function measure(sdk: Installed): Promise<string[]> {
  const { package: name, folder } = sdk;
  const probe = probes.find((candidate) => candidate.package === name) as Probe;
  console.error(`Measuring ${name} …`);
  const bundle = (part: Probe['webhooks']): Promise<number | undefined> | undefined =>
    part && bundleKb(folder, `export { ${part.names} } from '${part.from}'`);
  const client = await bundleKb(folder, `${importOf(probe)}; export { ${probe.name} }`);
  const webhooks = await bundle(probe.webhooks);
  const errors = await bundle(probe.errors);
  const esm = importMs(folder, `await import('${name}')`, importProcesses);
  const required = `process.getBuiltinModule('module').createRequire(process.cwd() + '/')('${name}')`;
  const cjs = importMs(folder, required, importProcesses);
  const { callMicros, verifyMicros, verifySyncMicros } = cpuOf(folder, name);
  const weight: Weight = weightOf(sdk);
  const types: Types = typesOf(folder, probe);
  return [
    `${name} ${sdk.version}`,
    figure(client, 1),
    figure(webhooks, 1),
    figure(errors, 1),
    `${figure(esm)} / ${figure(cjs)}`,
    figure(callMicros, 1),
    [verifySyncMicros ?? verifyMicros, ...(verifySyncMicros === undefined ? [] : [verifyMicros])]
      .map((micros) => figure(micros, 1))
      .join(' / '),
    figure(weight.tarballKb),
    figure(weight.unpackedKb),
    figure(weight.packages),
    figure(weight.installedMb, 1),
    figure(types.lines),
    figure(types.types),
    figure(types.instantiations),
  ];
}

function figure(value: number | undefined, digits = 0): string {
  if (value === undefined) return '–';
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
