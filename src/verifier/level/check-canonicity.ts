import type { CanonicalRoots } from '../../domain/canonicity/canonical-roots.js';
import { decodeHeaderProof } from '../../domain/canonicity/header-proof.js';
import { gloasSlotOf } from '../../domain/canonicity/mainnet-slots.js';
import { ProofFails, RootUnknown, verifyHeaderProof } from '../../domain/canonicity/verify-header-proof.js';
import { decodeHeader } from '../../domain/chain/codec/header-rlp.js';
import { fromHex, toHex } from '../../domain/chain/codec/hex.js';
import type { Hash, Hex } from '../../domain/chain/hex.js';
import type { BundledFinality } from '../bundle/finality.schema.js';
import { demand, Refuted } from '../evidence/finding.js';
import { checkFinality, type FinalBlocks } from './check-finality.js';
import type { Published } from './published.js';

/** Whether the headers of a bundle are shown to be Ethereum's. */
export type Canonicity =
  | {
      readonly outcome: 'shown';
      /** Root of the trusted beacon block that some headers need; absent if none does. */
      readonly checkpoint?: Hash;
    }
  | {
      readonly outcome: 'not shown';
      /** Number of headers that are not shown. */
      readonly blocks: number;
      /** Why the newest of them is not shown. */
      readonly reason: string;
    };

/** A header of a bundle and, where its maker had one, the proof that it is Ethereum's. */
export interface ProvenHeader {
  readonly header: Hex;
  /** `rlp([type, SSZ of the proof])`, as in `.ere` files. */
  readonly canonicity?: Hex | undefined;
}

/**
 * V6: every header is Ethereum's, by its own proof, as an ancestor of a final block, or as the parent of a
 * header that is shown.
 *
 * @param headers by hash. INVARIANT: each has this hash
 * @param roots those of the release; without them no proof shows anything
 * @param final blocks that the bundle shows to be final
 * @param trusted root of the beacon block that the reader trusts
 * @throws Refuted for a proof that fails; a missing proof or root does not refute
 */
export function checkCanonicity(
  headers: ReadonlyMap<Hash, ProvenHeader>,
  roots: CanonicalRoots | undefined,
  final?: FinalBlocks,
  trusted?: Hash,
): Canonicity {
  const newestFirst = [...headers]
    .map(([hash, { header, canonicity }]) => ({ hash, canonicity, header: decodeHeader(fromHex(header)) }))
    .sort((one, other) => other.header.number - one.header.number);
  const parents = new Set<string>();
  let checkpoint: Hash | undefined;
  const unshown: string[] = [];
  for (const { hash, header, canonicity } of newestFirst) {
    const unproven = canonicity === undefined ? 'no proof of it is in the bundle' : lack(canonicity);
    const lacking = unproven !== undefined && final?.hashes.has(hash) ? lackOfTrust(final) : unproven;
    if (lacking === undefined || parents.has(hash)) parents.add(toHex(header.parentHash));
    else unshown.push(`block ${header.number}: ${lacking}`);

    function lack(raw: Hex): string | undefined {
      if (roots === undefined) return 'the roots of the consensus layer are not at hand';
      try {
        verifyHeaderProof(fromHex(hash), header, decodeHeaderProof(fromHex(raw)), roots);
        return undefined;
      } catch (error) {
        if (error instanceof RootUnknown) return error.message;
        throw error instanceof ProofFails ? new Refuted(`block ${hash}`, error.message) : error;
      }
    }
  }
  if (unshown.length === 0) return { outcome: 'shown', ...(checkpoint !== undefined && { checkpoint }) };
  return { outcome: 'not shown', blocks: unshown.length, reason: unshown[0]! };

  function lackOfTrust(shown: FinalBlocks): string | undefined {
    const { checkpoint: begun } = shown;
    if (trusted === undefined)
      return `it is final if beacon block ${begun} is Ethereum's: --checkpoint names the one that you trust`;
    if (trusted !== begun)
      return `it is final if beacon block ${begun} is Ethereum's, which is not your checkpoint`;
    checkpoint = begun;
    return undefined;
  }
}

/** V6 for a bundle: follows its sync committees, then checks its headers. @throws Refuted */
export async function checkBundleCanonicity(
  headers: ReadonlyMap<Hash, ProvenHeader>,
  finality: BundledFinality | undefined,
  { roots, forks, checkpoint }: Pick<Published, 'roots' | 'forks' | 'checkpoint'>,
): Promise<Canonicity> {
  const final = finality && (await checkFinality(finality, forks && gloasSlotOf(forks)));
  const oldest = final && [...final.hashes].at(-1);
  if (oldest !== undefined)
    demand(headers.has(oldest as Hash), 'finality', 'it does not lead to a block of the bundle');
  return checkCanonicity(headers, roots, final, checkpoint);
}
