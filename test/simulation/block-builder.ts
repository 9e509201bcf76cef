import { bloomOf } from './bloom.js';
import { keccak, quantity, rlp } from './bytes.js';
import type { DraftContext, Liveliness } from './draft.js';
import type { Era } from './era.js';
import { type HeaderJson, headerHash, ommersHash } from './header.js';
import type { Signer } from './key-ring.js';
import { orderedRoot } from './ordered-root.js';
import type { Prng } from './prng.js';
import { receiptsJson, sealReceipts } from './receipts.js';
import { runScript, type ScriptedTransaction } from './scripted-transaction.js';
import type { BlockJson, SimBlock, TransactionJson, WithdrawalJson } from './sim-block.js';
import { beginBlock, endBlock } from './system-writes.js';
import { type RunTransaction, runTransaction } from './transaction-run.js';
import type { WorldState } from './world-state.js';

export interface BuildContext {
  readonly era: Era;
  readonly state: WorldState;
  readonly signers: readonly Signer[];
  readonly chainId: number;
  readonly liveliness: Liveliness;
}

const GAS_LIMIT = 60_000_000;
const LARGEST_TRANSACTION = 1_500_000;
const NO_REQUESTS = '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const FEE_RECIPIENTS = Array.from({ length: 4 }, (_, index) => `0x${`fee${index}`.padEnd(40, '0')}`);

/** Builds and applies the block after `parent`, with invented transactions or those of a script. */
export async function buildBlock(
  random: Prng,
  parent: HeaderJson & { readonly hash: string },
  context: BuildContext,
  script?: readonly ScriptedTransaction[],
): Promise<SimBlock> {
  const { era, state } = context;
  const number = Number(parent.number) + 1;
  const baseFee = era.baseFee ? nextBaseFee(parent) : 0n;
  const excess = era.blobs ? nextExcess(parent, era.blobs) : 0;
  const blobFee = era.blobs ? blobPrice(BigInt(excess), BigInt(era.blobs.updateFraction)) : 0n;
  const feeRecipient = random.pick(FEE_RECIPIENTS);
  const prices = { baseFee, blobFee, feeRecipient };
  if (era.blobs) beginBlock(era, number, parent, state);
  const runs =
    script?.map((scripted) => runScript(scripted, context, prices)) ??
    fill(random, { ...context, baseFee }, prices);
  const sealed = sealReceipts(runs, random, era.receiptRoots);
  const withdrawals = era.withdrawals ? withdraw(random, number, state) : undefined;
  const ommers = era.mined && random.chance(0.3) ? inventOmmers(random, parent) : [];
  payRewards(era.reward, feeRecipient, ommers, state);
  if (era.requests) endBlock(state);
  const blobGas = runs.reduce((sum, run) => sum + run.draft.blobHashes.length, 0) * 131_072;
  const header: HeaderJson = {
    parentHash: parent.hash,
    sha3Uncles: ommersHash(ommers),
    miner: feeRecipient,
    stateRoot: random.hex(32),
    transactionsRoot: await orderedRoot(runs.map((run) => run.signed.raw)),
    receiptsRoot: await orderedRoot(sealed.map((receipt) => receipt.raw)),
    logsBloom: bloomOf(runs.flatMap((run) => run.logs)),
    difficulty: era.mined ? quantity(10n ** 15n + BigInt(random.next())) : '0x0',
    number: quantity(number),
    gasLimit: quantity(GAS_LIMIT),
    gasUsed: quantity(sealed.at(-1)?.cumulativeGasUsed ?? 0),
    timestamp: quantity(Number(parent.timestamp) + (era.mined ? random.between(3, 30) : 12)),
    extraData: random.hex(random.between(0, 32)),
    mixHash: random.hex(32),
    nonce: era.mined ? random.hex(8) : '0x0000000000000000',
    ...(era.baseFee && { baseFeePerGas: quantity(baseFee) }),
    ...(withdrawals && { withdrawalsRoot: await orderedRoot(withdrawals.map(sealWithdrawal)) }),
    ...(era.blobs && {
      blobGasUsed: quantity(blobGas),
      excessBlobGas: quantity(excess),
      parentBeaconBlockRoot: random.hex(32),
    }),
    ...(era.requests && { requestsHash: NO_REQUESTS }),
  };
  const hash = headerHash(header);
  const place = { blockHash: hash, blockNumber: header.number };
  const json: BlockJson = {
    ...header,
    hash,
    transactions: runs.map((run, index) =>
      transactionJson(run, { ...place, transactionIndex: quantity(index) }),
    ),
    uncles: ommers.map((ommer) => ommer.hash),
    ...(withdrawals && { withdrawals }),
  };
  return { number, hash, json, receipts: receiptsJson(runs, sealed, { ...place, blobFee }), ommers, runs };
}

