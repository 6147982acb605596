// Apart from server.ts: a process of the stack bench loads nothing of the server but what it measures.
export { bornFor } from '../../server/src/http/accelerate.ts';
export { readJson } from '../../server/src/http/read-json.ts';
