import { describe, expect, it } from '@jest/globals';
import type { TransactionSerializable } from 'viem';
import { sign, TARGET } from '../../../test/builder/signed-transactions.js';
import { sourcedBlock } from '../../../test/builder/sourced-block.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { RpcBlock, RpcHeader, RpcReceipt, SourcedBlock } from '../../node/rpc/rpc-block.js';
import { BlockRefused, type RefusalReason } from './finding/block-refused.js';
import { verifyBlock } from './verify-block.js';

const good = await sourcedBlock();
const verified = verifyBlock(good);
const blobs = { target: 14, max: 21, baseFeeUpdateFraction: 11_684_671n };
const schedule: ForkSchedule = {
  chainId: 1,
  forks: [{ name: 'bpo2', activation: { timestamp: 1_767_747_671 }, blobs, systemContracts: [] }],
};
const NO_OMMERS = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';

/** The block with its JSON copied and changed; frames and ommers as they were. */
function changed(change: (block: Mutable<RpcBlock>, receipts: Mutable<RpcReceipt>[]) => void): SourcedBlock {
  const { block, receipts } = structuredClone({ block: good.block, receipts: good.receipts });
  change(block as Mutable<RpcBlock>, receipts as Mutable<RpcReceipt>[]);
  return { ...good, block: block as RpcBlock, receipts };
}

/** The block as proof of stake has it; the header's hash fits. */
async function withoutWork(untrue: Partial<RpcHeader> = {}): Promise<SourcedBlock> {
  const sealed = await sourcedBlock({
    difficulty: '0x0',
    nonce: '0x0000000000000000',
    sha3Uncles: NO_OMMERS,
    ...untrue,
  });
  return { ...sealed, block: { ...sealed.block, uncles: [] }, ommers: [] };
}

function refusalOf(sourced: SourcedBlock, expected = {}): BlockRefused {
  try {
    verifyBlock(sourced, expected);
  } catch (error) {
    if (error instanceof BlockRefused) return error;
    throw error;
  }
  throw new Error('was accepted');
}

