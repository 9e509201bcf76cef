import { beforeAll, describe, expect, it } from '@jest/globals';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { ask } from './fixture/ask.js';
import { HEAD, ISLAND } from './fixture/chain.js';
import { until } from './fixture/command.js';
import type { PaidService } from './fixture/paid-service.js';
import { encoded, Payer, type Payload, type Sent, send } from './fixture/payer.js';
import { RawClient, rawPaid } from './fixture/raw-client.js';
import { usePayments } from './fixture/use-payments.js';

const PATH = `/api/v1/chains/1/blocks/${HEAD}`;
const NO_SUCH = `/api/v1/chains/1/transactions/0x${'5a'.repeat(32)}`;
const NOTHING = [0n, 0n];
const ONCE = [1_000n, 1_000n];
/** Calls in a minute that end without a payment. */
const UNPAID = 30;

/** The answer demands no other payment, and says when to send this one again. */
function expectPutOff({ status, headers, json }: Sent): void {
  expect([status, json.error.details.reason, headers.get('payment-required')]).toEqual([
    429,
    'rate_limited',
    null,
  ]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
}

describe('work that nobody pays for', () => {
  const bench = usePayments();
  /** On a chain without gaps an unknown record is 404. */
  const start = () => bench.start({ firstBlock: ISLAND });
  let service: PaidService;
  beforeAll(async () => {
    service = await start();
  });
  const funded = async (amount: string): Promise<Payer> => {
    const key = generatePrivateKey();
    await bench.chain.give(bench.payer, privateKeyToAccount(key).address, amount);
    return new Payer(key, bench.chain.token);
  };
  const rows = async (): Promise<number> => (await bench.pool.query('SELECT FROM payment')).rows.length;
  const statusesOf = async (count: number, path: string, payment: Payload, at = service) => {
    const statuses = new Set<number>();
    for (let n = 0; n < count; n++) statuses.add((await send(`${at.url}${path}`, payment)).status);
    return [...statuses];
  };

  it('is bounded for callers that hang up, who lose neither money nor the answer', async () => {
    const payment = await bench.payer.pay(`${service.url}${PATH}`);
    const spent = await bench.spent(async () => {
      for (let n = 0; n < UNPAID; n++) {
        const client = await RawClient.connect(service.url);
        client.send(rawPaid(PATH, payment));
        client.endSending();
        await client.readUntil(() => client.isClosed);
        const released = `chainproof_payments_total{outcome="released"} ${n + 1}\n`;
        await until(async () => (await service.registry.metrics()).includes(released), 'the release');
      }
      expectPutOff(await send(`${service.url}${PATH}`, payment));
    });
    expect([spent, await rows()]).toEqual([NOTHING, 0]);
    const later = await bench.spent(async () => {
      // Another process counts for itself, as after a minute.
      expect((await send(`${(await start()).url}${PATH}`, payment)).status).toBe(200);
    });
    expect(later).toEqual(ONCE);
  });

  it('is bounded for payers and for the address of new payers, but not for those who have paid there', async () => {
    const fresh = await start();
    const pay = (payer: Payer, path: string) => payer.pay(`${fresh.url}${path}`);
    const regular = bench.payer;
    expect(await statusesOf(1, PATH, await pay(regular, PATH), fresh)).toEqual([200]);
    const stranger = await funded('1000');
    // The first payment is credit of the address, since its payer was new.
    expect(await statusesOf(UNPAID, NO_SUCH, await pay(stranger, NO_SUCH), fresh)).toEqual([404]);
    expectPutOff(await send(`${fresh.url}${NO_SUCH}`, await pay(stranger, NO_SUCH)));
    const other = await pay(await funded('1000'), NO_SUCH);
    expect(await statusesOf(1, NO_SUCH, other, fresh)).toEqual([404]);
    expectPutOff(await send(`${fresh.url}${NO_SUCH}`, other));
    expect(await statusesOf(1, PATH, await pay(regular, PATH), fresh)).toEqual([200]);
  });

  describe('for forged payments', () => {
    const sendFrom = async (host: number, payment: Payload, at: PaidService) => {
      const headers = { 'payment-signature': encoded(payment) };
      return (await ask(at.url, PATH, { headers, from: `127.0.0.${host}` })).status;
    };
    const pay = (payer: Payer) => payer.pay(`${service.url}${PATH}`);
    let nonces = 0;
    /** Forged payments in the name of a payer who has paid. */
    const forge = async (count: number, host: number, at: PaidService) => {
      const { payload, ...rest } = await pay(bench.payer);
      return Array.from({ length: count }, () => {
        const nonce = `0x${String(++nonces).padStart(64, '0')}`;
        const authorization = { ...(payload.authorization as object), nonce };
        return sendFrom(host, { ...rest, payload: { ...payload, authorization } }, at);
      });
    };

    it('leaves room for new payers at other addresses, and always for those who have paid', async () => {
      const fresh = await start();
      const { proxy } = bench.chain;
      const newcomer = await pay(await funded('1000'));
      const ours = [await pay(bench.payer), await pay(bench.payer), await pay(bench.payer)] as const;
      expect(await sendFrom(1, ours[0], fresh)).toBe(200);
      let before = proxy.count('/verify');
      const verified = (count: number) =>
        until(() => proxy.count('/verify') >= before + count, 'the verifications');

      proxy.held = /"nonce":"0x0{60}/;
      const flood = await forge(200, 1, fresh);
      await verified(20);
      const answers = [sendFrom(1, ours[1], fresh), sendFrom(2, newcomer, fresh)];
      expect(await Promise.all(answers)).toEqual([200, 200]);
      proxy.letGo();
      expect(await Promise.all(flood)).not.toContain(200);

      before = proxy.count('/verify');
      proxy.held = /"nonce":"0x0{60}/;
      const wide: Promise<number>[] = [];
      for (const host of [3, 4, 5, 6, 7]) wide.push(...(await forge(20, host, fresh)));
      await verified(100);
      expect(await sendFrom(1, ours[2], fresh)).toBe(200);
      proxy.letGo();
      expect(await Promise.all(wide)).not.toContain(200);
    });

    it('is refused above 30 in a minute from an address, as are new payers there', async () => {
      const fresh = await start();
      const newcomer = await pay(await funded('1000'));
      const ours = [await pay(bench.payer), await pay(bench.payer)] as const;
      expect(await sendFrom(1, ours[0], fresh)).toBe(200);
      // One more, for the first payment.
      for (const count of [16, 15])
        expect(await Promise.all(await forge(count, 1, fresh))).toEqual(Array(count).fill(402));
      expect(await Promise.all(await forge(2, 1, fresh))).toEqual([429, 429]);
      expect(await sendFrom(1, newcomer, fresh)).toBe(429);
      expect(await sendFrom(1, ours[1], fresh)).toBe(200);
      expect(await sendFrom(2, newcomer, fresh)).toBe(200);
    });
  });

  it('is bounded for concurrent calls, and the bound grows with payments', async () => {
    const fresh = await start();
    const url = `${fresh.url}${PATH}`;
    const payer = await funded('100000');
    const half = UNPAID / 2;
    const payments = await Promise.all(Array.from({ length: 4 * UNPAID }, () => payer.pay(url)));
    const sent: Promise<Sent>[] = [];
    const sendSome = (count: number) => {
      sent.push(...payments.splice(0, count).map((payment) => send(url, payment)));
    };
    const underWay = async () =>
      (await bench.pool.query(`SELECT FROM payment WHERE state = 'settling'`)).rows.length;
    const allSettling = (count: number) => until(async () => (await underWay()) === count, 'the settlements');
    for (const most of [UNPAID, 2 * UNPAID]) {
      bench.chain.proxy.disturbance = 'held answer';
      for (let n = half; n <= most; n += half) {
        sendSome(half);
        await allSettling(n);
      }
      expectPutOff(await send(url, payments.shift()));
      let statuses: number[] | undefined;
      Promise.all(sent.splice(0)).then((all) => {
        statuses = all.map(({ status }) => status);
      });
      await until(async () => {
        // Some settlements are still to come.
        bench.chain.proxy.letGo();
        return statuses !== undefined;
      }, 'the answers');
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
  });
});
