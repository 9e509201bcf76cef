import { describe, expect, it } from '@jest/globals';
import { sendRaw } from './fixture/send-raw.js';
import { useService } from './fixture/use-service.js';

describe('a refusal', () => {
  const service = useService();

  it('R-022, R-023, R-024, R-025: is an error with code, message and only what there is to act on', async () => {
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

  it('R-022: a request without a host, or for no path, is answered by us and not by a layer below', async () => {
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
      await pool.query('ALTER TABLE block RENAME COLUMN hash TO lost_hash');
    },
  });

  it('R-036, R-024, R-025: says that it is ours and nothing of what is inside', async () => {
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

  it('R-034: is worth another try too', async () => {
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