describe('a good block', () => {
  it('becomes the records that its bytes encode', () => {
    expect(verified.hash.toString('hex')).toBe(good.block.hash.slice(2));
    expect(verified.header.number).toBe(25_000_000);
    expect(verified.transactions.map(({ type }) => type)).toEqual([0, 0, 1, 2, 2, 3, 4]);
    expect(verified.transactions.map(({ hash }) => `0x${hash.toString('hex')}`)).toEqual(
      good.block.transactions.map((rpc) => (rpc as { hash: string }).hash),
    );
    expect(verified.receipts.map(({ status }) => status)).toEqual([1, 1, 0, 1, 1, 1, 1]);
    expect(verified.receipts.map(({ gasUsed }) => gasUsed)).toEqual(
      good.receipts.map((r) => Number(r.gasUsed)),
    );
    expect(verified.receipts.map(({ effectiveGasPrice }) => effectiveGasPrice)).toEqual(
      good.receipts.map((r) => BigInt(r.effectiveGasPrice!)),
    );
    expect(verified.receipts.filter((receipt) => receipt.contractAddress)).toHaveLength(1);
    expect(verified.withdrawals?.map(({ amountGwei }) => amountGwei)).toEqual([
      0n,
      1_000_000_007n,
      300_000_002_100n,
    ]);
    expect(verified.ommers?.[0]?.extraData.toString()).toBe('ommer');
    expect(verified.ommerCount).toBe(1);
  });

  it('is accepted as the block it was expected to be', () => {
    const parentHash = Buffer.alloc(32, 0x11);
    expect(verifyBlock(good, { number: 25_000_000, parentHash }).hash).toEqual(verified.hash);
  });

  it('has frames whose root agrees with transaction and receipt, and no return data of successful calls', () => {
    const [ofCall, , ofRevert, , ofCreation] = verified.frames!.map(([root]) => root!);
    expect(ofCall).toMatchObject({ gas: 21_000, gasUsed: 21_000, output: Buffer.alloc(0) });
    expect(ofRevert!.output.toString()).toBe('root output');
    expect(ofCreation!.output.toString()).toBe('root output');
    expect(verified.frames!.map(([, inner]) => inner!.output.length)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(verified.frames![0]![1]!.gas).toBe(90_000);
  });

  it('may leave out the bloom, padding, frames, state changes and unneeded statements', () => {
    const {
      ommers: _,
      frames: __,
      stateChanges: ___,
      ...rest
    } = changed((block, receipts) => {
      delete block.logsBloom;
      block.gasLimit = block.gasLimit.replace('0x', '0x000');
      for (const receipt of receipts) {
        delete receipt.gasUsed;
        delete receipt.effectiveGasPrice;
        delete receipt.contractAddress;
        delete receipt.logsBloom;
      }
    });
    const { ommers: ____, frames: _____, stateChanges: ______, ...expected } = verified;
    expect(verifyBlock(rest)).toEqual(expected);
  });

  it('may leave out what is constant since proof of stake, if it is those constants that were hashed', async () => {
    const sealed = await withoutWork();
    const without = (field: keyof RpcHeader): SourcedBlock => {
      const { [field]: _, ...block } = sealed.block;
      return { ...sealed, block: block as RpcBlock };
    };
    expect(() => verifyBlock(without('difficulty'))).not.toThrow();
    expect(() => verifyBlock(without('nonce'))).not.toThrow();
    expect(refusalOf(without('mixHash')).reason).toBe('header_hash');
  });
});

describe('an answer that is not the block asked for', () => {
  it.each([null, undefined, 'block', 7])('is refused: %j', (block) => {
    const refusal = refusalOf({ ...good, block: block as never }, { number: 5 });
    expect(refusal).toMatchObject({ reason: 'no_block', blockNumber: 5 });
  });

  it('is refused with both numbers', () => {
    const refusal = refusalOf(good, { number: 24_000_000 });
    expect(refusal).toMatchObject({
      reason: 'wrong_number',
      blockNumber: 24_000_000,
      details: { stated: 25_000_000 },
    });
  });

  it('is refused on another branch', () => {
    expect(refusalOf(good, { parentHash: Buffer.alloc(32, 0x12) })).toMatchObject({
      reason: 'wrong_parent',
      blockNumber: 25_000_000,
      details: { expected: `0x${'12'.repeat(32)}`, stated: `0x${'11'.repeat(32)}` },
    });
  });
});

describe('a changed digit in any field', () => {
  const places = [...leavesOf(good.block, 'block'), ...leavesOf(good.receipts, 'receipts')];

  it('covers every kind of field', () => {
    expect(places.length).toBeGreaterThan(200);
  });

  it.each(places)('%s', (place) => {
    const { block, receipts } = structuredClone({ block: good.block, receipts: good.receipts });
    flipLastDigit({ block, receipts }, place);
    const refusal = refusalOf({ ...good, block, receipts }, { number: 25_000_000 });
    expect(refusal.reason).toBe(reasonFor(place));
  });

  function reasonFor(place: string): RefusalReason {
    const rules: [RegExp, RefusalReason][] = [
      [/^block\.number$/, 'wrong_number'],
      [/^block\.logsBloom$/, 'logs_bloom'],
      [/^block\.uncles/, 'ommers'],
      [/^block\.withdrawals\./, 'withdrawals_root'],
      [/^block\.transactions\.\d\.from$/, 'forged_sender'],
      [/^block\.transactions\.\d\.hash$/, 'transaction_hash'],
      // The flipped type asks for fields that the transaction does not have.
      [/^block\.transactions\.[0-46]\.type$/, 'malformed_field'],
      [/^block\.transactions\./, 'transactions_root'],
      [/^block\./, 'header_hash'],
      [/^receipts\.\d\.transactionHash$/, 'receipt_of_another_transaction'],
      [/^receipts\.\d\.logsBloom$/, 'logs_bloom'],
      [/^receipts\.\d\.(type|gasUsed|effectiveGasPrice|contractAddress)$/, 'receipt_field'],
      [/^receipts\./, 'receipts_root'],
    ];
    return rules.find(([pattern]) => pattern.test(place))![1];
  }
});

describe('a field that is missing or no hex', () => {
  const needed = leavesOf(good.block, 'block').filter(
    (place) =>
      /^block\.([a-z]\w+|(transactions|withdrawals|uncles)\.0\b.*)$/.test(place) && !/\.type$/.test(place),
  );

  it.each(needed)('%s', (place) => {
    const { block } = structuredClone({ block: good.block });
    setAt({ block }, place, '0xnonsense0');
    const refusal = refusalOf({ ...good, block });
    expect(refusal.reason).toBe('malformed_field');
    const field = place.replace(/^block\./, '').replace(/\.(\d+)/, '[$1]');
    expect(refusal.details).toMatchObject({ field });
  });

  it.each([
    [{ transactions: undefined }, 'transactions'],
    [{ transactions: [null] }, 'transactions[0]'],
    [{ uncles: undefined }, 'uncles'],
    [{ withdrawals: undefined }, 'withdrawals'],
    [{ withdrawals: [null] }, 'withdrawals[0]'],
    [{ hash: undefined }, 'hash'],
    [{ baseFeePerGas: undefined }, 'header'],
    [{ parentBeaconBlockRoot: undefined }, 'header'],
  ])('%j', (fields, field) => {
    const refusal = refusalOf({ ...good, block: { ...good.block, ...fields } as never });
    expect(refusal).toMatchObject({ reason: 'malformed_field', details: { field } });
  });
});

describe('transactions without signatures', () => {
  it('are refused as bare hashes', () => {
    const refusal = refusalOf(
      changed((block) => void block.transactions.splice(1, 1, `0x${'ab'.repeat(32)}`)),
    );
    expect(refusal).toMatchObject({
      reason: 'transaction_without_signature',
      details: { transactionIndex: 1, form: 'hash only' },
    });
  });

  it.each(['r', 's', 'yParity'])('are refused without %s', (field) => {
    const refusal = refusalOf(
      changed((block) => void Reflect.deleteProperty(block.transactions[3] as object, field)),
    );
    expect(refusal).toMatchObject({
      reason: 'transaction_without_signature',
      details: { transactionIndex: 3, form: 'object' },
    });
  });
});

describe('a transaction of more wei than there can be', () => {
  const fields = { to: TARGET, gas: 21_000n, nonce: 0 };

  it.each<[string, TransactionSerializable]>([
    ['moved', { ...fields, gasPrice: 40_000_000_000n, value: 2n ** 255n }],
    ['bid', { ...fields, gasPrice: 2n ** 129n }],
    ['bid at most', { ...fields, chainId: 1, maxFeePerGas: 2n ** 129n, maxPriorityFeePerGas: 1n }],
  ])('is refused: %s', async (_, transaction) => {
    const plain = await sign({ ...fields, gasPrice: 40_000_000_000n });
    const sourced = await sourcedBlock({ blobGasUsed: '0x0' }, [plain, await sign(transaction)]);
    expect(refusalOf(sourced)).toMatchObject({ reason: 'amount', details: { transactionIndex: 1 } });
  });
});

describe('receipts', () => {
  it.each([undefined, null, []])('are missing: %j', (receipts) => {
    const sourced = { ...good, receipts: receipts as never };
    expect(refusalOf(sourced)).toMatchObject({ reason: 'receipts_missing', details: { expected: 7 } });
  });

  it('are missing when one is null', () => {
    const sourced = changed((_, receipts) => void receipts.splice(4, 1, null as never));
    expect(refusalOf(sourced)).toMatchObject({ reason: 'receipts_missing', details: { receiptIndex: 4 } });
  });

  it('are refused when cut short or too many', () => {
    expect(refusalOf(changed((_, receipts) => void receipts.pop()))).toMatchObject({
      reason: 'receipts_count',
      details: { stated: 6, expected: 7 },
    });
    expect(refusalOf(changed((_, receipts) => void receipts.push(receipts[0]!))).reason).toBe(
      'receipts_count',
    );
  });

  it('are refused in another order, and with a log too few', () => {
    expect(refusalOf(changed((_, receipts) => void receipts.reverse())).reason).toBe(
      'receipt_of_another_transaction',
    );
    expect(refusalOf(changed((_, receipts) => void receipts[3]!.logs.pop())).reason).toBe('receipts_root');
  });

  it('are refused with a created address where nothing is created', () => {
    const sourced = changed(
      (_, receipts) => void Object.assign(receipts[0]!, { contractAddress: `0x${'00'.repeat(20)}` }),
    );
    expect(refusalOf(sourced)).toMatchObject({
      reason: 'receipt_field',
      details: { field: 'contractAddress', recomputed: 'none' },
    });
  });
});

describe('a header whose hash fits and whose content does not', () => {
  it.each<[RefusalReason, Partial<RpcHeader>]>([
    ['gas_used', { gasUsed: '0x1' }],
    ['blob_gas', { blobGasUsed: '0x20000' }],
    ['logs_bloom', { logsBloom: `0x${'00'.repeat(256)}` }],
    ['transactions_root', { transactionsRoot: `0x${'00'.repeat(32)}` }],
    ['receipts_root', { receiptsRoot: `0x${'00'.repeat(32)}` }],
    ['withdrawals_root', { withdrawalsRoot: `0x${'00'.repeat(32)}` }],
    ['ommers', { sha3Uncles: `0x${'00'.repeat(32)}` }],
  ])('is refused: %s', async (reason, fields) => {
    expect(refusalOf(await sourcedBlock(fields)).reason).toBe(reason);
  });
});

describe('a header whose hash fits and that no block can have', () => {
  const atMost = (bytes: number) => `0x${'ee'.repeat(bytes)}`;

  it.each<[string, Partial<RpcHeader>]>([
    ['timestamp', { timestamp: '0x80000000' }],
    ['gasUsed', { gasLimit: '0x1' }],
    ['extraData', { extraData: atMost(33) }],
  ])('is refused for its %s', async (field, fields) => {
    expect(refusalOf(await sourcedBlock(fields))).toMatchObject({
      reason: 'header_rule',
      details: { field },
    });
  });

  it('may go to the limit', async () => {
    const fields = { timestamp: '0x7fffffff', extraData: atMost(32) };
    const sourced = await sourcedBlock(fields);
    expect(verifyBlock({ ...sourced }).header.timestamp).toBe(2 ** 31 - 1);
  });

  it.each<[string, Partial<RpcHeader>]>([
    ['nonce', { nonce: '0x0000000000000001' }],
    ['sha3Uncles', { sha3Uncles: `0x${'00'.repeat(32)}` }],
  ])('is refused for its %s without work', async (field, fields) => {
    expect(refusalOf(await withoutWork(fields))).toMatchObject({
      reason: 'header_rule',
      details: { field },
    });
  });

  it.each<[string, Partial<RpcHeader>, number]>([
    ['blobGasUsed', { blobGasUsed: '0x2c0000' }, 21 * 131_072],
    ['excessBlobGas', { excessBlobGas: '0x1fffffffffffff' }, 177 * 11_684_671],
  ])('is refused for more %s than its fork allows', async (field, fields, most) => {
    expect(refusalOf(await sourcedBlock(fields), { schedule })).toMatchObject({
      reason: 'header_rule',
      details: { field, most },
    });
  });

  it('is held to the blobs of no fork where no schedule is given', async () => {
    expect(() => verifyBlock(good, { schedule })).not.toThrow();
    const { header } = verifyBlock(await sourcedBlock({ excessBlobGas: '0x1fffffffffffff' }));
    expect(header.excessBlobGas).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('ommers', () => {
  it('are counted by the node when nobody has their headers', () => {
    const { ommers: _, ...rest } = good;
    const block = verifyBlock(rest);
    expect(block.ommerCount).toBe(1);
    expect('ommers' in block).toBe(false);
  });

  it('are refused in a number the header cannot mean', () => {
    const uncle = good.block.uncles[0]!;
    for (const uncles of [[], [uncle, uncle, uncle]]) {
      expect(refusalOf({ ...good, block: { ...good.block, uncles } }).reason).toBe('ommers');
    }
    expect(refusalOf({ ...good, ommers: [] }).reason).toBe('ommers');
    expect(refusalOf({ ...good, ommers: [good.ommers![0]!, good.ommers![0]!] }).reason).toBe('ommers');
  });

  it('are refused when a header is another', () => {
    const ommer = { ...good.ommers![0]!, gasUsed: '0x1' };
    expect(refusalOf({ ...good, ommers: [ommer] }).reason).toBe('ommers');
    expect(refusalOf({ ...good, ommers: [{ ...ommer, gasUsed: 'x' }] })).toMatchObject({
      reason: 'malformed_field',
      details: { field: 'ommers[0].gasUsed' },
    });
  });
});

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

function leavesOf(value: unknown, place: string): string[] {
  if (typeof value === 'string') return value === '0x' ? [] : [place];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, child]) => leavesOf(child, `${place}.${key}`));
}

function flipLastDigit(root: object, place: string): void {
  const text = place
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], root) as string;
  const flipped = (Number.parseInt(text.at(-1)!, 16) ^ 1).toString(16);
  setAt(root, place, text.slice(0, -1) + flipped);
}

