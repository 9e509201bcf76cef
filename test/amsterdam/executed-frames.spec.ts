import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Hex } from 'viem';
import { BlockProofs } from '../../src/bundle/block-proofs.js';
import { type ExecutedFrames, FrameGatherer } from '../../src/bundle/gather-frames.js';
import { encodeHeader } from '../../src/domain/chain/codec/header-rlp.js';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import { undoneFrames } from '../../src/domain/chain/protocol/undone-frames.js';
import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { VerifiedSource } from '../../src/ingestion/append/verified-source.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { forkSchedule } from '../../src/runtime/projection/projectors.js';
import { TRANSACTION_ENGINE } from '../../src/state/witness/view-convention.js';
import type { Bundle } from '../../src/verifier/bundle/bundle.schema.js';
import { EvidenceSource } from '../../src/verifier/evidence/evidence-source.js';
import { checkBundledFrames } from '../../src/verifier/witness/check-bundled-frames.js';
import { changeByte } from '../builder/changed-byte.js';
import { Prng } from '../simulation/prng.js';
import { AMSTERDAM_TIME, AmsterdamChain } from './amsterdam-chain.js';
import { startAmsterdamNode } from './amsterdam-node.js';
import { mayfly, passingOn, refusing, token } from './contracts.js';

const RECEIVER: Hex = '0x7700000000000000000000000000000000000077';
const HEIR: Hex = '0x8800000000000000000000000000000000000088';
const NEVER: Hex = `0x${'5a'.repeat(20)}`;
const FORKS = forkSchedule(new Map([['amsterdam', AMSTERDAM_TIME]]));
/** Creation code that creates a contract of one byte, calls the first precompile, creates another contract, and calls an address. */
const creator = (to: Hex): Hex =>
  `0x60015f5360015f5ff0505f5f5f5f5f60015af15060015f5360015f5ff0505f5f5f5f5f73${to.slice(2)}5af150600160005360016000f3`;

const chain = await AmsterdamChain.start();
await chain.append([]);
const [passer, refuser, coin] = (await chain.append([
  { data: passingOn(RECEIVER) },
  { data: refusing() },
  { data: token(RECEIVER) },
])) as [Hex, Hex, Hex];
const [relay, hopeful] = (await chain.append([
  { data: passingOn(passer) },
  { data: passingOn(refuser) },
])) as [Hex, Hex];
// Each transaction needs the state that earlier ones left; the tenth, at the end, needs them all.
await chain.append([
  ...[{ to: relay, value: 7n }, { data: mayfly(HEIR), value: 13n }, { to: coin }, { data: creator(coin) }],
  ...[{ to: hopeful, value: 17n }, { to: relay, value: 1n }, { to: relay, value: 2n }, { to: coin }],
  ...[
    { to: HEIR, value: 4n },
    { data: creator(relay), value: 9n },
  ],
]);
const MIXED = chain.blocks.length - 1;
// Each has a gas limit of 3,000,000.
await chain.append(Array.from({ length: 21 }, () => ({ to: relay, value: 1n })));
const LONG = chain.blocks.length - 1;

interface Word {
  readonly type: 'CALL' | 'CREATE' | 'CREATE2';
  readonly from: Hex;
  readonly to: Hex;
}

interface Shown {
  readonly frames: ExecutedFrames | undefined;
  readonly unexecuted: ReadonlyMap<string, string>;
}

