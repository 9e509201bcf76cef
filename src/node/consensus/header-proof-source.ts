import { eraRoot, makeHeaderProof } from '../../domain/canonicity/beacon-block/make-header-proof.js';
import { BATCH_LENGTH, type CanonicalRoots, slotFrom } from '../../domain/canonicity/canonical-roots.js';
import { encodeHeaderProof } from '../../domain/canonicity/header-proof.js';
import { verifyHeaderProof } from '../../domain/canonicity/verify-header-proof.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { type NodeRefusal, nodeName, reasonOf, SourceExhausted } from '../execution/execution-source.js';
import { MalformedAnswer } from '../rpc/node-errors.js';
import { BeaconEndpoint, BeaconRefusal } from './beacon-endpoint.js';
import { hexIn, recordOf } from './beacon-field.js';

/** A block of the execution layer, as far as its proof depends on it. */
export interface ProvableBlock {
  readonly number: number;
  readonly hash: Buffer;
  /** Unix seconds. */
  readonly timestamp: number;
}

const CAPELLA_SLOT = 6_209_536;
const BLOCKS = '/eth/v1/beacon/blocks';
const ROOTS_AT_ONCE = 4;
/** Mainnet never had so many slots without a block one after another. */
const MOST_EMPTY_SLOTS = 64;

/** Makes proofs of headers from beacon blocks: what one node does not give, or gives wrongly, is asked of the next. */
export class HeaderProofSource {
  readonly #endpoints: readonly BeaconEndpoint[];
  #era: { readonly number: number; readonly roots: readonly Buffer[] } | undefined;

  /** @param roots to which the proofs lead: what nodes give is held against them */
  constructor(
    urls: readonly string[],
    private readonly roots: CanonicalRoots,
  ) {
    this.#endpoints = urls.map((url) => new BeaconEndpoint(url, nodeName(url)));
  }

  /**
   * The proof of a block from Capella to Fulu, `rlp([type, SSZ])`, verified. The roots of an era take 8,192 requests and are kept for its next
   * block.
   *
   * @returns undefined for a block of another time, or of an era whose root is not known
   * @throws SourceExhausted
   */
  async proofOf(block: ProvableBlock, isStopped: () => boolean = () => false): Promise<Buffer | undefined> {
    const slot = slotFrom(block.timestamp);
    const era = Math.floor(slot / BATCH_LENGTH);
    const expected = this.roots.eras.get(era);
    if (
      expected === undefined ||
      slot < CAPELLA_SLOT ||
      slot >= (this.roots.gloasSlot ?? Number.POSITIVE_INFINITY)
    )
      return undefined;
    return this.#ask(`the proof of block ${block.number}`, async (endpoint) => {
      if (this.#era?.number !== era) {
        const roots = await blockRoots(endpoint, era, isStopped);
        if (!eraRoot(roots).equals(expected)) throw new MalformedAnswer(`gave blocks of another era ${era}`);
        this.#era = { number: era, roots };
      }
      const { roots } = this.#era;
      const root = roots[slot % BATCH_LENGTH]!;
      const signed = await endpoint.bytes(`/eth/v2/beacon/blocks/0x${root.toString('hex')}`);
      const proof = makeHeaderProof(signed, slot, roots);
      verifyHeaderProof(block.hash, block, proof, this.roots);
      return encodeHeaderProof(proof);
    });
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

/** The root of the block of each slot of an era, of an empty slot that of the one before. */
async function blockRoots(
  endpoint: BeaconEndpoint,
  era: number,
  isStopped: () => boolean,
): Promise<Buffer[]> {
  const first = era * BATCH_LENGTH;
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
  return given.map((root) => {
    last = root ?? last;
    return last;
  });
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
