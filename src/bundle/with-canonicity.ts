import type { Pool, PoolClient } from 'pg';
import type { Hash, Hex } from '../domain/chain/hex.js';
import { parseRef } from '../domain/chain/record/evidence-ref.js';
import { headerProofs } from '../event-store/header-proof.table.js';
import type { FollowedData } from '../node/consensus/light-client-source.js';
import type { CallBundle } from '../verifier/bundle/call-bundle.schema.js';
import { gatherFinality } from './gather-finality.js';

/** The blocks of a bundle, by hash, each with its canonicity proof if an archive gave one. */
export async function withCanonicity<Block extends { readonly header: Hex }>(
  tx: Pool | PoolClient,
  blocks: Readonly<Record<Hash, Block>>,
): Promise<Record<Hash, Block & { canonicity?: Hex }>> {
  const proofs = await headerProofs(tx, Object.keys(blocks) as Hash[]);
  return Object.fromEntries(
    Object.entries(blocks).map(([hash, block]) => {
      const canonicity = proofs.get(hash as Hash);
      return [hash, canonicity === undefined ? block : { ...block, canonicity }];
    }),
  );
}

/**
 * The bundle of a view call with the canonicity proof of its block.
 *
 * @param light data that shows the block to be final if it has no canonicity proof
 */
export async function callWithCanonicity(
  tx: Pool | PoolClient,
  bundle: CallBundle,
  light?: FollowedData,
): Promise<CallBundle> {
  const { blockHash } = parseRef(bundle.call)!;
  const blocks = await withCanonicity(tx, { [blockHash]: bundle });
  const finality = light && (await gatherFinality(tx, blocks, light));
  return { ...blocks[blockHash]!, ...(finality && { finality }) };
}
