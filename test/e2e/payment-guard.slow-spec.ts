import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '../../src/platform/log/logger.js';
import { NestLogger } from '../../src/platform/log/nest-logger.js';
import { ask, type Reply } from './fixture/ask.js';
import { HEAD, ISLAND } from './fixture/chain.js';
import { until } from './fixture/command.js';
import { KillableSeller } from './fixture/killable-seller.js';
import { PAY_URL, type PaidService, PRICES } from './fixture/paid-service.js';
import { encoded, type Payload, type Sent, send } from './fixture/payer.js';
import { usePayments } from './fixture/use-payments.js';

const PATH = `/api/v1/chains/1/blocks/${HEAD}`;
const OTHER = `/api/v1/chains/1/blocks/${ISLAND}`;
const NEW_PAYEE = `0x${'9b'.repeat(20)}` as const;
const NOTHING = [0n, 0n];
const ONCE = [1_000n, 1_000n];

/** A change by which a payment differs from what was signed or asked for. */
type Change = readonly [what: string, change: (payment: Payload) => unknown, why: RegExp];

const inAuthorization = (field: string, value: unknown) => (payment: Payload) => ({
  ...payment,
  payload: {
    ...payment.payload,
    authorization: { ...(payment.payload.authorization as object), [field]: value },
  },
});
const inTerms = (terms: object) => (payment: Payload) => ({
  ...payment,
  accepted: { ...payment.accepted, ...terms },
});

const CHANGES: readonly Change[] = [
  ['no payment', () => 'zzz', /not a Base64 payment payload/],
  ['nothing in it', () => ({}), /not a Base64 payment payload/],
  ['version 1', (payment) => ({ ...payment, x402Version: 1 }), /not a Base64 payment payload/],
  [
    'another resource',
    (payment) => ({ ...payment, resource: { url: `${PAY_URL}${OTHER}` } }),
    /not for this resource/,
  ],
  [
    'another host',
    (payment) => ({ ...payment, resource: { url: `https://evil.test${PATH}` } }),
    /not for this resource/,
  ],
  [
    'another query',
    (payment) => ({ ...payment, resource: { url: `${PAY_URL}${PATH}?a` } }),
    /not for this resource/,
  ],
  ['no resource', ({ resource: _, ...payment }) => payment, /not for this resource/],
  ['a lower amount', inTerms({ amount: '999' }), /not the one asked for/],
  ['another network', inTerms({ network: 'eip155:8453' }), /not the one asked for/],
  ['another token', inTerms({ asset: `0x${'11'.repeat(20)}` }), /not the one asked for/],
  ['another domain', inTerms({ extra: { name: 'Other', version: '1' } }), /not the one asked for/],
  ['no authorization', (payment) => ({ ...payment, payload: {} }), /no signed transfer authorization/],
  [
    'another authorization beside it',
    (payment) => ({ ...payment, payload: { ...payment.payload, permit2Authorization: {} } }),
    /no signed transfer authorization/,
  ],
  ['a lower value', inAuthorization('value', '999'), /not the amount/],
  ['a higher value', inAuthorization('value', '1001'), /not the amount/],
  ['another payee', inAuthorization('to', `0x${'22'.repeat(20)}`), /pays another recipient/],
  ['another payer', inAuthorization('from', `0x${'33'.repeat(20)}`), /signature|funds|balance/],
  ['a nonce that was not signed', inAuthorization('nonce', `0x${'44'.repeat(32)}`), /signature/],
  [
    'an end that was not signed',
    inAuthorization('validBefore', String(Math.floor(Date.now() / 1000) + 900)),
    /signature/,
  ],
  ['an end long past', inAuthorization('validBefore', '1000000000'), /expired/],
  [
    'an end within a minute',
    inAuthorization('validBefore', String(Math.floor(Date.now() / 1000) + 50)),
    /expired, or will within a minute/,
  ],
  ['an end far ahead', inAuthorization('validBefore', '99999999999'), /longer than a day/],
  ['a later beginning', inAuthorization('validAfter', '9999999999'), /signature|valid after/],
  [
    'a forged signature',
    (payment) => ({
      ...payment,
      payload: { ...payment.payload, signature: `0x${randomBytes(65).toString('hex')}` },
    }),
    /signature/,
  ],
];

/** No other payment may be demanded while this one may have been charged. */
function expectInUse({ status, headers, json }: Sent): void {
  expect([status, headers.get('payment-required'), json.error.details]).toEqual([503, null, undefined]);
  // The time for which the payment is held, which is longer than the wait of any refusal.
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(5);
}

const whyOf = ({ json }: Sent): string => json?.error.message;

