// docs/reference/openapi.json, from the contract. `--check` fails when it is stale.
import { openApiDocument } from '../src/openapi.ts';
import { generate } from './generated-file.ts';

generate('openapi.json', `${JSON.stringify(openApiDocument(), null, 2)}\n`);
