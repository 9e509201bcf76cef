import { describe, expect, it } from '@jest/globals';
import type { Hex } from 'viem';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { Header } from '../../src/domain/chain/record/block.js';
import { TRANSACTION_LIMITS } from '../../src/state/execution/run/limits.js';
import { MemoryState } from '../../src/state/execution/run/memory-state.js';
import { TransactionExecution } from '../../src/state/witness/transaction-execution.js';
import { bounded } from '../bounded.js';
import { assembled } from '../builder/assembled.js';
import { SENDER } from '../builder/signed-transactions.js';
import { addressOfByte, SCHEDULE } from '../builder/view-call.js';
import { BOMBS } from '../second-opinion/bombs.js';
import { FastDice } from '../second-opinion/dice.js';

const SUBJECT = addressOfByte(0x11);
const WORD = Buffer.alloc(32);
const ETHER = 10n ** 18n;
/** In Prague one transaction may use the gas of a whole block. */
const PRAGUE = 1_750_000_000;
/** Share of all limits. */
const SHARE = bounded(20, 1);
const { gas, frames, steps } = TRANSACTION_LIMITS;
const LIMITS = { ...TRANSACTION_LIMITS, frames: frames / SHARE, steps: steps / SHARE };
/** Words of the largest copy by one opcode of a bomb. */
const MOST_OF_AN_OPCODE = 1_000_000 / 32;
/** Precompiles that compute on curves or numbers, whose gas says little about their time. */
const SLOW = /^precompile (1|[5-9]|1[1-7])$/;

const header = (number: number): Header => ({
  ...{ parentHash: WORD, ommersHash: WORD, beneficiary: Buffer.alloc(20, 0xc0), stateRoot: WORD, number },
  ...{ transactionsRoot: WORD, receiptsRoot: WORD, logsBloom: Buffer.alloc(256), difficulty: 0n },
  ...{ gasLimit: gas, gasUsed: 0, timestamp: PRAGUE, extraData: Buffer.alloc(0), mixHash: WORD },
  ...{ nonce: Buffer.alloc(8), baseFeePerGas: 7n, withdrawalsRoot: WORD, blobGasUsed: 0, excessBlobGas: 0 },
  ...{ parentBeaconBlockRoot: WORD, requestsHash: WORD },
});

async function executed(bomb: Buffer) {
  const call = { type: 'legacy', chainId: 1, nonce: 0, to: SUBJECT, gasPrice: 7n } as const;
  const raw = fromHex(await SENDER.signTransaction({ ...call, gas: BigInt(gas / SHARE) }));
  const state = new MemoryState([
    [SUBJECT, { code: bomb, nonce: 1n, balance: ETHER }],
    [SENDER.address.toLowerCase() as Hex, { balance: ETHER }],
  ]);
  const block = { header: header(22_500_001), ancestors: [header(22_500_000)] };
  const execution = new TransactionExecution({ ...block, transactions: [{ index: 0, raw }] }, SCHEDULE);
  const { failed, left, executed: made } = await execution.run(state, LIMITS);
  const spent = { frames: LIMITS.frames - left.frames, steps: LIMITS.steps - left.steps };
  return { failed, spent, gasUsed: made.get(0)?.gasUsed };
}

describe('the transaction of a hostile bundle', () => {
  it.each(BOMBS)('with a bomb of %s ends within the limits of work', async (name, bomb) => {
    const { failed, spent, gasUsed } = await executed(bomb(new FastDice(3)));
    if (failed === undefined) expect(gasUsed).toBeLessThanOrEqual(gas / SHARE);
    else expect(['budget', 'precompile']).toContain(failed.reason.kind);
    expect(spent.frames).toBeLessThanOrEqual(LIMITS.frames);
    expect(spent.steps).toBeLessThanOrEqual(LIMITS.steps + MOST_OF_AN_OPCODE);
    // Some two thousand calls, the slowest of which takes some milliseconds.
    if (SLOW.test(name)) expect(spent.frames).toBeLessThanOrEqual(LIMITS.steps / LIMITS.precompileSteps + 1);
  });

  it('may fail in a precompile no more often than it may succeed', async () => {
    // With an invalid point the call uses all its gas.
    const noPoint = '1 0 MSTORE JUMPDEST 0 0 256 0 11 375 STATICCALL POP 5 JUMP';
    const { failed, spent } = await executed(assembled(noPoint));
    expect(failed?.reason).toEqual({ kind: 'budget', what: 'steps' });
    expect(spent.frames).toBeLessThanOrEqual(LIMITS.steps / LIMITS.precompileSteps + 1);
  });
});
