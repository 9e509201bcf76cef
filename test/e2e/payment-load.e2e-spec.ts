import { beforeAll, describe, expect, it } from '@jest/globals';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { HEAD, ISLAND } from './fixture/chain.js';
import { until } from './fixture/command.js';
import type { PaidService } from './fixture/paid-service.js';
import { Payer, type Payload, type Sent, send } from './fixture/payer.js';
import { RawClient, rawPaid } from './fixture/raw-client.js';
import { usePayments } from './fixture/use-payments.js';

const PATH = `/api/v1/chains/1/blocks/${HEAD}`;
const NO_SUCH = `/api/v1/chains/1/transactions/0x${'5a'.repeat(32)}`;
const NOTHING = [0n, 0n];
const ONCE = [1_000n, 1_000n];
/** Calls in a minute for which nobody has paid in the end. */
const UNPAID = 30;

/** It asks for no other payment, and says when to send this one again. */
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
  /** A chain without gaps, whose answer is that there is no such thing. */
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

  it('is bounded for who hangs up, who loses neither his money nor his answer', async () => {
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
      // As after a minute: each process counts for itself.
      expect((await send(`${(await start()).url}${PATH}`, payment)).status).toBe(200);
    });
    expect(later).toEqual(ONCE);
  });

  it('is bounded for payers and for the address of strangers, and not for who has paid there', async () => {
    const fresh = await start();
    const pay = (payer: Payer, path: string) => payer.pay(`${fresh.url}${path}`);
    const regular = bench.payer;
    expect(await statusesOf(1, PATH, await pay(regular, PATH), fresh)).toEqual([200]);
    const stranger = await funded('1000');
    // The first payment of the regular is credit of the address: it came from a stranger, too.
    expect(await statusesOf(UNPAID, NO_SUCH, await pay(stranger, NO_SUCH), fresh)).toEqual([404]);
    expectPutOff(await send(`${fresh.url}${NO_SUCH}`, await pay(stranger, NO_SUCH)));
    const other = await pay(await funded('1000'), NO_SUCH);
    expect(await statusesOf(1, NO_SUCH, other, fresh)).toEqual([404]);
    expectPutOff(await send(`${fresh.url}${NO_SUCH}`, other));
    expect(await statusesOf(1, PATH, await pay(regular, PATH), fresh)).toEqual([200]);
  });

  it('is bounded for calls at once, and grows with what is paid', async () => {
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
        // Some settlements have yet to come.
        bench.chain.proxy.letGo();
        return statuses !== undefined;
      }, 'the answers');
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
  });
});