function setAt(root: object, place: string, value: string): void {
  const keys = place.split('.');
  const last = keys.pop()!;
  const parent = keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], root);
  (parent as Record<string, unknown>)[last] = value;
}

describe('a block of a fork', () => {
  const AMSTERDAM = { blockAccessListHash: `0x${'66'.repeat(32)}`, slotNumber: '0x7' };
  const dated = (timestamp: number): ForkSchedule => ({
    ...schedule,
    forks: [...schedule.forks, { name: 'amsterdam', activation: { timestamp }, systemContracts: [] }],
  });

  /** For a node without traces: the frames move ether without a log. */
  async function untraced(untrue: Partial<RpcHeader> = {}): Promise<SourcedBlock> {
    const { frames: _, ...sourced } = await withoutWork({ ...AMSTERDAM, ...untrue });
    return sourced;
  }

  it('that the schedule dates is accepted', async () => {
    const { header } = verifyBlock(await untraced(), { schedule: dated(1_770_000_000) });
    expect(header.slotNumber).toBe(7);
  });

  it('that the schedule does not date is refused with the setting that dates it', async () => {
    const { reason, message } = refusalOf(await withoutWork(AMSTERDAM), { schedule });
    expect(reason).toBe('unknown_fork');
    expect(message).toContain('FORK_TIMES=amsterdam=<Unix time at which the fork began, at most 1770000000>');
    expect(refusalOf(await withoutWork(AMSTERDAM), { schedule: dated(1_770_000_001) }).reason).toBe(
      'unknown_fork',
    );
  });

  it('that has begun has the fields of the fork', async () => {
    const refusal = refusalOf(await withoutWork(), { schedule: dated(1_770_000_000) });
    expect([refusal.reason, refusal.details.field]).toEqual(['header_rule', 'blockAccessListHash']);
  });

  it('that this version does not know is refused by the names of its fields', async () => {
    const { block, ...rest } = await withoutWork(AMSTERDAM);
    const later = {
      ...block,
      hash: `0x${'77'.repeat(32)}`,
      size: '0x1',
      nextThingHash: `0x${'88'.repeat(32)}`,
    };
    const { reason, details } = refusalOf({ ...rest, block: later }, { schedule });
    expect([reason, details.fields]).toEqual(['unknown_fork', 'nextThingHash']);
    const { nextThingHash: _, ...forged } = later;
    expect(refusalOf({ ...rest, block: forged }, { schedule }).reason).toBe('header_hash');
  });

  it('since Amsterdam has frames that move no other ether than its logs tell of', async () => {
    const { reason, details } = refusalOf(await withoutWork(AMSTERDAM));
    expect([reason, details.problem]).toEqual(['frames', 'ether moved otherwise than its logs show']);
  });

  it('since Amsterdam uses other gas than its receipts add up to', async () => {
    const gasUsed = '0x1';
    expect(refusalOf(await withoutWork({ gasUsed })).reason).toBe('gas_used');
    expect(verifyBlock(await untraced({ gasUsed })).header.gasUsed).toBe(1);
  });
});