describe('frames of a block of Amsterdam', () => {
  let blocks: VerifiedBlock[];
  let block: VerifiedBlock;

  beforeAll(async () => {
    const server = await startAmsterdamNode(chain);
    const execution = await ExecutionSource.connect([server.url], 1, () => undefined);
    const source = new VerifiedSource(execution, FORKS);
    blocks = [];
    for (const { block: built } of chain.blocks.slice(MIXED - 1))
      blocks.push(await source.block(Number(built.header.number), true));
    block = blocks[1]!;
    await execution.close();
    await server.stop();
  });

  const refOf = (index: number, path: string): string => `frame:1:${toHex(block.hash)}:${index}:${path}`;

  /** Every call and creation that the node reports and that was not reverted. */
  function stated(): Map<string, Word> {
    const found = new Map<string, Word>();
    for (const [index, frames] of block.frames!.entries()) {
      const undone = undoneFrames(frames);
      for (const [at, { path, type, from, to }] of frames.entries())
        if (!undone[at] && /^(CALL|CREATE2?)$/.test(type) && to)
          found.set(refOf(index, path.toString('hex')), { type, from: toHex(from), to: toHex(to) } as Word);
    }
    return found;
  }

  async function shown(words: ReadonlyMap<string, Word>, withList: boolean): Promise<Shown> {
    const forks = { own: FORKS, published: FORKS };
    const gatherer = new FrameGatherer(forks, {
      blockAt: async (number) => new BlockProofs(blocks.find(({ header }) => header.number === number)!),
      witnessSource: ({ stateRoot }) =>
        ({ proof: (address: Hex, slots: readonly Hex[]) => chain.proof(stateRoot, address, slots) }) as never,
    });
    const { accessList, ...rest } = block;
    const frames = await gatherer.execute({ ...rest, ...(withList && accessList && { accessList }) }, words);
    return { frames, unexecuted: gatherer.unexecuted };
  }

  /** The parts of a bundle that show frames. */
  async function bundleOf({ execution, frames, transactions, receipts, accessList }: ExecutedFrames) {
    const proofs = new BlockProofs(block);
    const items = async (kind: 'transactions' | 'receipts', indexes: readonly number[]) => {
      const found: Record<string, Hex[]> = {};
      for (const index of indexes) found[index] = await proofs.of(kind, index);
      return found;
    };
    const bundled = {
      ...{ header: toHex(encodeHeader(block.header)), execution },
      transactions: await items('transactions', transactions),
      receipts: await items('receipts', receipts),
      ...(accessList && { accessList: toHex(accessList) }),
    };
    return {
      blocks: { [toHex(block.hash)]: bundled },
      frames: { engine: TRANSACTION_ENGINE, results: frames },
    } as unknown as Bundle;
  }

  /** Places of the bundle's evidence that lead to no root of their block. @throws Refuted */
  async function unbound(bundle: Bundle): Promise<string[]> {
    const source = new EvidenceSource(bundle);
    await checkBundledFrames(bundle, FORKS, source);
    return source.read.unbound();
  }

  it.each([
    ['over what the access list leaves, each transaction alone', true],
    ['after all transactions before them', false],
  ])('are all shown %s', async (_, withList) => {
    const words = stated();
    expect(words.size).toBeGreaterThan(18);
    const { frames, unexecuted } = await shown(words, withList);
    expect([...unexecuted]).toEqual([]);
    expect(Object.keys(frames!.frames).sort()).toEqual([...words.keys()].sort());
    for (const [ref, { logs }] of Object.entries(frames!.frames)) {
      const [index, path] = ref.split(':').slice(3);
      const traced = block.frames![Number(index)]!.find((one) => one.path.toString('hex') === path)!;
      const own = block.receipts[Number(index)]!.logs;
      // The tracer assigns the protocol's ether logs to frames; here they belong to no frame.
      expect([ref, logs]).toEqual([
        ref,
        traced.logIndexes!.filter((at) => !/^f+e$/.test(own[at]!.address.toString('hex'))),
      ]);
    }
    expect(await unbound(await bundleOf(frames!))).toEqual([]);
  });

  it('of the first, second and tenth transaction are each shown without the frames of the others', async () => {
    for (const withList of [true, false])
      for (const index of [0, 1, 9]) {
        const words = new Map([...stated()].filter(([ref]) => ref.split(':')[3] === String(index)));
        const { frames } = await shown(words, withList);
        expect(frames!.transactions.length).toBe(withList ? 1 : index + 1);
        expect(await unbound(await bundleOf(frames!))).toEqual([]);
      }
  });

  it('that were made up are not shown, while true ones are', async () => {
    const words = stated();
    const [first, word] = [...words].find(([ref]) => ref.endsWith(':000000000000'))!;
    const lies: [string, Word][] = [
      [first, { ...word, from: NEVER }],
      [first, { ...word, to: NEVER }],
      [first, { ...word, type: 'CREATE' }],
      [refOf(0, '00000007'), word],
      [refOf(0, '00000000000000000000'), word],
      // This frame is reverted.
      [refOf(4, '00000000'), { type: 'CALL', from: hopeful, to: refuser }],
    ];
    for (const withList of [true, false])
      for (const [ref, lie] of lies) {
        const { frames, unexecuted } = await shown(new Map([...words, [ref, lie]]), withList);
        expect([...unexecuted]).toEqual([[ref, expect.stringMatching(/gives no such frame/)]]);
        expect(frames!.frames[ref]).toBeUndefined();
        expect(Object.keys(frames!.frames).length).toBeGreaterThanOrEqual(words.size - 1);
        // A bundle that has it nevertheless is refused.
        const bundle = await bundleOf(frames!);
        bundle.frames!.results[ref] = { ...lie, logs: [] };
        await expect(unbound(bundle)).rejects.toThrow(/no such frame|another frame|is undone/);
      }
  });

  it('of a late transaction are out of reach without a list, and a bundle that shows one is refused', async () => {
    block = blocks[LONG - MIXED + 1]!;
    try {
      const last = new Map([...stated()].filter(([ref]) => ref.includes(':20:')));
      const alone = await shown(last, true);
      expect([Object.keys(alone.frames!.frames).length, alone.unexecuted.size]).toEqual([3, 0]);
      const bundle = await bundleOf(alone.frames!);
      expect(await unbound(bundle)).toEqual([]);
      const after = await shown(last, false);
      const why = 'its transaction and those before it may take more than 60000000 gas';
      expect([after.frames, [...after.unexecuted]]).toEqual([
        undefined,
        [...last.keys()].map((ref) => [ref, why]),
      ]);
      const [shownBlock] = Object.values(bundle.blocks);
      delete shownBlock!.accessList;
      const proofs = new BlockProofs(block);
      for (let index = 0; index < 20; index++)
        shownBlock!.transactions![index] = await proofs.of('transactions', index);
      await expect(unbound(bundle)).rejects.toThrow(
        'the bundle: its transactions may take more than 60000000 gas',
      );
    } finally {
      block = blocks[1]!;
    }
  });

  it.each([true, false])(
    'are refused when any byte of their evidence changes (with an access list: %s)',
    async (withList) => {
      const random = new Prng(142);
      const words = new Map([...stated()].filter(([ref]) => /:[139]:0000/.test(ref)));
      const text = JSON.stringify(await bundleOf((await shown(words, withList)).frames!));
      let count = 0;
      for (let round = 0; round < 150; round++) {
        const changed = changeByte(text, random);
        // A change to a byte that is no hex digit, or to the 0 of 0x, leaves no bundle.
        if (
          !/^[0-9a-f]{2}$/.test(changed.text[changed.at]! + text[changed.at]!) ||
          text[changed.at + 1] === 'x'
        )
          continue;
        const bundle = parsed(changed.text);
        if (bundle === undefined) continue;
        const found = await unbound(bundle).catch((error: Error) => [error.message]);
        expect([changed.path, found]).not.toEqual([changed.path, []]);
        count++;
      }
      expect(count).toBeGreaterThan(80);
    },
  );
});

function parsed(text: string): Bundle | undefined {
  try {
    return JSON.parse(text) as Bundle;
  } catch {
    return undefined;
  }
}
