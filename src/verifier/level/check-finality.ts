import { ProofFails } from '../../domain/canonicity/verify-header-proof.js';
import { decodeHeader } from '../../domain/chain/codec/header-rlp.js';
import { fromHex, toHex } from '../../domain/chain/codec/hex.js';
import { MalformedField } from '../../domain/chain/codec/malformed-field.js';
import type { Hash } from '../../domain/chain/hex.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import type { BundledFinality } from '../bundle/finality.schema.js';
import { demand, Refuted } from '../evidence/finding.js';

/** Blocks that are final if the beacon block `checkpoint` is Ethereum's. */
export interface FinalBlocks {
  readonly hashes: ReadonlySet<string>;
  /** Root of the beacon block at which the light client begins. */
  readonly checkpoint: Hash;
}

/**
 * Follows the sync committees of a bundle to its final block. It loads the code for BLS signatures on demand.
 * Whether its checkpoint is Ethereum's is not checked here.
 *
 * @param gloasSlot first slot of Gloas, where its time is known
 * @throws Refuted at the first error
 */
export async function checkFinality(
  { bootstrap, updates, update, ancestors }: BundledFinality,
  gloasSlot: number | undefined,
): Promise<FinalBlocks> {
  const { followUpdates } = await import('../../domain/canonicity/light-client/follow-updates.js');
  try {
    const { checkpoint, blockHash } = followUpdates(
      { bootstrap: fromHex(bootstrap), updates: updates.map(fromHex), finality: fromHex(update) },
      gloasSlot,
    );
    let next = toHex(blockHash);
    const hashes = new Set([next]);
    for (const [at, raw] of ancestors.map(fromHex).entries()) {
      demand(toHex(keccak256(raw)) === next, 'finality', `ancestor ${at} is not the block ${next}`);
      next = toHex(decodeHeader(raw).parentHash);
      hashes.add(next);
    }
    return { hashes, checkpoint: toHex(checkpoint) };
  } catch (error) {
    if (error instanceof ProofFails || error instanceof MalformedField)
      throw new Refuted('finality', error.message);
    throw error;
  }
}
