import type { StorageSource } from '../../definition/model/fact-source.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { Address, Hash } from '../../domain/chain/hex.js';
import { isContract } from './code-value.js';
import type { FactCase } from './fact-case.js';
import { slotNamed } from './slot-named.js';

const EMPTY_WORD = /^0x0*$/;

/**
 * Checks the word of a slot of a contract at the end of a block, and still at the end of the bundle's block.
 */
export function checkSlotFact(one: FactCase, { slot }: StorageSource): void {
  const { fact, end, source } = one;
  const [ref] = one.refs('slot');
  const { blockHash, rest } = ref!;
  const [address, word] = rest as [Address, Hash];
  one.demand(address === fact.address, 'its evidence is of another address');
  one.demand(word === slotNamed(slot), `its evidence is of another slot than ${slot}`);
  one.startsIn(blockHash);
  one.hasNoKey();
  one.hasNoTransaction();
  const proven = source.state.provenSlot(blockHash, address, word);
  one.supported(fact.evidence[0]!, proven ? 'merkle' : 'node');
  const held = proven
    ? toHex(proven)
    : (source.attested(fact.evidence[0]!, 'slot') ?? one.refute('there is nothing for its evidence')).word;
  one.demand(!EMPTY_WORD.test(held), 'its slot is empty');
  one.hasValue(held);
  if (slot === 'safe_singleton')
    one.demand(one.isNamed('safe-singletons', `0x${held.slice(26)}`), 'its slot points at no Safe');
  // Accounts that delegate have slots as well, but are no contracts.
  const code = source.state.codeAt(blockHash, address);
  if (code !== undefined) one.demand(isContract(code), 'it is the slot of no contract');
  end.mustLiveOn(address, fact.start, 'at the end', one.place);
  const now = end.slotOf(address, word);
  if (now === undefined) one.attestUnchanged();
  else one.demand(toHex(now) === held, `its slot holds another word at block ${end.block}`);
}
