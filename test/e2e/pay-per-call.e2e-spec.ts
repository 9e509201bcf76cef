import { beforeAll, describe, expect, it } from '@jest/globals';
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http';
import { KeyedAccess } from '../../src/api/access/keyed-access.js';
import { ask } from './fixture/ask.js';
import { HEAD, ISLAND } from './fixture/chain.js';
import { makeKey, SECRET } from './fixture/keys.js';
import { PAY_URL, type PaidService, PRICES } from './fixture/paid-service.js';
import { encoded, send } from './fixture/payer.js';
import { usePayments } from './fixture/use-payments.js';

const CHAIN = '/api/v1/chains/1';
const NOTHING = [0n, 0n];
const ONCE = [1_000n, 1_000n];

interface Operation {
  readonly operationId: string;
  readonly 'x-plan': string;
  readonly 'x-price'?: { readonly amount: string };
}

describe('paying per call', () => {
  const bench = usePayments();
  let service: PaidService;
  let key: string;
  beforeAll(async () => {
    key = (await makeKey(bench.pool, 'Intelligence')).key;
    service = await bench.start({ access: new KeyedAccess(bench.pool, SECRET) });
  });
  const url = (path: string) => `${service.url}${CHAIN}/${path}`;
  const payments = async () => (await bench.pool.query('SELECT state FROM payment')).rows.length;

  it('R-038, R-044: transfers the exact price when the client from npm pays for a call', async () => {
    let answer: Response | undefined;
    const spent = await bench.spent(async () => {
      answer = await bench.payer.fetch(url(`blocks/${HEAD}`));
    });
    expect(answer?.status).toBe(200);
    expect(await answer?.json()).toMatchObject({ data: { number: HEAD }, meta: { cached: false } });
    expect(spent).toEqual(ONCE);
    expect(decodePaymentResponseHeader(answer?.headers.get('payment-response') ?? '')).toEqual({
      ...{ success: true, network: 'eip155:1', payer: bench.chain.payments.payer.address.toLowerCase() },
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    expect(answer?.headers.get('cache-control')).toBe('private, no-cache');
    expect(answer?.headers.get('etag')).toMatch(/^W\//);
    expect(await service.registry.metrics()).toMatch(/^chainproof_payments_settled_token_units_total 1000$/m);
  });

  it('R-043: states the price of an unpaid call, in the header as in the body', async () => {
    const target = `${CHAIN}/blocks/${HEAD}/transactions?limit=2`;
    const { status, headers, json } = await ask(service.url, target, { headers: { 'x-request-id': 'a' } });
    expect(status).toBe(402);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': 'a' });
    const accepts = [
      {
        ...{ scheme: 'exact', network: 'eip155:1', asset: bench.chain.token.address, amount: '1000' },
        ...{ payTo: bench.chain.payTo, maxTimeoutSeconds: 300 },
        extra: { name: 'Demo Dollar', version: '1' },
      },
    ];
    expect(json.error).toMatchObject({
      code: 'bad_request',
      details: { reason: 'payment_required', accepts },
      requestId: 'a',
    });
    expect(decodePaymentRequiredHeader(String(headers['payment-required']))).toEqual({
      x402Version: 2,
      resource: {
        url: `${PAY_URL}${target}`,
        ...{ description: 'Transactions of a block.', mimeType: 'application/json' },
      },
      accepts,
    });
  });

  it('names the resource of a call alike, however its target is written', async () => {
    const target = `${CHAIN}/blocks/${HEAD}`;
    const { status, headers } = await ask(service.url, `http://elsewhere.test${target}`);
    const asked = decodePaymentRequiredHeader(String(headers['payment-required']));
    expect([status, asked.resource?.url]).toEqual([402, `${PAY_URL}${target}`]);
  });

  it('R-044: offers every method at the price in the reference, and the methods for operators free', async () => {
    const reference = (await ask(service.url, '/openapi.json')).json;
    expect(reference.servers.map((server: { url: string }) => server.url)).toContain(PAY_URL);
    const places = {
      address: `0x${'5a'.repeat(20)}`,
      block: '1',
      hash: `0x${'5a'.repeat(32)}`,
      number: String(ISLAND),
    };
    let priced = 0;
    for (const [path, { get }] of Object.entries<{ get?: Operation }>(reference.paths)) {
      if (!get) continue;
      const target = path
        .replace('{chainId}', '1')
        .replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof places) => places[name] ?? 'x');
      const { status, json } = await ask(service.url, target);
      const { operationId, 'x-plan': plan, 'x-price': price } = get;
      if (!path.startsWith('/api/')) {
        expect([path, status, price]).toEqual([path, path === '/metrics' ? 404 : 200, undefined]);
        continue;
      }
      const expected = PRICES[operationId] ?? PRICES[plan];
      expect([path, price]).toMatchObject([path, { amount: String(expected) }]);
      // Some targets cannot be parsed, and are refused before a payment is demanded.
      if (status !== 400)
        expect([path, status, json.error.details.accepts[0].amount]).toEqual([path, 402, String(expected)]);
      if (status === 402) priced++;
    }
    expect(priced).toBeGreaterThan(15);
  });

  it('R-044: ignores keys at the pay address, and payments at the key address', async () => {
    expect((await ask(service.url, `${CHAIN}/blocks/latest`, { headers: { 'x-api-key': key } })).status).toBe(
      402,
    );
    const payment = await bench.payer.pay(url('blocks/latest'));
    const spent = await bench.spent(async () => {
      const refused = await send(`${service.keyUrl}${CHAIN}/blocks/latest`, payment);
      expect([refused.status, refused.json.error.details.reason]).toEqual([401, 'api_key_missing']);
      const answered = await send(`${service.keyUrl}${CHAIN}/blocks/latest`, payment, {
        headers: { 'x-api-key': key },
      });
      expect([answered.status, answered.receipt]).toEqual([200, undefined]);
    });
    expect(spent).toEqual(NOTHING);
    expect((await send(url('blocks/latest'), payment)).status).toBe(200);
  });

  it('R-010, R-045: refuses an invalid call without demanding a payment, and does not charge one', async () => {
    const payment = await bench.payer.pay(url(`blocks/${HEAD}`));
    const before = await payments();
    const spent = await bench.spent(async () => {
      for (const [target, method, status] of [
        [`/${'x'.repeat(5_000)}`, 'GET', 414],
        [`${CHAIN}/blocks/%zz`, 'GET', 400],
        ['/api/v1/nope', 'GET', 404],
        ['/mcp', 'POST', 404],
        [`${CHAIN}/blocks/latest`, 'POST', 405],
        ['/api/v1/chains/2/blocks/latest', 'GET', 404],
        [`${CHAIN}/blocks/latest?zzz=1`, 'GET', 400],
        [`${CHAIN}/blocks/x`, 'GET', 400],
      ] as const) {
        for (const headers of [{}, { 'payment-signature': encoded(payment) }]) {
          const refused = await ask(service.url, target, { method, headers });
          expect([target, refused.status]).toEqual([target, status]);
          expect(refused.headers).not.toHaveProperty('payment-required');
        }
      }
    });
    expect([spent, await payments()]).toEqual([NOTHING, before]);
  });

  it('R-045: does not charge a call whose record is refused, and leaves its payment unused', async () => {
    const before = await payments();
    // On a chain without gaps the answer is 404.
    const whole = await bench.start({ firstBlock: ISLAND });
    const spent = await bench.spent(async () => {
      for (const [path, status] of [
        [`blocks/${HEAD + 1_000}`, 422],
        [`blocks/${ISLAND - 1}`, 422],
        ['consensus/queues/current', 503],
        [`transactions/0x${'5a'.repeat(32)}`, 404],
      ] as const) {
        const at = status === 404 ? `${whole.url}${CHAIN}/${path}` : url(path);
        const payment = await bench.payer.pay(at);
        for (let time = 0; time < 2; time++) {
          const refused = await send(at, payment);
          expect([path, refused.status, refused.receipt]).toEqual([path, status, undefined]);
        }
      }
    });
    expect([spent, await payments()]).toEqual([NOTHING, before]);
    expect(await service.registry.metrics()).toMatch(
      /^chainproof_payments_total\{outcome="released"\} [6-9]$/m,
    );
  });

  it('charges a HEAD and a 304 like the full answer, and an OPTIONS nothing', async () => {
    const path = url(`blocks/${HEAD}`);
    expect((await send(path, '', { method: 'OPTIONS' })).status).toBe(204);
    const unpaid = await fetch(path, { method: 'HEAD' });
    expect([unpaid.status, unpaid.headers.get('payment-required')]).toEqual([402, expect.any(String)]);
    let tag = '';
    const forHead = await bench.spent(async () => {
      const head = await send(path, await bench.payer.pay(path), { method: 'HEAD' });
      expect([head.status, head.text, head.receipt?.success]).toEqual([200, '', true]);
      tag = head.headers.get('etag') ?? '';
    });
    const forRevalidation = await bench.spent(async () => {
      const same = await send(path, await bench.payer.pay(path), { headers: { 'if-none-match': tag } });
      expect([same.status, same.text, same.receipt?.success]).toEqual([304, '', true]);
    });
    expect([forHead, forRevalidation]).toEqual([ONCE, ONCE]);
  });
});
