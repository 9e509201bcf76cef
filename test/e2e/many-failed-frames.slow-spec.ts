import { createHash } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { bounded } from '../bounded.js';
import { addressOf, hashOf, hex } from './fixture/bytes.js';
import { ISLAND } from './fixture/chain.js';
import { post, toolCall } from './fixture/message.js';
import { storeChain } from './fixture/store-chain.js';
import { useService } from './fixture/use-service.js';

const FRAMES = bounded(40_000, 120_000);
const TARGET = `transactions/${hex(hashOf('access list'))}/failed-frames`;

async function fill(pool: Pool): Promise<void> {
  await storeChain(pool);
  await pool.query(
    `INSERT INTO failed_frame (block_number, tx_index, call_path, type, from_address, to_address, gas_used, error, output, output_size)
     SELECT $1, 5, '\\x0000'::bytea || int2send((at / 30000)::int2) || int2send((at % 30000)::int2), 0, $2, $2, 84210,
       'execution reverted', '\\xabcd', 2
     FROM generate_series(0, $3 - 1) at`,
    [ISLAND, addressOf('caller'), FRAMES],
  );
}

describe('the list of very many failed frames', () => {
  const service = useService({ fill });
  const open = (): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      get(`${service.url}/api/v1/chains/1/${TARGET}`, { agent: false }, resolve).on('error', reject);
    });

  it('is served to a few at a time, however many ask', async () => {
    const statuses: (number | undefined)[] = [];
    const asked = Array.from({ length: 12 }, async () => {
      const answer = await open();
      for await (const _ of answer);
      statuses.push(answer.statusCode);
    });
    await Promise.all(asked);
    const answered = statuses.filter((status) => status === 200).length;
    expect(answered).toBeGreaterThan(5);
    expect(answered).toBeLessThan(12);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });

  it('is served whole, even after other callers left before they had read it', async () => {
    for (const unread of [await open(), await open()]) unread.destroy();
    const answer = await open();
    expect(answer.statusCode).toBe(200);
    const pieces: Buffer[] = [];
    for await (const piece of answer) pieces.push(piece as Buffer);
    const { data, meta } = JSON.parse(Buffer.concat(pieces).toString());
    expect(meta.asOfBlock).toBe(ISLAND);
    expect(data.frames).toHaveLength(FRAMES);
    expect(new Set(data.frames.map(({ callPath }: { callPath: string }) => callPath)).size).toBe(FRAMES);
    const tag = createHash('sha256').update(JSON.stringify(data)).digest('base64url');
    expect(answer.headers.etag).toBe(`W/"${tag}"`);
  });

  it('is the same record for an agent', async () => {
    const call = toolCall('list_failed_frames', { hash: hex(hashOf('access list')) });
    const { structuredContent, content } = (await post(service.url, call)).json.result;
    const answer = await open();
    const pieces: Buffer[] = [];
    for await (const piece of answer) pieces.push(piece as Buffer);
    expect(structuredContent).toEqual(JSON.parse(Buffer.concat(pieces).toString()).data);
    expect(content[0].text).toContain(`… (${FRAMES - 10} more in structuredContent)`);
    expect(content[0].text).toContain(`As of block ${ISLAND}.`);
  });
});