function fill(
  random: Prng,
  context: Omit<DraftContext, 'blobsLeft'>,
  prices: Parameters<typeof runTransaction>[2],
): RunTransaction[] {
  const [fewest, most] = context.liveliness.transactions;
  const runs: RunTransaction[] = [];
  let gasLeft = GAS_LIMIT;
  let blobsLeft = context.era.blobs?.most ?? 0;
  for (let left = random.between(fewest, most); left > 0 && gasLeft > LARGEST_TRANSACTION; left--) {
    const run = runTransaction(random, { ...context, blobsLeft }, prices);
    gasLeft -= run.gasUsed;
    blobsLeft -= run.draft.blobHashes.length;
    runs.push(run);
  }
  return runs;
}

/** The base fee of the next block, by EIP-1559. */
function nextBaseFee(parent: HeaderJson): bigint {
  const fee = BigInt(parent.baseFeePerGas ?? 10n ** 9n);
  const target = BigInt(parent.gasLimit) / 2n;
  const used = BigInt(parent.gasUsed);
  if (used >= target) {
    const rise = (fee * (used - target)) / target / 8n;
    return used === target ? fee : fee + (rise > 0n ? rise : 1n);
  }
  return fee - (fee * (target - used)) / target / 8n;
}

/** The excess blob gas of the next block, by EIP-4844, and by EIP-7918 if the era has a reserve price. */
function nextExcess(parent: HeaderJson, blobs: NonNullable<Era['blobs']>): number {
  const [excess, used] = [Number(parent.excessBlobGas ?? 0), Number(parent.blobGasUsed ?? 0)];
  if (excess + used < blobs.targetGas) return 0;
  const price = 131_072n * blobPrice(BigInt(excess), BigInt(blobs.updateFraction));
  if (blobs.reservePrice && 8_192n * BigInt(parent.baseFeePerGas ?? 0) > price)
    return excess + Math.floor((used * (blobs.most - blobs.targetGas / 131_072)) / blobs.most);
  return excess + used - blobs.targetGas;
}

/** `fake_exponential` of EIP-4844 with a minimum price of one wei. */
export function blobPrice(excess: bigint, updateFraction: bigint): bigint {
  let term = updateFraction;
  let sum = 0n;
  for (let step = 1n; term > 0n; step++) {
    sum += term;
    term = (term * excess) / (updateFraction * step);
  }
  return sum / updateFraction;
}

function withdraw(random: Prng, number: number, state: WorldState): WithdrawalJson[] {
  return Array.from({ length: random.between(0, 4) }, (_, at) => {
    const address = random.chance(0.5) ? random.hex(20) : random.pick(FEE_RECIPIENTS);
    const gwei = random.between(1, 40_000_000);
    state.addBalance(address, BigInt(gwei) * 1_000_000_000n);
    const index = quantity(number * 16 + at);
    return { index, validatorIndex: quantity(random.between(0, 1_000_000)), address, amount: quantity(gwei) };
  });
}

const sealWithdrawal = ({ index, validatorIndex, address, amount }: WithdrawalJson): Uint8Array =>
  rlp([BigInt(index), BigInt(validatorIndex), address, BigInt(amount)]);

/** The miner gets 1/32 of the reward for each ommer, whose miner gets 7/8 of it, as the ommer is one generation older. */
function payRewards(
  reward: bigint,
  feeRecipient: string,
  ommers: SimBlock['ommers'],
  state: WorldState,
): void {
  if (reward === 0n) return;
  state.addBalance(feeRecipient, reward + (reward / 32n) * BigInt(ommers.length));
  for (const { miner } of ommers) state.addBalance(miner, (reward * 7n) / 8n);
}

/** Invents one or two siblings of the parent. */
function inventOmmers(random: Prng, parent: HeaderJson & { readonly hash: string }): SimBlock['ommers'] {
  return Array.from({ length: random.between(1, 2) }, () => {
    const { hash: _, ...sibling } = parent as HeaderJson & {
      hash: string;
      transactions?: unknown;
      uncles?: unknown;
    };
    const { transactions: _transactions, uncles: _uncles, ...header } = sibling;
    const ommer = {
      ...header,
      miner: random.hex(20),
      mixHash: random.hex(32),
      extraData: keccak(rlp([random.next()])),
    };
    return { ...ommer, hash: headerHash(ommer) };
  });
}

function transactionJson(run: RunTransaction, place: Record<string, string>): TransactionJson {
  return { ...run.signed.json, gasPrice: quantity(run.price), ...place } as unknown as TransactionJson;
}
