// docs/reference/errors.md and events.md, from the catalogues. `--check` fails when one is stale.
import { generate } from './generated-file.ts';
import { errorsPage } from './reference/errors-page.ts';
import { eventsPage } from './reference/events-page.ts';

generate('errors.md', errorsPage());
generate('events.md', eventsPage());
