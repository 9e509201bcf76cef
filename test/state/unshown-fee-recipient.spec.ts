import { expect, it } from '@jest/globals';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { Header } from '../../src/domain/chain/record/block.js';
import { TRANSACTION_LIMITS } from '../../src/state/execution/run/limits.js';
import { MemoryState } from '../../src/state/execution/run/memory-state.js';
import { type StateSource, UNKNOWN } from '../../src/state/execution/run/state-source.js';
import { TransactionExecution } from '../../src/state/witness/transaction-execution.js';
import { assembled } from '../builder/assembled.js';
import { SENDER } from '../builder/signed-transactions.js';
import { addressOfByte, SCHEDULE } from '../builder/view-call.js';

const WORD = Buffer.alloc(32);
const FEE_RECIPIENT = addressOfByte(0xc0);
const SUBJECT = addressOfByte(0x11);
const OWN = SENDER.address.toLowerCase() as `0x${string}`;
/** Logs the size of the fee recipient's answer. */
const ASKS = `0 0 0 0 ${BigInt(FEE_RECIPIENT)} 100000 STATICCALL POP RETURNDATASIZE 0 MSTORE 32 0 LOG0 STOP`;
const ANSWERS = '1 0 MSTORE 32 0 RETURN';

const header = (number: number): Header => ({
  ...{ parentHash: WORD, ommersHash: WORD, beneficiary: fromHex(FEE_RECIPIENT), stateRoot: WORD, number },
  ...{ transactionsRoot: WORD, receiptsRoot: WORD, logsBloom: Buffer.alloc(256), difficulty: 0n },
  ...{
    gasLimit: 30_000_000,
    gasUsed: 0,
    timestamp: 1_750_000_000,
    extraData: Buffer.alloc(0),
    mixHash: WORD,
  },
  ...{ nonce: Buffer.alloc(8), baseFeePerGas: 7n, withdrawalsRoot: WORD, blobGasUsed: 0, excessBlobGas: 0 },
  ...{ parentBeaconBlockRoot: WORD, requestsHash: WORD },
});
const state = new MemoryState([
  [OWN, { balance: 10n ** 18n }],
  [SUBJECT, { code: assembled(ASKS), nonce: 1n }],
  [FEE_RECIPIENT, { code: assembled(ANSWERS), nonce: 1n }],
]);
/** State of a witness with only the code of the fee recipient, which is all that the EVM reads. */
const unshown: StateSource = {
  account: (address) => (address === FEE_RECIPIENT ? UNKNOWN : state.account(address)),
  code: (address) => state.code(address),
  slot: (address, slot) => state.slot(address, slot),
};

async function executed(gasPrice: bigint, source: StateSource) {
  const call = { type: 'legacy', chainId: 1, gasPrice, gas: 500_000n } as const;
  const to = [OWN, SUBJECT];
  const raws = await Promise.all(
    to.map(async (to, nonce) => fromHex(await SENDER.signTransaction({ ...call, nonce, to }))),
  );
  const transactions = raws.map((raw, index) => ({ index, raw }));
  const block = { header: header(22_500_001), ancestors: [header(22_500_000)], transactions };
  const made = await new TransactionExecution(block, SCHEDULE).run(source, TRANSACTION_LIMITS);
  expect(made.failed).toBeUndefined();
  return made.executed.get(1)!;
}

it.each([
  ['nothing', 7n],
  ['a tip', 8n],
])('a fee recipient that earns %s and whose account is not shown keeps its code', async (_, gasPrice) => {
  const { logs, gasUsed } = await executed(gasPrice, unshown);
  expect(BigInt(`0x${Buffer.from(logs[0]!.data).toString('hex')}`)).toBe(32n);
  const known = await executed(gasPrice, state);
  expect([gasUsed, logs]).toEqual([known.gasUsed, known.logs]);
});
