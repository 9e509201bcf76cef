import { eraRoot, makeHeaderProof } from '../../domain/canonicity/beacon-block/make-header-proof.js';
import { BATCH_LENGTH, type CanonicalRoots } from '../../domain/canonicity/canonical-roots.js';
import { encodeHeaderProof } from '../../domain/canonicity/header-proof.js';
import { CAPELLA_SLOT, MOST_EMPTY_SLOTS, slotFrom } from '../../domain/canonicity/mainnet-slots.js';
import { verifyHeaderProof } from '../../domain/canonicity/verify-header-proof.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { MalformedAnswer } from '../rpc/node-errors.js';
import { nodeName } from '../rpc/node-name.js';
import { type NodeRefusal, reasonOf, SourceExhausted } from '../rpc/node-refusal.js';
import { BeaconEndpoint, BeaconRefusal } from './beacon-endpoint.js';
import { hexIn, recordOf } from './beacon-field.js';

/** What the proof of an execution block depends on. */
export interface ProvableBlock {
  readonly number: number;
  readonly hash: Buffer;
  /** Unix seconds. */
  readonly timestamp: number;
}

/** The beacon blocks of an era, by one node. */
interface Era {
  readonly number: number;
  /** By slot; an empty slot repeats the root of the block before it. */
  readonly roots: readonly Buffer[];
  /** Slots of the era that have a block of their own, ascending. */
  readonly filled: readonly number[];
}

const BLOCKS = '/eth/v1/beacon/blocks';
const ROOTS_AT_ONCE = 4;

/** Makes proofs of headers from beacon blocks. If a node gives no block or a wrong one, the next is asked. */
export class HeaderProofSource {
  readonly #endpoints: readonly BeaconEndpoint[];
  #era: Era | undefined;

  /** @param roots trusted roots that the proofs must lead to */
  constructor(
    urls: readonly string[],
    private readonly roots: CanonicalRoots,
  ) {
    this.#endpoints = urls.map((url) => new BeaconEndpoint(url, nodeName(url)));
  }

  /**
   * The verified proof of a block since Capella, `rlp([type, SSZ])`. Reading the roots of an era takes 8,192
   * requests; they are kept for the era's next block.
   *
   * @returns undefined for a block before Capella, or of an era whose root is not known
   * @throws SourceExhausted
   */
  async proofOf(block: ProvableBlock, isStopped: () => boolean = () => false): Promise<Buffer | undefined> {
    const slot = slotFrom(block.timestamp);
    if (slot < CAPELLA_SLOT) return undefined;
    const { gloasSlot = Number.POSITIVE_INFINITY } = this.roots;
    // Since Gloas only the next block shows that the payload was revealed. It may be in the next era.
    const eras = slot < gloasSlot ? [eraOf(slot)] : [...new Set([eraOf(slot + 1), eraOf(slot) + 1])];
    return this.#ask(`the proof of block ${block.number}`, async (endpoint) => {
      for (const number of eras) {
        const expected = this.roots.eras.get(number);
        if (expected === undefined) return undefined;
        const { roots, filled } = await this.#eraFrom(endpoint, number, expected, isStopped);
        const at = slot < gloasSlot ? slot : filled.find((one) => one > slot);
        if (at === undefined) continue;
        const root = roots[at % BATCH_LENGTH]!;
        const signed = await endpoint.bytes(`/eth/v2/beacon/blocks/0x${root.toString('hex')}`);
        const proof = makeHeaderProof(signed, at, roots, this.roots.gloasSlot);
        verifyHeaderProof(block.hash, block, proof, this.roots);
        return encodeHeaderProof(proof);
      }
      throw new MalformedAnswer(`has no block after slot ${slot}`);
    });
  }

  async #eraFrom(
    endpoint: BeaconEndpoint,
    number: number,
    expected: Buffer,
    isStopped: () => boolean,
  ): Promise<Era> {
    if (this.#era?.number === number) return this.#era;
    const era = await eraOfNode(endpoint, number, isStopped);
    if (!eraRoot(era.roots).equals(expected))
      throw new MalformedAnswer(`gave blocks of another era ${number}`);
    this.#era = era;
    return era;
  }

  async close(): Promise<void> {
    await Promise.all(this.#endpoints.map((endpoint) => endpoint.close()));
  }

  async #ask<Answer>(what: string, ask: (endpoint: BeaconEndpoint) => Promise<Answer>): Promise<Answer> {
    const refusals: NodeRefusal[] = [];
    for (const endpoint of this.#endpoints) {
      try {
        return await ask(endpoint);
      } catch (error) {
        refusals.push({ node: endpoint.name, reason: reasonOf(error) });
      }
    }
    throw new SourceExhausted(what, refusals);
  }
}

const eraOf = (slot: number): number => Math.floor(slot / BATCH_LENGTH);

async function eraOfNode(endpoint: BeaconEndpoint, number: number, isStopped: () => boolean): Promise<Era> {
  const first = number * BATCH_LENGTH;
  const given = new Array<Buffer | undefined>(BATCH_LENGTH);
  let next = 0;
  const ask = async () => {
    for (let at = next++; at < BATCH_LENGTH; at = next++) {
      if (isStopped()) throw new MalformedAnswer('was not asked for all blocks of the era');
      given[at] = await rootAt(endpoint, first + at);
    }
  };
  await Promise.all(Array.from({ length: ROOTS_AT_ONCE }, ask));
  let last = given[0] ?? (await rootBefore(endpoint, first));
  const roots = given.map((root) => {
    last = root ?? last;
    return last;
  });
  const filled = given.flatMap((root, at) => (root ? [first + at] : []));
  return { number, roots, filled };
}

async function rootBefore(endpoint: BeaconEndpoint, slot: number): Promise<Buffer> {
  for (let at = slot - 1; at >= slot - MOST_EMPTY_SLOTS; at--) {
    const root = await rootAt(endpoint, at);
    if (root !== undefined) return root;
  }
  throw new MalformedAnswer(`has no block before slot ${slot}`);
}

/** Undefined for an empty slot. */
async function rootAt(endpoint: BeaconEndpoint, slot: number): Promise<Buffer | undefined> {
  try {
    const root = recordOf(await endpoint.document(`${BLOCKS}/${slot}/root`), 'the root');
    return fromHex(hexIn(root, 'root', 32));
  } catch (error) {
    if (error instanceof BeaconRefusal && error.status === 404) return undefined;
    throw error;
  }
}
