import { beforeAll, expect, it } from '@jest/globals';
import { readForkSchedule } from '../../src/definition/binding/fork-schedule.js';
import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { requireSameState } from '../../src/ingestion/append/compare-states.js';
import { verifyBlock } from '../../src/ingestion/verify/verify-block.js';
import type { ScriptedTransaction } from '../simulation/scripted-transaction.js';
import { SimChain } from '../simulation/sim-chain.js';
import { REQUEST_QUEUES, request } from '../simulation/system-writes.js';
import { answersOf, type NodeAnswers, sourcedOf } from './lying-node/node-answers.js';

const { schedule } = readForkSchedule('definitions/bindings/fork-schedule.yaml');
/** The chain begins with empty state, so all state is known. */
const NOTHING_BEFORE = {
  accounts: async (addresses: readonly unknown[]) => addresses.map(() => ({})),
  slots: async (asked: readonly unknown[]) => asked.map(() => Buffer.alloc(32)),
};
const COUNT = `0x${'0'.repeat(63)}1`;
const OTHER_CONTRACT = `0x${'77'.repeat(20)}`;

let chain: SimChain;

const asks = (contract: string): ScriptedTransaction => ({
  to: contract,
  play: (_, state) => request(contract, state),
});

beforeAll(async () => {
  chain = new SimChain({ seed: 4788, contracts: 3 });
  // In three consecutive blocks, transactions use the queues, and the blocks themselves empty them.
  for (let block = 0; block < 3; block++)
    await chain.play([...REQUEST_QUEUES, ...REQUEST_QUEUES, OTHER_CONTRACT].map(asks));
});

function blocksOf(change: (answers: NodeAnswers, at: number) => void = () => undefined): VerifiedBlock[] {
  return chain.blocks.map((block, at) => {
    const answers = answersOf(block);
    change(answers, at);
    return verifyBlock(sourcedOf(answers), { schedule });
  });
}

it('writes of blocks outside transactions are no contradiction', async () => {
  const diffs = answersOf(chain.blocks[1]!).diffs;
  // The count begins at zero again, though the transactions of the block before left two.
  expect(diffs[0]!.result.pre[REQUEST_QUEUES[0]]?.storage?.[COUNT]).toBeUndefined();
  expect(diffs[2]!.result.pre[REQUEST_QUEUES[0]]?.storage?.[COUNT]).toMatch(/1$/);
  await expect(requireSameState(blocksOf(), NOTHING_BEFORE, schedule)).resolves.toBeUndefined();
});

it('slots of other contracts are compared across blocks, and slots of system contracts within one', async () => {
  const forgotten = (answers: NodeAnswers, at: number): void => {
    if (at === 1) delete answers.diffs[4]!.result.pre[OTHER_CONTRACT]!.storage;
  };
  await expect(requireSameState(blocksOf(forgotten), NOTHING_BEFORE, schedule)).rejects.toThrow(
    new RegExp(`block ${chain.firstBlock + 1} refused: state_changes .*${OTHER_CONTRACT}.*storage .* before`),
  );
  const within = (answers: NodeAnswers, at: number): void => {
    if (at === 1) delete answers.diffs[2]!.result.pre[REQUEST_QUEUES[0]]!.storage;
  };
  expect(() => blocksOf(within)).toThrow(/state_changes .*"transactionIndex":2.*7002.*storage/);
});
