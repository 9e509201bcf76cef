import type { Pool, PoolClient } from 'pg';
import { BATCH_LENGTH } from '../domain/canonicity/canonical-roots.js';
import { decodeHeader, encodeHeader } from '../domain/chain/codec/header-rlp.js';
import { fromHex, toHex } from '../domain/chain/codec/hex.js';
import type { Hash, Hex } from '../domain/chain/hex.js';
import { CanonicalChain } from '../event-store/canonical-chain.js';
import type { FollowedData } from '../node/consensus/light-client-source.js';
import type { BundledFinality } from '../verifier/bundle/finality.schema.js';

/** The final block of light-client data, or a block that leads to it, is not stored. */
export class FinalBlockMissing extends Error {
  override readonly name = 'FinalBlockMissing';
  constructor(what: string) {
    super(`${what}: ingest up to the final block, and export again`);
  }
}

/**
 * Shows by light-client data that the blocks of a bundle without a canonicity proof are final.
 *
 * @returns undefined if none of them is among the last 8,192 blocks up to the final one
 * @throws FinalBlockMissing
 */
export async function gatherFinality(
  tx: Pool | PoolClient,
  blocks: Readonly<Record<Hash, { readonly header: Hex; readonly canonicity?: Hex }>>,
  { bootstrap, updates, finality, blockHash }: FollowedData,
): Promise<BundledFinality | undefined> {
  const chain = new CanonicalChain(tx);
  const final = await chain.byHash(blockHash);
  if (final === undefined) throw new FinalBlockMissing(`the final block ${toHex(blockHash)} is not stored`);
  const unproven = Object.values(blocks)
    .filter(({ canonicity }) => canonicity === undefined)
    .map(({ header }) => decodeHeader(fromHex(header)).number)
    .filter((number) => number <= final.number && number > final.number - BATCH_LENGTH);
  if (unproven.length === 0) return undefined;
  const ancestors = await headersBetween(chain, Math.min(...unproven), final.number);
  return {
    bootstrap: toHex(bootstrap),
    updates: updates.map(toHex),
    update: toHex(finality),
    ancestors: ancestors.map(toHex),
  };
}

/** Headers above `block` up to `last`, newest first. @throws FinalBlockMissing */
async function headersBetween(chain: CanonicalChain, block: number, last: number): Promise<Buffer[]> {
  const headers = await chain.headersOf(block + 1, last);
  if (headers.length !== last - block)
    throw new FinalBlockMissing(`a block between ${block} and the final one, ${last}, is not stored`);
  return headers.map((header) => Buffer.from(encodeHeader(header)));
}
