// `npm run docs`: builds the documentation site, which the server serves at `/docs`.
import { ensureBuilt, ensureInstalled } from './workspace.mjs';

ensureInstalled();
ensureBuilt(['docs'], { force: true });
