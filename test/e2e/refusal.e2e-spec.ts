import { describe, expect, it } from '@jest/globals';
import { RawClient, rawGet } from './fixture/raw-client.js';
import { sendRaw } from './fixture/send-raw.js';
import { useService } from './fixture/use-service.js';

describe('a refusal', () => {
  const service = useService();

  it('R-022, R-023, R-024, R-025: is an error with code, message and only actionable details', async () => {
    const { headers, json } = await service.get('blocks/x');
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(json).toEqual({
      error: {
        code: 'bad_request',
        message: expect.stringMatching(/\S/),
        details: expect.objectContaining({ reason: 'block_invalid' }),
      },
    });
    expect((await service.get('nope')).json).toEqual({
      error: { code: 'not_found', message: expect.stringMatching(/\S/) },
    });
  });

  it.each([
    ['bytes that are no HTTP', 'nonsense\r\n\r\n', 400, 'encoding_invalid'],
    ['a bad header', 'GET /health HTTP/1.1\r\nbad header\r\n\r\n', 400, 'encoding_invalid'],
    [
      'a raw byte beyond ASCII in the target',
      'GET /health?\xe9 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
      'encoding_invalid',
    ],
    ['a target that does not end', `GET /${'a'.repeat(100_000)}`, 414, 'uri_too_long'],
  ])('R-022, R-057, R-036: %s is refused in the same shape', async (_, bytes, status, reason) => {
    const answer = await sendRaw(service.port, bytes);
    expect(answer.status).toBe(status);
    expect(answer.head.toLowerCase()).toContain('content-type: application/json');
    expect(JSON.parse(answer.body).error).toMatchObject({ message: expect.any(String), details: { reason } });
  });

  it.each([
    ['one of 70,000 bytes', `X-A: ${'a'.repeat(70_000)}\r\n\r\n`],
    ['one of 200,000 bytes', `X-A: ${'a'.repeat(200_000)}\r\n\r\n`],
    ['one of words', `Cookie: ${'a=b; '.repeat(20_000)}`],
    ['seven hundred of 100 bytes', `${`X-A: ${'a'.repeat(95)}\r\n`.repeat(700)}\r\n`],
  ])(
    'R-022: headers that are too long, %s, are refused as such and not as a long target',
    async (_, headers) => {
      const answer = await sendRaw(service.port, `GET /health HTTP/1.1\r\nHost: x\r\n${headers}`);
      expect([answer.status, JSON.parse(answer.body)]).toEqual([
        431,
        { error: { code: 'bad_request', message: 'The headers are longer than 65536 bytes, or too many.' } },
      ]);
    },
  );

  it('R-036: names a target of 200,000 bytes as too long, though Node stops reading within it', async () => {
    const answer = await sendRaw(service.port, rawGet(`/${'a'.repeat(200_000)}`));
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([414, 'uri_too_long']);
  });

  it('R-022, R-028: of CONNECT has the same form, with the id of its request', async () => {
    const bytes = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\nX-Request-Id: r\r\n\r\n';
    const { status, head, body } = await sendRaw(service.port, bytes);
    expect([status, JSON.parse(body).error]).toEqual([
      405,
      { code: 'method_not_allowed', message: expect.any(String), requestId: 'r' },
    ]);
    expect(head).toMatch(/^allow: GET, HEAD, OPTIONS\r$/m);
    expect(head).toMatch(/^x-request-id: r\r$/m);
  });

  it.each([
    ['bytes that are no HTTP', 'nonsense\r\n\r\n', 400],
    ['a CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
    ['headers too long', `GET / HTTP/1.1\r\nX-A: ${'a'.repeat(200_000)}\r\n\r\n`, 431],
  ])(
    '%s after good requests in one piece: these are answered before it is refused',
    async (_, bytes, status) => {
      const client = await RawClient.connect(service.url);
      client.send(rawGet('/api/v1/chains/1/blocks/latest') + rawGet('/openapi.json') + bytes);
      await client.readUntil(() => client.isClosed);
      expect(client.statuses).toEqual([200, 200, status]);
      expect(client.text.endsWith('}}')).toBe(true);
    },
  );

  it('of an unreadable body comes at once, since nothing is answered without it', async () => {
    const client = await RawClient.connect(service.url);
    client.send(
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    );
    await client.readUntil(() => client.isClosed, 5_000);
    expect(client.statuses).toEqual([400]);
  });

  it('R-022: of a request without a host or path has the same form, not that of a lower layer', async () => {
    const close = 'Connection: close\r\n\r\n';
    expect((await sendRaw(service.port, `GET /health HTTP/1.1\r\n${close}`)).status).toBe(200);
    expect(
      (await sendRaw(service.port, `GET /health HTTP/1.1\r\nHost: x\r\nExpect: a lot\r\n${close}`)).status,
    ).toBe(200);
    const star = await sendRaw(service.port, `OPTIONS * HTTP/1.1\r\nHost: x\r\n${close}`);
    expect([star.status, JSON.parse(star.body).error.code]).toEqual([404, 'not_found']);
  });
});

describe('a failure on our side', () => {
  const service = useService({
    fill: async (pool) => {
      await pool.query(
        'ALTER TABLE block RENAME TO whole; CREATE VIEW block AS SELECT * FROM whole WHERE 1 / 0 = 1',
      );
    },
  });

  it('R-036, R-024, R-025: says that it is internal, and reveals no details', async () => {
    const { status, json } = await service.get('blocks/latest', { headers: { 'x-request-id': 'r' } });
    expect(status).toBe(500);
    expect(json).toEqual({
      error: { code: 'internal_error', message: 'Something went wrong on our side.', requestId: 'r' },
    });
  });
});

describe('an empty store', () => {
  const service = useService({ fill: async () => undefined });

  it.each([
    'blocks/latest',
    'blocks/46147',
    'blocks/46147/transactions',
    `transactions/0x${'ab'.repeat(32)}`,
    'coverage',
  ])('R-034: %s is not available yet, and worth another try', async (path) => {
    const { status, headers, json } = await service.get(path);
    expect([status, json.error.code]).toEqual([503, 'service_unavailable']);
    expect(json.error).not.toHaveProperty('details');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a store that went away', () => {
  const service = useService();

  it('R-034: is answered with 503 too', async () => {
    const { rows } = await service.pool.query<{ name: string }>('SELECT current_database() AS name');
    const options = service.pool.options;
    options.connectionString = options
      .connectionString!.replace(rows[0]!.name, 'nowhere')
      .replace(/:\d+\//, ':1/');
    await service.pool.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    const { status, json } = await service.get('blocks/latest');
    expect([status, json.error.code]).toEqual([503, 'service_unavailable']);
  });
});
