import { describe, expect, it } from '@jest/globals';
import { digestText } from '../../src/domain/canonical/canonical-json.js';
import type { CallBundle } from '../../src/verifier/bundle/call-bundle.schema.js';
import { published } from '../../src/verifier/published.js';
import { verifyText } from '../../src/verifier/verify-text.js';
import { bounded } from '../bounded.js';
import { Prng } from '../simulation/prng.js';
import { connectAgent } from './fixture/agent.js';
import { useDemo } from './fixture/use-demo.js';

const CALLS = bounded(300, 3_000);
const BLOCKS = 4;
const ZERO = `0x${'00'.repeat(20)}`;
/** `cloneMany(address,uint256)`. It asks for the account of each clone, one after the other, which may take too long. */
const CLONE_MANY = '0xe328f053';
const word = (hex: string): string => hex.replace('0x', '').padStart(64, '0');

describe('view calls', () => {
  const demo = useDemo();
  const call = async (address: string, data: string, block?: number) =>
    (await demo.get(`contracts/${address}/call?data=${data}${block === undefined ? '' : `&block=${block}`}`))
      .json;
  const TOTAL_SUPPLY = '0x18160ddd';

  async function nodeCalls(asked: readonly { to: string; data: string; block: number }[]) {
    const response = await fetch(demo.nodeUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(
        asked.map(({ to, data, block }, id) => ({
          ...{ jsonrpc: '2.0', id, method: 'eth_call' },
          params: [{ from: ZERO, to, data, gas: '0x989680', gasPrice: '0x0' }, `0x${block.toString(16)}`],
        })),
      ),
    });
    const answers = (await response.json()) as {
      id: number;
      result?: string;
      error?: { data?: string; message: string };
    }[];
    return answers.sort((one, other) => one.id - other.id);
  }

  it('give the answers of the node, for functions of all contracts', async () => {
    const random = new Prng(3);
    const functions: { to: string; data: string }[] = [];
    const { addresses } = demo;
    for (const to of addresses) {
      const { status, json } = await demo.get(`contracts/${to}/selectors`);
      if (status !== 200) continue;
      for (const { selector } of json.data.selectors as { selector: string }[]) {
        functions.push({ to, data: selector }, { to, data: `${selector}${word('0').repeat(4)}` });
        functions.push({ to, data: `${selector}${word(random.pick(addresses)).repeat(3)}` });
      }
    }
    const blocks = Array.from({ length: BLOCKS }, () => random.between(demo.firstBlock, demo.head));
    const asked = random
      .shuffle(functions)
      .slice(0, CALLS)
      .map((one) => ({ ...one, block: random.pick([...blocks, demo.head]) }));
    const theirs = await nodeCalls(asked);
    const clones = demo.at('clone factory');
    const counts: Record<string, number> = { addresses: addresses.length, functions: functions.length };
    const times: number[] = [];
    for (const [at, { to, data, block }] of asked.entries()) {
      const began = performance.now();
      const { data: ours, error: refusal } = await call(to, data, block);
      times.push(performance.now() - began);
      if (refusal) {
        expect([to, data, block, refusal.code]).toEqual([to, data, block, 'service_unavailable']);
        expect([to, data.startsWith(CLONE_MANY)]).toEqual([clones, true]);
        counts.late = (counts.late ?? 0) + 1;
        continue;
      }
      counts[ours.outcome] = (counts[ours.outcome] ?? 0) + 1;
      if (ours.outcome === 'undecided') {
        if (to === clones && data.startsWith(CLONE_MANY)) continue;
        // A loop that burns all its gas exceeds our limit of steps.
        expect([to, data, block, ours.undecided]).toEqual([
          to,
          data,
          block,
          { kind: 'budget', what: 'steps' },
        ]);
        expect(theirs[at]!.error?.message).toMatch(/gas/i);
        continue;
      }
      if (ours.volatile.length > 0) counts.volatile = (counts.volatile ?? 0) + 1;
      counts.proven = (counts.proven ?? 0) + ours.support.proven;
      counts.changes = (counts.changes ?? 0) + ours.support.changes;
      const { result, error } = theirs[at]!;
      const expected = error === undefined ? ['returned', result] : ['reverted', error.data ?? '0x'];
      expect([to, data, block, ours.outcome, ours.output]).toEqual([to, data, block, ...expected]);
      if (ours.volatile.length > 0) expect(ours).not.toHaveProperty('validity');
      else {
        expect(ours.validity.sinceBlock).toBeLessThanOrEqual(block);
        expect(ours.validity.throughBlock).toBeGreaterThanOrEqual(block);
      }
    }
    times.sort((a, b) => a - b);
    const timeAt = (share: number) => `${times[Math.floor(times.length * share)]!.toFixed(0)} ms`;
    process.stdout.write(
      `view calls: ${JSON.stringify(counts)}, median ${timeAt(0.5)}, 99th ${timeAt(0.99)} percentile\n`,
    );
    expect(counts.returned).toBeGreaterThan(50);
    expect(counts.reverted).toBeGreaterThan(20);
    expect(counts.undecided ?? 0).toBeLessThan(CALLS / 50);
  });

  it('name the blocks in which their answer stays the same, which end where a slot that they read was written', async () => {
    const token = demo.at('weth');
    const { data: now } = await call(token, TOTAL_SUPPLY);
    expect(now).toMatchObject({ outcome: 'returned', blockNumber: demo.head, volatile: [] });
    const { data: first } = await call(token, TOTAL_SUPPLY, now.validity.sinceBlock);
    expect(first.output).toBe(now.output);
    expect(first.validity).toEqual(now.validity);
    expect(now.validity.throughBlock).toBe(demo.head);
    const { data: before } = await call(token, TOTAL_SUPPLY, now.validity.sinceBlock - 1);
    expect(before.validity?.throughBlock ?? now.validity.sinceBlock - 1).toBe(now.validity.sinceBlock - 1);
  });

  it('of an account without code return nothing, and depend on its empty code', async () => {
    const { data } = await call(`0x${'77'.repeat(20)}`, '0x');
    expect(data).toMatchObject({ outcome: 'returned', output: '0x', gasUsed: '0', reads: [] });
    expect(data.codes).toHaveLength(1);
  });

  it.each([
    ['', 'query_missing'],
    ['?data=', 'calldata_invalid'],
    ['?data=0x123', 'calldata_invalid'],
    ['?data=1234', 'calldata_invalid'],
    [`?data=0x${'00'.repeat(1_901)}`, 'calldata_too_long'],
    ['?data=0x&block=-1', 'block_invalid'],
    ['?data=0x&block=1', 'block_invalid'],
    ['?data=0x&block=99000000', 'beyond_coverage'],
    ['?data=0x&caller=0x', 'unknown_parameter'],
  ])('are refused: %s', async (query, reason) => {
    const { json } = await demo.get(`contracts/${demo.at('weth')}/call${query}`);
    expect(json.error.details.reason).toBe(reason);
  });

  it('take call data of 1,900 bytes', async () => {
    const { data } = await call(demo.at('weth'), `${TOTAL_SUPPLY}${'00'.repeat(1_896)}`);
    expect(data.outcome).toBe('returned');
  });

  it('can be executed again from the text of a bundle alone', async () => {
    const token = demo.at('weth');
    const { json } = await demo.get(`contracts/${token}/call/bundle?data=${TOTAL_SUPPLY}`);
    const { bundle, bundleHash, ...rest } = json.data;
    expect(rest).toMatchObject({ address: token, outcome: 'returned', blockNumber: demo.head });
    expect(bundleHash).toBe(digestText(bundle));
    const verified = await verifyText(bundle, published());
    expect(verified.outcome).toBe('verified call');
    const { data } = await call(token, TOTAL_SUPPLY);
    expect((JSON.parse(bundle) as CallBundle).result.output).toBe(data.output);
    const undecided = await demo.get(`contracts/${token}/call/bundle?data=0x&block=99000000`);
    expect(undecided.json.error.details.reason).toBe('beyond_coverage');
  });

  it('are a tool for agents', async () => {
    const agent = await connectAgent(demo.url);
    const { structuredContent } = await agent.callTool({
      name: 'get_contract_call',
      arguments: { address: demo.at('weth'), data: TOTAL_SUPPLY },
    });
    expect(structuredContent).toMatchObject({ outcome: 'returned', fork: expect.any(String) });
    await agent.close();
  });
});
