import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { examples } from '@parley/contract';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { sqliteFile } from '../../../server.ts';
import { acceptOnPostgres, acceptOnSqlite, type NewMessage } from './accept-message.ts';
import { listSql, pageByHand } from './list-conversations.ts';
import { keyHashOf, readBody } from './request.ts';

/**
 * Serves POST /messages and GET /conversations with bare node:http, with one statement each. Has no router, quota,
 * message rules or response checks.
 */
export function serveByHand(place: { dataDir: string; databaseUrl: string }): Server {
  const { accept, list } = place.databaseUrl
    ? onPostgres(place.databaseUrl)
    : onSqlite(sqliteFile(place.dataDir));
  return createServer(async (req, res) => {
    const hash = keyHashOf(req);
    let body: string;
    if (req.method === 'POST') {
      const given = await readBody(req);
      const answer = answerTo(given, hash, String(req.headers['idempotency-key']));
      await accept(answer);
      body = answer.body;
      res.statusCode = 202;
    } else {
      body = await list(hash);
    }
    res.setHeader('content-type', 'application/json; charset=utf-8');
    res.setHeader('content-length', Buffer.byteLength(body));
    res.end(body);
  });
}

interface ByHand {
  accept(message: NewMessage): Promise<void> | void;
  list(hash: string): Promise<string> | string;
}

function onPostgres(connectionString: string): ByHand {
  const pool = new pg.Pool({ connectionString, max: 10 });
  return {
    accept: acceptOnPostgres(pool),
    list: async (hash) => {
      const query = {
        name: 'list',
        text: listSql('$1'),
        values: [hash],
        rowMode: 'array' as const,
      };
      return pageByHand((await pool.query(query)).rows);
    },
  };
}

function onSqlite(filename: string): ByHand {
  const reader = new BetterSqlite3(filename, { readonly: true });
  const list = reader.prepare(listSql('?')).raw(true);
  return {
    accept: acceptOnSqlite(filename),
    // In raw mode a row is the array of the columns that are selected.
    list: (hash) => pageByHand(list.all(hash) as (string | number | null)[][]),
  };
}

function answerTo(given: string, hash: string, idempotencyKey: string): NewMessage {
  const { channelId, to, text } = JSON.parse(given);
  const id = `msg_${randomBytes(13).toString('hex').toUpperCase()}`;
  const at = new Date().toISOString();
  const message = { ...examples.message, id, channelId, to, text, createdAt: at, updatedAt: at };
  return {
    hash,
    id,
    channelId,
    to,
    text,
    idempotencyKey,
    fingerprint: createHash('sha256').update(given).digest('base64url'),
    body: JSON.stringify(message),
    at,
  };
}
