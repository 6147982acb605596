import { listen } from '../../../listen.ts';
import { reportPort } from '../harness/report-port.ts';
import { variants } from './variants.ts';

const name = process.argv[2] ?? '';
const variant = variants[name];
if (!variant) throw new Error(`there is no variant ${name}`);
reportPort(await listen(await variant()));
