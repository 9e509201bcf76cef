import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eraRoot, makeHeaderProof } from '../../src/domain/canonicity/beacon-block/make-header-proof.js';
import { decodeHeaderProof } from '../../src/domain/canonicity/header-proof.js';
import { beaconHeaderRoot } from '../../src/domain/canonicity/light-client/hash-tree-root.js';
import { timeOfSlot } from '../../src/domain/canonicity/mainnet-slots.js';
import { branchRoot } from '../../src/domain/canonicity/merkle-branch.js';
import { verifyHeaderProof } from '../../src/domain/canonicity/verify-header-proof.js';
import { HeaderProofSource } from '../../src/node/consensus/header-proof-source.js';
import { type BlockServer, startBlockServer } from '../beacon/block-server.js';
import { bounded } from '../bounded.js';
import { madeNode } from '../builder/made-header-proof.js';

/** A made-up block, its root and branches, from another implementation: `test/second-opinion/gloas-vectors.mjs`. */
const VECTORS = JSON.parse(readFileSync('test/verifier/gloas-vectors.json', 'utf8')) as {
  slot: number;
  parentBlockHash: string;
  signedBlock: string;
  root: string;
  branch: string[];
  stateRoot: string;
  places: Record<'finalized' | 'current' | 'next', { leaf: string; branch: string[] }>;
  lightClientHeader: string;
  headerRoot: string;
};
const GLOAS = 15_000_000;
const SIGNED = Buffer.from(VECTORS.signedBlock, 'base64');
const PARENT = Buffer.from(VECTORS.parentBlockHash, 'hex');
const hex = (nodes: readonly Buffer[]) => nodes.map((node) => node.toString('hex'));
const fromHexes = (nodes: readonly string[]) => nodes.map((node) => Buffer.from(node, 'hex'));

describe('a beacon block of Gloas', () => {
  it('has the root and the branch of another implementation', () => {
    const made = makeHeaderProof(SIGNED, VECTORS.slot, [], GLOAS);
    expect([made.type, made.beaconRoot.toString('hex')]).toEqual([4, VECTORS.root]);
    expect(hex(made.executionBranch)).toEqual(VECTORS.branch);
  });

  it('has another root, or is invalid, with any byte changed', () => {
    for (let at = 100; at < SIGNED.length; at += bounded(37, 1)) {
      const other = Buffer.from(SIGNED);
      other[at]! ^= 1 << (at % 8);
      try {
        const { beaconRoot } = makeHeaderProof(other, VECTORS.slot, [], GLOAS);
        expect([at, beaconRoot.toString('hex')]).not.toEqual([at, VECTORS.root]);
      } catch (error) {
        expect([at, (error as Error).name]).toEqual([at, 'MalformedField']);
      }
    }
  });

  it('is not read by the layout of another fork', () => {
    expect(() => makeHeaderProof(SIGNED, VECTORS.slot, [])).toThrow(
      expect.objectContaining({ name: 'MalformedField' }),
    );
  });

  it('and its state have the positions of light-client data, by that implementation', () => {
    const state = (name: keyof typeof VECTORS.places, position: number) => {
      const { leaf, branch } = VECTORS.places[name];
      return branchRoot(Buffer.from(leaf, 'hex'), fromHexes(branch), position).toString('hex');
    };
    expect([state('current', 897), state('next', 898), state('finalized', 223)]).toEqual([
      VECTORS.stateRoot,
      VECTORS.stateRoot,
      VECTORS.stateRoot,
    ]);
    const header = Buffer.from(VECTORS.lightClientHeader, 'hex');
    expect(beaconHeaderRoot(header.subarray(0, 112)).toString('hex')).toBe(VECTORS.headerRoot);
    const siblings = Array.from({ length: 11 }, (_, at) => header.subarray(144 + 32 * at, 176 + 32 * at));
    expect(branchRoot(header.subarray(112, 144), siblings, 808)).toEqual(header.subarray(80, 112));
    expect(header.subarray(112, 144)).toEqual(PARENT);
  });
});

