import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { ask } from './fixture/ask.js';
import { FIRST_BLOCK, HEAD } from './fixture/chain.js';
import { post, toolCall } from './fixture/message.js';
import { openDatabase } from './fixture/open-database.js';
import { startService } from './fixture/service.js';
import { storeChain } from './fixture/store-chain.js';

describe('a service that is told to stop', () => {
  it.each([
    ['requests', (url: string) => ask(url, '/api/v1/chains/1/blocks/latest')],
    ['messages of agents', (url: string) => post(url, toolCall('get_latest_block', {}))],
  ])('lets the %s in flight finish, and takes no new ones', async (_, send) => {
    const database = await openDatabase();
    try {
      await storeChain(database.pool);
      const service = await startService({ pool: database.pool, firstBlock: FIRST_BLOCK });
      const holder = await database.pool.connect();
      await holder.query('BEGIN; LOCK TABLE block IN ACCESS EXCLUSIVE MODE');
      const inFlight = send(service.baseUrl);
      await waiting();
      const closed = service.close();
      await setTimeout(50);
      await expect(ask(service.baseUrl, '/health')).rejects.toThrow();
      await holder.query('COMMIT');
      holder.release();
      const { data, result } = (await inFlight).json;
      expect((data ?? result.structuredContent).number).toBe(HEAD);
      await closed;

      async function waiting(): Promise<void> {
        const { rowCount } = await database.pool.query(
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        );
        if (rowCount === 0) await setTimeout(10).then(waiting);
      }
    } finally {
      await database.close();
    }
  });

  it.each([
    ['nothing', ''],
    ['half a head', 'GET / HTTP/1.1\r\nHost:'],
    [
      'half a body',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    ],
  ])('does not wait for a connection on which %s has come', async (_, text) => {
    const database = await openDatabase();
    try {
      const service = await startService({ pool: database.pool, firstBlock: FIRST_BLOCK });
      const silent = connect(service.port, '127.0.0.1');
      await once(silent, 'connect');
      silent.write(text);
      // Of a connection that has sent nothing yet, Node.js 26 does not wait to read what comes.
      await setTimeout(100);
      const ended = once(silent, 'close');
      await service.close();
      await ended;
    } finally {
      await database.close();
    }
  });
});
