import { BATCH_LENGTH } from '../canonical-roots.js';
import { signatureSlotAt } from './light-client-data.js';
import { mainnetBeaconChain } from './mainnet-beacon-chain.js';

/**
 * The update with the first signature slot that selects the same committee and fork. The slot itself is not
 * signed, so `followChain` accepts this form alone.
 *
 * @param ssz a `LightClientUpdate` or `LightClientFinalityUpdate` that was decoded
 * @param attestedSlot slot of the block that is signed
 * @param gloasSlot first slot of Gloas, where its time is known
 */
export function withFirstSignatureSlot(ssz: Buffer, attestedSlot: number, gloasSlot?: number): Buffer {
  const { forks } = mainnetBeaconChain(gloasSlot);
  const at = signatureSlotAt(ssz);
  const slot = Number(ssz.readBigUInt64LE(at));
  const candidates = [
    attestedSlot + 1,
    slot - (slot % BATCH_LENGTH),
    ...forks.map(([first]) => first + 1),
  ].filter((one) => one > attestedSlot && one <= slot);
  const forkAt = (one: number) => forks.findLastIndex(([first]) => first <= one - 1);
  const isSame = (one: number) =>
    Math.floor(one / BATCH_LENGTH) === Math.floor(slot / BATCH_LENGTH) && forkAt(one) === forkAt(slot);
  const first = Math.min(slot, ...candidates.filter(isSame));
  const other = Buffer.from(ssz);
  other.writeBigUInt64LE(BigInt(first), at);
  return other;
}