describe('proofs of headers from blocks of Gloas', () => {
  const ERA = Math.floor(GLOAS / 8_192) + 1;
  const first = ERA * 8_192;
  let beacon: BlockServer;

  beforeAll(async () => {
    beacon = await startBlockServer({ roots: new Map(), blocks: new Map() });
  });
  afterAll(() => beacon.stop());

  /** Blocks by slot, each of which names a payload as its parent. */
  const chainOf = (named: ReadonlyMap<number, Buffer>) => {
    const blocks = new Map<number, { root: Buffer; signed: Buffer }>();
    for (const [slot, parent] of named) {
      const signed = Buffer.from(SIGNED);
      signed.writeBigUInt64LE(BigInt(slot), 100);
      parent.copy(signed, SIGNED.indexOf(PARENT));
      blocks.set(slot, { signed, root: makeHeaderProof(signed, slot, [], GLOAS).beaconRoot });
    }
    beacon.served = {
      roots: new Map([...blocks].map(([slot, { root }]) => [slot, root])),
      blocks: new Map([...blocks.values()].map(({ root, signed }) => [root.toString('hex'), signed])),
    };
    const rootsOf = (era: number) => {
      let last = blocks.get(Math.max(...[...blocks.keys()].filter((slot) => slot <= era * 8_192)))?.root;
      return Array.from({ length: 8_192 }, (_, at) => {
        last = blocks.get(era * 8_192 + at)?.root ?? last;
        return last!;
      });
    };
    const eras = new Map([ERA, ERA + 1].map((era) => [era, eraRoot(rootsOf(era))]));
    return { epochs: [], eras, gloasSlot: GLOAS };
  };
  const hash = madeNode('a payload');
  const block = (slot: number) => ({ number: 25_000_000, hash, timestamp: timeOfSlot(slot) });
  const proofOf = async (slot: number, roots: ReturnType<typeof chainOf>) => {
    const source = new HeaderProofSource([beacon.url], roots);
    try {
      return await source.proofOf(block(slot));
    } finally {
      await source.close();
    }
  };
  const other = (name: string) => madeNode(`payload ${name}`);

  it.each<[string, number, number]>([
    ['the next slot', 100, 101],
    ['a later slot', 100, 109],
    ['the next era', 8_190, 8_195],
    ['the next era, after its last slot', 8_191, 8_192],
  ])('are of the block after, at %s', async (_, at, next) => {
    const roots = chainOf(
      new Map([
        [first, other('before')],
        [first + at, other('parent')],
        [first + next, hash],
        [first + next + 3, other('after')],
      ]),
    );
    const raw = await proofOf(first + at, roots);
    const proof = decodeHeaderProof(raw!);
    expect(proof).toMatchObject({ type: 4, slot: first + next });
    verifyHeaderProof(hash, block(first + at), proof, roots);
    for (let byte = 0; byte < raw!.length; byte += bounded(61, 1)) {
      const changed = Buffer.from(raw!);
      changed[byte]! ^= 1 << (byte % 8);
      expect(() => verifyHeaderProof(hash, block(first + at), decodeHeaderProof(changed), roots)).toThrow();
    }
  });

  // A block's bid names a payload that need not be revealed; the next block shows whether it was.
  it('are not made from a payload that was never revealed', async () => {
    const roots = chainOf(
      new Map([
        [first, other('before')],
        [first + 100, other('parent')],
        [first + 101, other('parent')],
        [first + 102, other('third')],
      ]),
    );
    await expect(proofOf(first + 100, roots)).rejects.toThrow('does not have it');
  });

  it('wait for the next block, and for the root of its era', async () => {
    const named = new Map([
      [first, other('before')],
      [first + 8_191, other('parent')],
      [first + 8_192, hash],
    ]);
    const { eras, ...rest } = chainOf(named);
    expect(await proofOf(first + 8_191, { ...rest, eras: new Map([...eras].slice(0, 1)) })).toBeUndefined();
    const alone = chainOf(new Map([...named].slice(0, 2)));
    await expect(proofOf(first + 8_191, alone)).rejects.toThrow('has no block after slot');
  });
});
