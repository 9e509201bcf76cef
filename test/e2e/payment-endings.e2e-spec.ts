import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { HEAD, ISLAND } from './fixture/chain.js';
import { until } from './fixture/command.js';
import type { PaidService } from './fixture/paid-service.js';
import { Payer, type Sent, send } from './fixture/payer.js';
import { usePayments } from './fixture/use-payments.js';

const PATH = `/api/v1/chains/1/blocks/${HEAD}`;
const OTHER = `/api/v1/chains/1/blocks/${ISLAND}`;
const ONCE = [1_000n, 1_000n];

describe('the end of payments', () => {
  const bench = usePayments();
  let service: PaidService;
  beforeAll(async () => {
    service = await bench.start({ cacheBytes: 1_000_000 });
  });
  const states = async (): Promise<string[]> =>
    (await bench.pool.query('SELECT state FROM payment ORDER BY state')).rows.map(({ state }) => state);

  it('charges for a cached answer as for any other', async () => {
    for (const cached of [false, true]) {
      const spent = await bench.spent(async () => {
        const answer = await send(`${service.url}${PATH}`, await bench.payer.pay(`${service.url}${PATH}`));
        expect([answer.status, answer.json.meta.cached, answer.receipt?.success]).toEqual([
          200,
          cached,
          true,
        ]);
      });
      expect(spent).toEqual(ONCE);
    }
  });

  it('refuses the second of two payments that the balance covers only singly, and keeps no record of it', async () => {
    const poorKey = generatePrivateKey();
    const poor = new Payer(poorKey, bench.chain.token);
    await bench.chain.give(bench.payer, privateKeyToAccount(poorKey).address, '1000');
    const targets = [`${service.url}${PATH}/transactions`, `${service.url}${OTHER}`] as const;
    const payments = [await poor.pay(targets[0]), await poor.pay(targets[1])];
    const before = await states();
    let answers: Sent[] = [];
    const [earned] = await bench.spent(async () => {
      // Both are verified and reserved before either is settled.
      const letGo = await bench.holdBlocks();
      const asked = targets.map((target, n) => send(target, payments[n]));
      await until(async () => (await states()).filter((state) => state === 'reserved').length === 2, 'both');
      await letGo();
      answers = await Promise.all(asked);
    });
    expect(earned).toBe(1_000n);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 402]);
    const refused = answers.find(({ status }) => status === 402) as Sent;
    expect(refused.receipt).toMatchObject({ success: false });
    expect(refused.json.error.message).toMatch(/: (transaction failed|insufficient)/);
    expect(refused.headers.get('payment-required')).not.toBeNull();
    expect(refused.headers.get('etag')).toBeNull();
    await until(
      async () => (await states()).join() === [...before, 'answered'].sort().join(),
      'the end of both',
    );
  });

  it('waits for a paid call to finish when the service is told to stop', async () => {
    const leaving = await bench.start();
    const payment = await bench.payer.pay(`${leaving.url}${PATH}`);
    // An idle connection does not delay the stop.
    const silent = connect(Number(new URL(leaving.url).port), '127.0.0.1');
    await once(silent, 'connect');
    const before = (await states()).filter((state) => state === 'answered').length;
    const spent = await bench.spent(async () => {
      const held = bench.chain.proxy.settledAndHeld();
      const answer = send(`${leaving.url}${PATH}`, payment);
      await held;
      const closed = leaving.close();
      bench.chain.proxy.letGo();
      expect((await answer).status).toBe(200);
      await closed;
    });
    expect(spent).toEqual(ONCE);
    expect((await states()).filter((state) => state === 'answered')).toHaveLength(before + 1);
    await expect(fetch(`${leaving.url}/health`)).rejects.toThrow();
  });

  it('removes records of payments long after their authorizations expired, and not before', async () => {
    const row = (state: string, days: number) =>
      bench.pool.query(
        `INSERT INTO payment (network, token, payer, nonce, digest, operation_id, url, amount, state, holder, held_until,
                              valid_before, transaction, settled_at)
         SELECT network, token, payer, sha256(nonce || convert_to($1::int || $2, 'UTF8')), digest, 'pruned', url, amount, $2, holder, now(),
                now() - make_interval(days => $1::int), transaction, settled_at
         FROM payment WHERE operation_id <> 'pruned' LIMIT 1`,
        [days, state],
      );
    for (const state of ['answered', 'settling']) for (const days of [89, 91]) await row(state, days);
    await row('reserved', 1);
    const fresh = await bench.start();
    await send(`${fresh.url}${PATH}`, await bench.payer.pay(`${fresh.url}${PATH}`));
    const kept = async () =>
      (await bench.pool.query(`SELECT state FROM payment WHERE operation_id = 'pruned' ORDER BY state`)).rows;
    await until(async () => (await kept()).length < 5, 'the end of old payments');
    expect(await kept()).toEqual([{ state: 'answered' }, { state: 'settling' }]);
  });
});