describe('the guard of payments', () => {
  const bench = usePayments();
  const log: string[] = [];
  const logger = new NestLogger(createLogger('trace', { write: (line) => log.push(line) }));
  const sentOnce: string[] = [];
  let first: PaidService;
  let second: PaidService;
  beforeAll(async () => {
    first = await bench.start({ logger });
    second = await bench.start({ logger });
  });
  const pay = async (): Promise<Payload> => {
    const payment = await bench.payer.pay(`${first.url}${PATH}`);
    sentOnce.push(payment.payload.signature as string, encoded(payment));
    return payment;
  };
  const statesOf = async (): Promise<string[]> =>
    (await bench.pool.query('SELECT state FROM payment ORDER BY reserved_at DESC')).rows.map(
      ({ state }) => state,
    );
  /** The answer is recorded after it was sent. */
  const answerNoted = () => until(async () => (await statesOf())[0] === 'answered', 'the answer to be noted');

  it.each(CHANGES)('refuses %s with its reason, and charges nothing', async (_, change, why) => {
    const payment = await pay();
    const before = (await statesOf()).length;
    let refused: Sent | undefined;
    const spent = await bench.spent(async () => {
      refused = await send(`${first.url}${PATH}`, change(payment));
    });
    expect(refused?.status).toBe(402);
    expect(refused?.json.error.details).toMatchObject({
      reason: 'payment_required',
      accepts: [{ amount: '1000' }],
    });
    expect(whyOf(refused as Sent)).toMatch(why);
    expect([spent, (await statesOf()).length]).toEqual([NOTHING, before]);
  });

  it('answers one of 100 parallel copies of a payment at two processes on one database, and charges once', async () => {
    const payment = await pay();
    let answers: Sent[] = [];
    const spent = await bench.spent(async () => {
      answers = await Promise.all(
        Array.from({ length: 100 }, (_, n) => send(`${[first, second][n % 2]?.url}${PATH}`, payment)),
      );
    });
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const one of answers.filter(({ status }) => status !== 200)) {
      const { status, headers } = one;
      const afterwards = /nonce|it has been used/.test(whyOf(one));
      // More at once than one address may have verified.
      const isPutOff = status === 429 || /cannot be taken at the moment/.test(whyOf(one));
      expect([status, headers.has('payment-required')]).toEqual(
        afterwards ? [402, true] : [status === 429 ? 429 : 503, false],
      );
      if (!isPutOff) expect(whyOf(one)).toMatch(/nonce|it has been used|Another call is being answered/);
    }
    expect(spent).toEqual(ONCE);
    await answerNoted();
  });

  it('refuses a payment whose answer was given: again, for another method, at another process and after a restart', async () => {
    const payment = await pay();
    expect((await send(`${first.url}${PATH}`, payment)).status).toBe(200);
    await answerNoted();
    const restarted = await bench.start({ logger });
    const spent = await bench.spent(async () => {
      for (const { url } of [first, second, restarted]) {
        const refused = await send(`${url}${PATH}`, payment);
        expect([refused.status, whyOf(refused)]).toEqual([402, expect.stringContaining('it has been used')]);
        expect(refused.headers.get('payment-required')).not.toBeNull();
      }
      const elsewhere = { ...payment, resource: { url: `${PAY_URL}${OTHER}` } };
      const refused = await send(`${first.url}${OTHER}`, elsewhere);
      expect([refused.status, whyOf(refused)]).toEqual([402, expect.stringContaining('another resource')]);
      const forged = { ...payment, payload: { ...payment.payload, signature: `0x${'12'.repeat(65)}` } };
      expect(whyOf(await send(`${first.url}${PATH}`, forged))).toContain('another payment');
    });
    expect(spent).toEqual(NOTHING);
  });

  it.each(['lost request', 'lost answer', 'failed'] as const)(
    'answers 503 while the settlement is unknown (%s), and accepts the same payment later, charged once',
    async (disturbance) => {
      const payment = await pay();
      const spent = await bench.spent(async () => {
        bench.chain.proxy.disturbance = disturbance;
        const unknown = await send(`${first.url}${PATH}`, payment);
        expect([unknown.status, unknown.json.error.code, unknown.receipt]).toEqual([
          503,
          'service_unavailable',
          undefined,
        ]);
        expect(Number(unknown.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(unknown.headers.get('etag')).toBeNull();
        expect((await statesOf())[0]).toBe('settling');
        // Once its outcome is lost, no failure proves that the payment was not charged.
        bench.chain.proxy.disturbance = 'expired';
        const still = await send(`${second.url}${PATH}`, payment);
        expect([still.status, still.headers.get('payment-required')]).toEqual([503, null]);
        expect((await statesOf())[0]).toBe('settling');
        bench.chain.proxy.disturbance = 'none';
        const answer = await send(`${second.url}${PATH}`, payment);
        expect([answer.status, answer.json.data.number, answer.receipt?.success]).toEqual([200, HEAD, true]);
        await answerNoted();
        expect((await send(`${first.url}${PATH}`, payment)).status).toBe(402);
      });
      expect(spent).toEqual(ONCE);
    },
  );

  it('asks for the outcome of a settlement before the method runs again, and drops a payment that can never be settled', async () => {
    const payment = await pay();
    const before = (await statesOf()).length;
    const spent = await bench.spent(async () => {
      bench.chain.proxy.disturbance = 'lost request';
      expect((await send(`${first.url}${PATH}`, payment)).status).toBe(503);
      // If the method ran, it would wait for the block.
      const letGo = await bench.holdBlocks();
      for (const { url } of [first, second]) {
        const unknown = await send(`${url}${PATH}`, payment);
        expect([unknown.status, whyOf(unknown)]).toEqual([503, expect.stringContaining('is not known yet')]);
      }
      expect((await statesOf())[0]).toBe('settling');
      bench.chain.proxy.disturbance = 'expired unused';
      const refused = await send(`${first.url}${PATH}`, payment);
      bench.chain.proxy.disturbance = 'none';
      await letGo();
      expect([refused.status, whyOf(refused)]).toEqual([
        402,
        expect.stringContaining('authorization expired unused'),
      ]);
      expect(refused.headers.get('payment-required')).not.toBeNull();
    });
    expect([spent, (await statesOf()).length]).toEqual([NOTHING, before]);
  });

  it('answers and charges nothing while the facilitator is down, and does no work before it knows', async () => {
    const payment = await pay();
    const before = (await statesOf()).length;
    const deaf = await bench.start({ facilitatorUrl: 'http://127.0.0.1:9', logger });
    const spent = await bench.spent(async () => {
      const refused = await send(`${deaf.url}${PATH}`, payment);
      expect([refused.status, refused.json.error.code]).toEqual([503, 'service_unavailable']);
      expect(refused.headers.get('retry-after')).not.toBeNull();
    });
    expect([spent, (await statesOf()).length]).toEqual([NOTHING, before]);
    expect((await send(`${first.url}${PATH}`, payment)).status).toBe(200);
  });

  it('keeps no record of a payment whose settlement was put off, and accepts it later', async () => {
    const payment = await pay();
    const before = (await statesOf()).length;
    const spent = await bench.spent(async () => {
      bench.chain.proxy.disturbance = 'busy';
      const putOff = await send(`${first.url}${PATH}`, payment);
      bench.chain.proxy.disturbance = 'none';
      expect([putOff.status, whyOf(putOff)]).toEqual([503, expect.stringContaining('nothing was charged')]);
      expect([putOff.headers.get('payment-required'), (await statesOf()).length]).toEqual([null, before]);
      expect((await send(`${first.url}${PATH}`, payment)).status).toBe(200);
    });
    expect(spent).toEqual(ONCE);
  });

  it('has at most 100 payments verified at a time, 20 from one address, and logs once that the facilitator does not answer', async () => {
    const asked: ServerResponse[] = [];
    const silent = createServer((_, response) => asked.push(response));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const flooded = await bench.start({ facilitatorUrl: `http://127.0.0.1:${port}`, logger });
    const payment = await pay();
    const sendForged = (nonce: number, host: number) =>
      ask(flooded.url, PATH, {
        headers: {
          'payment-signature': encoded(
            inAuthorization('nonce', `0x${String(nonce).padStart(64, '0')}`)(payment),
          ),
        },
        from: `127.0.0.${host}`,
      });
    const said = () => log.filter((line) => line.includes('could not be asked to verify')).length;
    const before = said();
    const flood: Promise<Reply>[] = [];
    for (let host = 2; host <= 6; host++) {
      for (let n = 0; n < 20; n++) flood.push(sendForged(flood.length, host));
      await until(() => asked.length === flood.length, 'all to be handed on');
      // One more from this address, and at the end one from another.
      const over = await sendForged(100, host < 6 ? host : 7);
      expect([over.status, over.json.error.message]).toEqual([
        503,
        expect.stringContaining('nothing was charged'),
      ]);
      expect(asked).toHaveLength(flood.length);
    }
    for (const response of asked) response.destroy();
    expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([503]));
    expect(said()).toBe(before + 1);
    silent.close();
  });

  it('gives the answer to a caller who lost the connection after the settlement, charged once', async () => {
    const payment = await pay();
    const spent = await bench.spent(async () => {
      const held = bench.chain.proxy.settledAndHeld();
      const leaving = new AbortController();
      const lost = send(`${first.url}${PATH}`, payment, { signal: leaving.signal }).catch(() => 'lost');
      await held;
      leaving.abort();
      expect(await lost).toBe('lost');
      expectInUse(await send(`${second.url}${PATH}`, payment));
      bench.chain.proxy.letGo();
      await until(
        async () => (await send(`${second.url}${PATH}`, payment)).status === 200,
        'the answer that is due',
      );
    });
    expect(spent).toEqual(ONCE);
    await answerNoted();
    expect((await send(`${first.url}${PATH}`, payment)).status).toBe(402);
  });

  it('gives an answer that was settled before a change of price, and refuses new payments of the old price', async () => {
    const dearer = await bench.start({
      logger,
      ...{ prices: { ...PRICES, 'Enriched Data': 2_000n }, payTo: NEW_PAYEE },
    });
    const [payment, late] = [await pay(), await pay()];
    const spent = await bench.spent(async () => {
      const held = bench.chain.proxy.settledAndHeld();
      const leaving = new AbortController();
      const lost = send(`${first.url}${PATH}`, payment, { signal: leaving.signal }).catch(() => 'lost');
      await held;
      leaving.abort();
      await lost;
      expectInUse(await send(`${dearer.url}${PATH}`, payment));
      bench.chain.proxy.letGo();
      await until(async () => (await send(`${dearer.url}${PATH}`, payment)).status === 200, 'what is due');
      await answerNoted();
      expect(whyOf(await send(`${dearer.url}${PATH}`, payment))).toMatch(/each payment buys one answer/);
      const refused = await send(`${dearer.url}${PATH}`, late);
      expect([refused.status, refused.json.error.details.accepts[0].amount]).toEqual([402, '2000']);
      expect(whyOf(refused)).toMatch(/not the one asked for/);
    });
    expect(spent).toEqual(ONCE);
  });

  it('does not charge for an answer that can no longer reach the caller', async () => {
    const payment = await pay();
    const spent = await bench.spent(async () => {
      // The caller leaves while the method waits.
      const letGo = await bench.holdBlocks();
      const leaving = new AbortController();
      const lost = send(`${first.url}${PATH}`, payment, { signal: leaving.signal }).catch(() => 'lost');
      await until(async () => (await statesOf())[0] === 'reserved', 'the reservation');
      leaving.abort();
      await lost;
      await setTimeout(50);
      await letGo();
      const seen = (await statesOf()).length;
      await until(
        async () => (await statesOf()).length < seen || (await statesOf())[0] !== 'reserved',
        'the release',
      );
    });
    expect(spent).toEqual(NOTHING);
    expect((await send(`${first.url}${PATH}`, payment)).status).toBe(200);
  });

  it.each(['settling', 'settled'] as const)(
    'lets another process give the answer if one was killed while a payment was %s, charged once',
    async (state) => {
      const seller = await KillableSeller.start(bench.databaseUrl, bench.sale);
      const payment = await pay();
      const spent = await bench.spent(async () => {
        const held = bench.chain.proxy.settledAndHeld();
        const lost = send(`${seller.url}${PATH}`, payment).catch(() => 'lost');
        await held;
        await seller.kill();
        expect(await lost).toBe('lost');
        bench.chain.proxy.letGo();
        // As if the process had recorded the settlement before it was killed.
        if (state === 'settled')
          await bench.pool.query(
            `UPDATE payment SET state = 'settled', transaction = '0x00', settled_at = now() WHERE state = 'settling'`,
          );
        expectInUse(await send(`${first.url}${PATH}`, payment));
        await bench.passTime();
        const answer = await send(`${first.url}${PATH}`, payment);
        expect([answer.status, answer.json.data.number, answer.receipt?.success]).toEqual([200, HEAD, true]);
        await answerNoted();
        expect((await send(`${second.url}${PATH}`, payment)).status).toBe(402);
      });
      expect(spent).toEqual(ONCE);
    },
  );

  it('releases payments that a killed process had reserved and not charged', async () => {
    const seller = await KillableSeller.start(bench.databaseUrl, bench.sale);
    const payment = await pay();
    const spent = await bench.spent(async () => {
      const letGo = await bench.holdBlocks();
      const lost = send(`${seller.url}${PATH}`, payment).catch(() => 'lost');
      await until(async () => (await statesOf())[0] === 'reserved', 'the reservation');
      await seller.kill();
      await lost;
      await letGo();
      await bench.passTime();
      expect((await send(`${first.url}${PATH}`, payment)).status).toBe(200);
    });
    expect(spent).toEqual(ONCE);
  });

  it('has logged no payment', () => {
    expect(log.some((line) => line.includes('the facilitator could not be asked to settle'))).toBe(true);
    const written = log.join('');
    expect(sentOnce.length).toBeGreaterThan(50);
    for (const secret of sentOnce) expect(written).not.toContain(secret.slice(0, 60));
  });
});
