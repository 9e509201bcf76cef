import { describe, expect, it } from '@jest/globals';
import { readForkSchedule } from '../../src/definition/binding/fork-schedule.js';
import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { verifyAgainstParent } from '../../src/ingestion/verify/parent-rules.js';
import { verifyBlock } from '../../src/ingestion/verify/verify-block.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { sharedChain } from '../shared/demo-chain.js';
import { ERAS, type EraName } from '../simulation/era.js';
import { startSimulatedNode } from '../simulation/simulated-node.js';

const { schedule } = readForkSchedule('definitions/bindings/fork-schedule.yaml');

/** Every block of a node, checked by all rules. */
async function ruledBlocks(url: string, from: number, to: number): Promise<VerifiedBlock[]> {
  const source = await ExecutionSource.connect([url], 1);
  const blocks: VerifiedBlock[] = [];
  try {
    for (let number = from; number <= to; number++) {
      const block = await source.block(number, true, (sourced) => {
        const verified = verifyBlock(sourced, { number, schedule });
        const parent = blocks.at(-1);
        if (parent) verifyAgainstParent(parent, verified, schedule);
        return verified;
      });
      blocks.push(block);
    }
  } finally {
    await source.close();
  }
  return blocks;
}

describe('every rule for blocks is kept', () => {
  it('by the demo chain, whose genesis has no state diff and whose logs all have a frame', async () => {
    const chain = await sharedChain();
    const [genesis, ...blocks] = await ruledBlocks(chain.url, chain.firstBlock, chain.height());
    expect(genesis).toMatchObject({ frames: [] });
    expect(genesis).not.toHaveProperty('stateChanges');
    expect(blocks.length).toBeGreaterThan(200);
    for (const { receipts, frames, stateChanges } of blocks) {
      expect(stateChanges).toHaveLength(receipts.length);
      receipts.forEach(({ logs }, i) => {
        const numbered = frames![i]!.flatMap(({ logIndexes }) => logIndexes!);
        expect(numbered.sort((a, b) => a - b)).toEqual(logs.map((_, index) => index));
      });
    }
  });

  it.each(Object.keys(ERAS) as EraName[])(
    'by a simulated chain of %s, by both tracer families',
    async (era) => {
      const node = await startSimulatedNode({ seed: 71, era });
      await node.chain.extend(80);
      const other = await startSimulatedNode({ seed: 71, chain: node.chain, without: ['debug'] });
      try {
        const { firstBlock } = node.chain;
        for (const { url } of [node, other]) {
          const blocks = await ruledBlocks(url, firstBlock, firstBlock + 79);
          expect(blocks.every(({ frames, stateChanges }) => frames && stateChanges)).toBe(true);
        }
      } finally {
        await other.stop();
        await node.stop();
      }
    },
  );
});
