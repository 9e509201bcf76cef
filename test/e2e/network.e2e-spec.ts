import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Network } from '../../src/domain/chain/record/network.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { ask } from './fixture/ask.js';
import { FIRST_BLOCK } from './fixture/chain.js';
import { post } from './fixture/message.js';
import { startService, type TestService } from './fixture/service.js';

const HANDSHAKE = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

describe.each<[Network, RegExp]>([
  ['demo', /demo chain/i],
  ['mainnet', /Ethereum mainnet, as the execution nodes/],
])('a service of %s says so', (network, sentence) => {
  // No request of this test reads the database.
  const pool = createPool('postgres://nowhere.invalid');
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ pool, firstBlock: FIRST_BLOCK, network });
  });
  afterAll(async () => {
    await service?.close();
    await pool.end();
  });

  it('to programs, by a method and in a header of every answer', async () => {
    const { json } = await ask(service.baseUrl, '/api/v1/chains/1/network');
    expect(json.data).toEqual({
      ...{ chainId: 1, network, firstBlock: FIRST_BLOCK },
      description: expect.stringMatching(sentence),
    });
    for (const path of [
      '/api/v1/chains/1/network',
      '/api/v1/chains/2/network',
      '/nope',
      '/docs',
      '/health',
    ]) {
      const { headers } = await fetch(`${service.baseUrl}${path}`);
      expect([path, headers.get('chainproof-network')]).toEqual([path, network]);
    }
    const { info } = (await ask(service.baseUrl, '/openapi.json')).json;
    expect(info).toMatchObject({ 'x-network': network, description: expect.stringMatching(sentence) });
  });

  it('to people who read the reference, before its first method', async () => {
    const { text } = await ask(service.baseUrl, '/docs');
    const [opening = ''] = text.split('<h2 id=');
    expect(opening).toMatch(sentence);
    expect(opening.includes('<strong>Demo chain.</strong>')).toBe(network === 'demo');
  });

  it('to agents, when they introduce themselves', async () => {
    const { json } = await post(service.baseUrl, HANDSHAKE, {});
    expect(json.result.instructions).toMatch(sentence);
    expect(json.result.serverInfo.title).toBe(network === 'demo' ? 'Chainproof (demo chain)' : 'Chainproof');
  });
});
