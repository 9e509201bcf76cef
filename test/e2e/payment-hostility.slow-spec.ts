import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HEAD } from './fixture/chain.js';
import { until } from './fixture/command.js';
import type { PaidService } from './fixture/paid-service.js';
import { encoded, type Payload, type Sent, send } from './fixture/payer.js';
import { RawClient, rawGet, rawPaid } from './fixture/raw-client.js';
import { usePayments } from './fixture/use-payments.js';

const PATH = `/api/v1/chains/1/blocks/${HEAD}`;
const NOTHING = [0n, 0n];
const ONCE = [1_000n, 1_000n];
const FREE = '/openapi.json';
/** More answers than a connection buffers unread. */
const MANY = 40;
/** Time in which what must not happen could happen. */
const WHILE_MS = 1_000;

const whyOf = ({ json }: Sent): string => json?.error.message;

describe('hostile clients of the pay address', () => {
  const bench = usePayments();
  const clients: RawClient[] = [];
  let first: PaidService;
  let second: PaidService;
  beforeAll(async () => {
    first = await bench.start();
    second = await bench.start({ cacheBytes: 1_000_000 });
  });
  beforeEach(async () => {
    await bench.pool.query('DELETE FROM payment');
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.reset();
  });
  const connect = async (service = first) => {
    const client = await RawClient.connect(service.url);
    clients.push(client);
    return client;
  };
  const pay = (): Promise<Payload> => bench.payer.pay(`${first.url}${PATH}`);
  const sendAgain = (payment: Payload, service = first) => send(`${service.url}${PATH}`, payment);
  /** State of the test's payment. */
  const stateOf = async (): Promise<string | undefined> =>
    (await bench.pool.query('SELECT state FROM payment')).rows[0]?.state;
  /** The answer is recorded after it was sent. */
  const isAnswered = () => until(async () => (await stateOf()) === 'answered', 'the answer to be noted');
  const isHeld = async (): Promise<boolean> =>
    (await bench.pool.query('SELECT held_until > now() AS held FROM payment')).rows[0]?.held === true;
  const expectUsed = async (payment: Payload) => {
    for (const service of [first, second]) {
      const refused = await sendAgain(payment, service);
      expect([refused.status, whyOf(refused)]).toEqual([402, expect.stringContaining('it has been used')]);
    }
  };
  /** Restores the state in which the connection broke before the answer was sent. */
  const loseAnswer = async () => {
    await isAnswered();
    await bench.pool.query(`UPDATE payment SET state = 'settled' WHERE state = 'answered'`);
  };

  it('gives one answer for a payment behind 40 free requests whose answers are read late, however often it is sent', async () => {
    const payment = await pay();
    let answers = 0;
    const spent = await bench.spent(async () => {
      for (const service of [first, second, first]) {
        const client = await connect(service);
        client.send(rawGet(FREE).repeat(MANY) + rawPaid(PATH, payment));
        await setTimeout(WHILE_MS);
        await client.readUntil(() => client.statuses.length === MANY + 1);
        answers += client.paidAnswers;
        await isAnswered();
      }
    });
    expect([answers, spent]).toEqual([1, ONCE]);
    await expectUsed(payment);
  });

  it('gives one answer for 20 pipelined copies of a payment at each of two services at once', async () => {
    const payment = await pay();
    let answers = 0;
    const spent = await bench.spent(async () => {
      const both = await Promise.all([connect(first), connect(second)]);
      for (const client of both) client.send(rawPaid(PATH, payment).repeat(20));
      for (const client of both) {
        await client.readUntil(() => client.statuses.length === 20);
        answers += client.paidAnswers;
        expect(client.statuses.filter((status) => status === 200)).toHaveLength(client.paidAnswers);
      }
      await isAnswered();
    });
    expect([answers, spent]).toEqual([1, ONCE]);
    await expectUsed(payment);
  });

  it('gives one answer to a pipelined HEAD, GET and conditional GET with one payment', async () => {
    const tag = (await sendAgain(await pay())).headers.get('etag') ?? '';
    await isAnswered();
    await bench.pool.query('DELETE FROM payment');
    const payment = await pay();
    const spent = await bench.spent(async () => {
      const client = await connect(second);
      const paid = { 'payment-signature': encoded(payment) };
      client.send(
        rawGet(PATH, paid, '1.1', 'HEAD') +
          rawGet(PATH, paid) +
          rawGet(PATH, { ...paid, 'if-none-match': tag }),
      );
      await client.readUntil(() => client.statuses.length === 3);
      expect([client.paidAnswers, client.statuses[0]]).toEqual([1, 200]);
      await isAnswered();
    });
    expect(spent).toEqual(ONCE);
    await expectUsed(payment);
  });

  it('charges nothing for an answer whose turn never comes, since those before it are not read', async () => {
    const payment = await pay();
    const spent = await bench.spent(async () => {
      const client = await connect();
      client.send(rawGet(FREE).repeat(MANY) + rawPaid(PATH, payment));
      await setTimeout(WHILE_MS);
      client.reset();
      await setTimeout(WHILE_MS);
    });
    expect(spent).toEqual(NOTHING);
    expect((await sendAgain(payment)).status).toBe(200);
  });

  it.each([
    ['never reads', async () => isAnswered()],
    [
      'resets the connection after the head',
      async (client: RawClient) => {
        await client.readUntil(() => client.text.includes('\r\n\r\n'));
        client.reset();
      },
    ],
    [
      'resets it after the last byte',
      async (client: RawClient) => {
        await client.readUntil(() => client.text.endsWith('}}'));
        client.reset();
      },
    ],
  ] as const)('counts as answered a caller who %s', async (_, leave) => {
    const payment = await pay();
    const spent = await bench.spent(async () => {
      const client = await connect();
      client.send(rawPaid(PATH, payment));
      await leave(client);
      await isAnswered();
    });
    expect(spent).toEqual(ONCE);
    await expectUsed(payment);
  });

  it('charges nothing if the caller half-closes with the request, since Node then closes the connection', async () => {
    const payment = await pay();
    const spent = await bench.spent(async () => {
      const client = await connect();
      client.send(rawPaid(PATH, payment));
      client.endSending();
      await client.readUntil(() => client.isClosed);
      expect(client.text).toBe('');
      await setTimeout(WHILE_MS);
    });
    expect(spent).toEqual(NOTHING);
    await bench.passTime();
    expect((await sendAgain(payment)).status).toBe(200);
  });

  it.each([
    ['closes his side', (client: RawClient) => client.endSending()],
    ['resets the connection', (client: RawClient) => client.reset()],
  ])('owes the answer to who %s while it is settled, charged once', async (_, leave) => {
    const payment = await pay();
    const spent = await bench.spent(async () => {
      const client = await connect();
      const held = bench.chain.proxy.settledAndHeld();
      client.send(rawPaid(PATH, payment));
      await held;
      leave(client);
      // By then the answer comes too late.
      await setTimeout(WHILE_MS);
      bench.chain.proxy.letGo();
      await until(async () => (await sendAgain(payment, second)).status === 200, 'the answer that is due');
      expect(client.paidAnswers).toBe(0);
      await isAnswered();
    });
    expect(spent).toEqual(ONCE);
    await expectUsed(payment);
  });

  it.each([
    ['1.0', { connection: 'keep-alive' }, { connection: 'keep-alive' }],
    ['1.0', { connection: 'keep-alive' }, {}],
    ['1.1', {}, { connection: 'close' }],
  ] as const)(
    'gives one answer over HTTP/%s to requests that say %j, then %j',
    async (version, free, paid) => {
      const payment = await pay();
      const spent = await bench.spent(async () => {
        const client = await connect();
        client.send(
          rawGet(FREE, free, version).repeat(MANY) + rawPaid(PATH, payment, paid, version).repeat(2),
        );
        await setTimeout(WHILE_MS);
        await client.readUntil(() => client.paidAnswers === 1);
        await isAnswered();
      });
      expect(spent).toEqual(ONCE);
      await expectUsed(payment);
    },
  );

  it('charges nothing behind a request that closes the connection', async () => {
    const payment = await pay();
    const spent = await bench.spent(async () => {
      const client = await connect();
      client.send(rawGet(FREE, { connection: 'close' }) + rawPaid(PATH, payment));
      await client.readUntil(() => client.isClosed);
      expect(client.statuses).toEqual([200]);
      await setTimeout(WHILE_MS);
    });
    expect(spent).toEqual(NOTHING);
    expect((await sendAgain(payment)).status).toBe(200);
  });

  it('answers a paid call before it refuses an unreadable request behind it', async () => {
    const payment = await pay();
    const spent = await bench.spent(async () => {
      const client = await connect();
      client.send(`${rawPaid(PATH, payment)}nonsense\r\n\r\n`);
      await client.readUntil(() => client.isClosed);
      expect([client.statuses, client.paidAnswers]).toEqual([[200, 400], 1]);
    });
    expect(spent).toEqual(ONCE);
    await isAnswered();
    await expectUsed(payment);
  });

  it('sends a lost answer at most three times in all, however many services are asked', async () => {
    const payment = await pay();
    const statuses: number[] = [];
    const spent = await bench.spent(async () => {
      for (const service of [first, second, first]) {
        const answer = await sendAgain(payment, service);
        expect([answer.status, answer.json.data.number, answer.receipt?.success]).toEqual([200, HEAD, true]);
        await loseAnswer();
      }
      for (const service of [first, second]) statuses.push((await sendAgain(payment, service)).status);
    });
    expect([statuses, spent]).toEqual([[402, 402], ONCE]);
    await expectUsed(payment);
  });

  it('sends a lost answer until ten minutes after the settlement, though the authorization is valid for longer', async () => {
    const payment = await pay();
    const spent = await bench.spent(async () => {
      expect((await sendAgain(payment)).status).toBe(200);
      await loseAnswer();
      await bench.pool.query(`UPDATE payment SET settled_at = settled_at - interval '9 minutes'`);
      expect((await sendAgain(payment, second)).status).toBe(200);
      await loseAnswer();
      await bench.pool.query(`UPDATE payment SET settled_at = settled_at - interval '1 minute'`);
      await expectUsed(payment);
    });
    expect(spent).toEqual(ONCE);
  });

  it('does not answer an attempt whose hold expired while the method ran, though the payment is settled', async () => {
    // A service without a cache, so that its method waits too.
    const another = await bench.start();
    const payment = await pay();
    const spent = await bench.spent(async () => {
      expect((await sendAgain(payment)).status).toBe(200);
      await loseAnswer();
      const letGo = await bench.holdBlocks();
      const slow = sendAgain(payment);
      await until(isHeld, 'the first attempt');
      await bench.passTime();
      const other = sendAgain(payment, another);
      await until(isHeld, 'the second');
      await letGo();
      expect([(await slow).status, (await other).status]).toEqual([503, 200]);
    });
    expect(spent).toEqual(ONCE);
    await isAnswered();
    await expectUsed(payment);
  });
});
