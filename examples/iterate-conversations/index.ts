// Three ways through a list: every record, page by page, and on from a cursor that was kept.
// Needs PARLEY_API_KEY, and PARLEY_BASE_URL unless the server is a local one.
import { Parley } from '@parley/sdk';

const parley = new Parley();

// #region all
let unread = 0;
for await (const conversation of parley.conversations.list({ sort: 'createdAt', limit: 100 })) {
  unread += conversation.unreadCount;
}
console.log(`${unread} unread`);
// #endregion

// #region pages
let saved: string | null = null;
let pages = 0;
for await (const page of parley.conversations.list({ sort: 'createdAt', limit: 10 }).pages()) {
  console.log(`a page of ${page.data.length}`);
  saved = page.nextCursor;
  pages += 1;
  if (pages === 2) break;
}
// #endregion

// #region resume
if (saved !== null) {
  const rest = parley.conversations.list({ sort: 'createdAt', limit: 10, cursor: saved });
  console.log(`${(await rest.toArray({ limit: 1_000 })).length} more after the cursor`);
}
// #endregion

// #region one-page
const { data, nextCursor } = await parley.conversations.list({ status: 'open', limit: 5 });
console.log(`${data.length} open on the first page${nextCursor ? ', and there are more' : ''}`);
// #endregion
