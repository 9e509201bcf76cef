import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { KeyedAccess } from '../../src/api/access/keyed-access.js';
import { MAX_BODY_BYTES } from '../../src/api/refusal/request-refusals.js';
import { connectAgent, textOf } from './fixture/agent.js';
import { ISLAND } from './fixture/chain.js';
import { until } from './fixture/command.js';
import { makeKey, SECRET } from './fixture/keys.js';
import { post, toolCall } from './fixture/message.js';
import { sendRaw } from './fixture/send-raw.js';
import { storeChain } from './fixture/store-chain.js';
import { useService } from './fixture/use-service.js';

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const BLOCK = toolCall('get_block', { number: ISLAND });
const HANDSHAKE = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

describe('messages of agents', () => {
  const keys = { low: '', high: '', few: '' };
  const service = useService({
    access: (pool) => new KeyedAccess(pool, SECRET),
    async fill(pool) {
      await storeChain(pool);
      keys.low = (await makeKey(pool, 'Enriched Data')).key;
      keys.high = (await makeKey(pool, 'Intelligence')).key;
      keys.few = (await makeKey(pool, 'Intelligence', { requests: 3 })).key;
    },
  });
  let key: Record<string, string>;
  beforeAll(() => {
    key = { 'x-api-key': keys.high };
  });
  const refused = async (message: object | string, headers: Record<string, string>) => {
    const { status, json } = await post(service.url, message, headers);
    return { status, code: json?.error?.code, ...json?.error?.details };
  };

  it.each([
    'https://evil.example',
    'http://evil.example:8080',
    'null',
    'http://localhost.evil.example',
    'http://',
    '',
  ])('R-011: a page of %j may send none, whatever its key', async (origin) => {
    for (const headers of [{ ...key, origin }, { origin }])
      expect(await refused(BLOCK, headers)).toEqual({
        ...{ status: 403, code: 'bad_request', reason: 'origin_not_allowed' },
      });
  });

  it.each(['http://localhost:6274', 'http://127.0.0.1', 'http://[::1]:3000', 'https://localhost'])(
    'R-011: a page of the same machine, %s, may send them, and so may one of the service',
    async (origin) => {
      expect((await post(service.url, PING, { ...key, origin })).status).toBe(200);
      expect((await post(service.url, PING, { ...key, origin: new URL(service.url).origin })).status).toBe(
        200,
      );
    },
  );

  it('R-011: other methods are served to any page', async () => {
    const headers = { ...key, origin: 'https://evil.example' };
    expect((await service.get('blocks/latest', { headers })).status).toBe(200);
  });

  it('R-042, R-011: each message needs a valid key', async () => {
    for (const message of [PING, LIST, BLOCK, HANDSHAKE, '{']) {
      expect(await refused(message, {})).toMatchObject({ status: 401, reason: 'api_key_missing' });
      expect(await refused(message, { 'x-api-key': 'wrong' })).toMatchObject({
        ...{ status: 401, reason: 'api_key_invalid' },
      });
    }
    const bearer = { authorization: `Bearer ${keys.high}` };
    expect((await post(service.url, BLOCK, bearer)).json.result.structuredContent.number).toBe(ISLAND);
    await expect(connectAgent(service.url)).rejects.toThrow();
  });

  it('R-041, R-314: a tool needs the plan of its method, and its answer says so', async () => {
    const agent = await connectAgent(service.url, { 'x-api-key': keys.low });
    const { tools } = await agent.listTools();
    expect(tools.length).toBeGreaterThan(30);
    const result = await agent.callTool({ name: 'resolve_entity', arguments: { q: 'usdc' } });
    const overHttp = await service.get('resolve?q=usdc', { headers: { 'x-api-key': keys.low } });
    expect(overHttp.status).toBe(403);
    expect([result.isError, JSON.parse(textOf(result))]).toEqual([true, overHttp.json]);
    expect(
      (await agent.callTool({ name: 'get_block', arguments: { number: ISLAND } })).isError,
    ).toBeUndefined();
    await agent.close();
  });

  it('R-047: each message counts, and its answer says how many are left; further ones are refused', async () => {
    const limited = { 'x-api-key': keys.few };
    for (const [message, left] of [
      [HANDSHAKE, 2],
      [LIST, 1],
      [BLOCK, 0],
    ] as const) {
      const { status, headers } = await post(service.url, message, limited);
      expect([status, headers['ratelimit-policy']]).toEqual([200, '"requests";q=3;w=86400']);
      expect(headers.ratelimit).toMatch(new RegExp(`^"requests";r=${left};t=\\d+$`));
    }
    const { status, headers, json } = await post(service.url, BLOCK, limited);
    expect([status, json.error.details.reason]).toEqual([429, 'rate_limited']);
    expect(headers['retry-after']).toBe(`${json.error.details.retryAfterSeconds}`);
  });

  it('R-005, R-010: are sent by POST; other HTTP methods are refused', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
      const { status, headers, json } = await service.get('/mcp', { method });
      expect([method, status, json.error.code, headers.allow]).toEqual([
        ...[method, 405, 'method_not_allowed', 'POST, OPTIONS'],
      ]);
    }
    const { status, headers } = await service.get('/mcp', { method: 'OPTIONS' });
    expect([status, headers.allow]).toEqual([204, 'POST, OPTIONS']);
    expect((await service.get('/mcp?x=1', { method: 'POST', headers: key })).json.error.details.reason).toBe(
      'unknown_parameter',
    );
  });

  it.each([
    ...['', '{"jsonrpc":', 'null', '7', '"text"', '[]', '{}', `[${JSON.stringify(PING)}]`],
    ...['{"jsonrpc":"1.0","id":1,"method":"ping"}', '{"jsonrpc":"2.0","id":{},"method":"ping"}'],
    ...['{"jsonrpc":"2.0","id":1,"method":7}', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}'],
    '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"x":1}}',
    JSON.stringify({ ...PING, params: { padding: 'x'.repeat(MAX_BODY_BYTES) } }),
  ])('R-026: a body that is no message is refused: %.60s', async (body) => {
    expect(await refused(body, { ...key, 'x-request-id': 'm-1' })).toEqual({
      ...{ status: 400, code: 'bad_request', reason: 'body_invalid' },
    });
  });

  it('R-026: a body of another type, with a wrong encoding, or that ends too early is refused', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'x'])
      expect(await refused(PING, { ...key, 'content-type': type })).toMatchObject({ reason: 'body_invalid' });
    for (const encoding of ['gzip', 'br', 'x'])
      expect(await refused(PING, { ...key, 'content-encoding': encoding })).toMatchObject({
        ...{ status: 400, reason: 'body_invalid' },
      });
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' ')).toString('latin1');
    const head = `POST /mcp HTTP/1.1\r\nhost: x\r\nx-api-key: ${keys.high}\r\ncontent-type: application/json\r\n`;
    const packed = `${head}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\nconnection: close\r\n\r\n${bomb}`;
    const { status, body } = await sendRaw(service.port, packed);
    expect([status, JSON.parse(body).error.details.reason]).toEqual([400, 'body_invalid']);
  });

  it('R-048: have their request id echoed, also in refusals of tools', async () => {
    const headers = { ...key, 'x-request-id': 'mine-1' };
    const answer = await post(service.url, toolCall('get_block', { number: 'x' }), headers);
    expect(answer.headers['x-request-id']).toBe('mine-1');
    expect(JSON.parse(answer.json.result.content[0].text).error).toMatchObject({
      ...{ code: 'bad_request', requestId: 'mine-1', details: { reason: 'block_invalid', actual: 'x' } },
    });
    expect((await post(service.url, '{', headers)).json.error.requestId).toBe('mine-1');
  });

  it('are answered without a handshake, a session or a stream; notifications get an empty answer', async () => {
    const answer = await post(service.url, BLOCK, { ...key, accept: 'text/html' });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers).not.toHaveProperty('mcp-session-id');
    for (const method of [
      'notifications/initialized',
      'notifications/cancelled',
      'notifications/unheard-of',
    ]) {
      const { status, text } = await post(
        service.url,
        { jsonrpc: '2.0', method, params: { requestId: 1 } },
        key,
      );
      expect([method, status, text]).toEqual([method, 202, '']);
    }
    const stray = await post(service.url, { jsonrpc: '2.0', id: 1, result: {} }, key);
    expect(stray.status).toBe(202);
  });

  it('get the errors of the protocol if they violate only the protocol', async () => {
    const codeOf = async (message: object, headers: Record<string, string> = {}) => {
      const { status, json } = await post(service.url, message, { ...key, ...headers });
      return [status, json.error.code];
    };
    expect(await codeOf(toolCall('nope', {}))).toEqual([200, -32602]);
    expect(await codeOf(toolCall('__proto__', {}))).toEqual([200, -32602]);
    expect(await codeOf(toolCall('get_block', [1]))).toEqual([200, -32602]);
    expect(await codeOf({ ...PING, method: 'resources/list' })).toEqual([200, -32601]);
    expect(await codeOf(PING, { 'mcp-protocol-version': '2024-11-05' })).toEqual([400, -32000]);
    expect((await codeOf(PING, { 'mcp-protocol-version': '2026-07-28' }))[0]).toBe(400);
  });

  it('cannot subscribe to changes, since the tools never change', async () => {
    const agent = await connectAgent(service.url, key, 'auto');
    await expect(agent.listen({ toolsListChanged: true })).rejects.toThrow();
    await agent.close();
  });

  it('R-010: a foreign page is refused after the checks of path and HTTP method, and before that of the key', async () => {
    const foreign = { origin: 'https://evil.example' };
    const got = await service.get('/mcp', { headers: foreign });
    const long = await service.get(`/mcp?${'x'.repeat(5_000)}`, { method: 'POST', headers: foreign });
    expect([got.status, long.status]).toEqual([405, 414]);
    expect((await post(service.url, PING, foreign)).json.error.details.reason).toBe('origin_not_allowed');
  });

  it('that break off do not count as an outage', async () => {
    const head = `POST /mcp HTTP/1.1\r\nhost: x\r\nx-api-key: ${keys.high}\r\ncontent-type: application/json\r\n`;
    const socket = connect(service.port, '127.0.0.1', () =>
      socket.write(`${head}content-length: 900\r\n\r\n{`),
    );
    await setTimeout(200);
    socket.destroy();
    const metrics = async () => (await service.get('/metrics')).text;
    await until(
      async () => (await metrics()).includes('method="callMcp",status="400"'),
      'the message to be given up',
    );
    expect(await metrics()).toContain('chainproof_http_refusals_total{code="service_unavailable"} 0');
  });

  it('are served whatever host they name', async () => {
    for (const host of ['evil.example', 'a b', '[', '']) {
      const body = JSON.stringify(BLOCK);
      const head = `POST /mcp HTTP/1.1\r\nhost: ${host}\r\nx-api-key: ${keys.high}\r\ncontent-type: application/json\r\n`;
      const { status } = await sendRaw(
        service.port,
        `${head}content-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      );
      expect([host, status]).toEqual([host, 200]);
    }
  });

  it('are counted for the method that they call, and refusals by their code', async () => {
    await post(service.url, toolCall('list_block_transactions', { number: ISLAND }), key);
    await post(service.url, toolCall('list_block_transactions', { number: 99_000_000 }), key);
    const { text } = await service.get('/metrics');
    expect(text).toContain(
      'chainproof_http_request_duration_seconds_count{method="listBlockTransactions",status="200",address="key"} 2',
    );
    expect(text).toContain('chainproof_http_refusals_total{code="block_not_available"} 1');
    expect(text).toMatch(
      /chainproof_http_request_duration_seconds_count\{method="callMcp",status="202",address="key"\} \d/,
    );
  });
});
