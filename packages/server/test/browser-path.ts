// @ts-expect-error: a script without types, which the gates use too.
import { browserPath as installed } from '../../../scripts/browsers.mjs';

/** The path of an installed browser; undefined when there is none. */
export const browserPath: string | undefined = installed;
