// Separate from server.ts: a process of the stack bench loads only the measured parts of the server.
export { bornFor } from '../../server/src/http/accelerate.ts';
export { readJson } from '../../server/src/http/read-json.ts';
