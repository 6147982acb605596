import { Parley } from '@parley/sdk';
import { contractValidation } from '@parley/sdk/validate';

export const parley = new Parley({ validate: contractValidation });
