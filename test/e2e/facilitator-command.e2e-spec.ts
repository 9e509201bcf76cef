import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { HTTPFacilitatorClient } from '@x402/core/http';
import { type AlteredNode, startAlteredNode } from '../fixture/altered-node.js';
import { usePayments } from '../fixture/payments.js';
import { CommandBench, type RunningCommand, until } from './fixture/command.js';

const payments = usePayments();
const bench = new CommandBench();
let node: AlteredNode;
let blind = false;

beforeAll(async () => {
  node = await startAlteredNode(
    () => payments.chain.url,
    (method) => (blind && method === 'eth_getTransactionReceipt' ? null : undefined),
  );
  writeFileSync(keyFile(), `${payments.demo.settlerKey}\n`, { mode: 0o600 });
});
afterEach(() => {
  blind = false;
});
afterAll(async () => {
  await bench.close();
  await node.stop();
});

const keyFile = () => join(bench.directory, 'settler.key');
const settings = () => ({
  ...{ RPC_URLS: node.url, LOG_LEVEL: 'trace', FACILITATOR_PORT: '0', FACILITATOR_KEY_FILE: keyFile() },
  FACILITATOR_TOKENS: payments.demo.token.address,
});

async function start(): Promise<RunningCommand & { readonly client: HTTPFacilitatorClient }> {
  const command = bench.start(['facilitator'], settings());
  await command.said(/settling eip155:1 at http:\S+, .*\n/);
  const [, url = ''] = /at (http:\/\/127\.0\.0\.1:\d+)/.exec(command.out) ?? [];
  return Object.assign(command, { client: new HTTPFacilitatorClient({ url }) });
}

describe('the command facilitator', () => {
  it('settles a payment once though it was killed meanwhile, and shows neither key nor signature', async () => {
    const requirements = payments.requirements();
    const payment = await payments.pay(requirements);
    const [sent, held] = [await payments.sent(), await payments.balanceOf(payments.demo.payTo)];
    const killed = await start();
    blind = true;
    const lost = killed.client.settle(payment, requirements).then(
      () => 'answered',
      () => 'broken off',
    );
    await until(async () => (await payments.sent()) === sent + 1, 'the transaction to be mined');
    await killed.ended('SIGKILL');
    expect(await lost).toBe('broken off');

    blind = false;
    const again = await start();
    const answers = await Promise.all([1, 2, 3].map(() => again.client.settle(payment, requirements)));
    expect(answers).toEqual(answers.map(() => expect.objectContaining({ success: true })));
    expect(await payments.sent()).toBe(sent + 1);
    expect(await payments.balanceOf(payments.demo.payTo)).toBe(held + 1_000n);

    const ended = await again.ended('SIGTERM');
    expect(ended.code).toBe(0);
    const { signature } = payment.payload as { signature: string };
    for (const text of [ended.out, ended.err, killed.out, killed.err])
      for (const secret of [signature, payments.demo.settlerKey])
        expect(text.toLowerCase()).not.toContain(secret.slice(2, 66));
    expect(ended.err).toContain(answers[0]!.transaction);
  });

  it('refuses to start if a setting is missing or wrong, in a sentence without secrets', async () => {
    const run = (change: NodeJS.ProcessEnv) => bench.run(['facilitator'], { ...settings(), ...change });
    const wrong = join(bench.directory, 'wrong.key');
    writeFileSync(wrong, `${payments.demo.settlerKey} and more`);
    const refusals = await Promise.all([
      run({ RPC_URLS: '' }),
      run({ FACILITATOR_KEY_FILE: '' }),
      run({ FACILITATOR_KEY_FILE: '/nowhere' }),
      run({ FACILITATOR_KEY_FILE: wrong }),
    ]);
    expect(refusals.map(({ code, err }) => [code, err.trim()])).toEqual([
      [1, 'a facilitator settles on nodes: set RPC_URLS'],
      [1, 'a facilitator pays for gas: set FACILITATOR_KEY_FILE to a file with a private key'],
      [1, 'FACILITATOR_KEY_FILE cannot be read'],
      [1, 'FACILITATOR_KEY_FILE must hold a private key and nothing else: 64 hex digits'],
    ]);
  });

  it('refuses to share its directory with another process', async () => {
    const first = await start();
    const second = await bench.run(['facilitator'], settings());
    expect(second).toMatchObject({
      code: 1,
      err: expect.stringMatching(new RegExp(`^process ${first.child.pid} settles with`)),
    });
    expect((await first.ended('SIGINT')).code).toBe(0);
  });
});
