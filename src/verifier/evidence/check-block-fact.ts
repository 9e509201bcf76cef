import { toHex } from '../../domain/chain/codec/hex.js';
import type { Address, Hash } from '../../domain/chain/hex.js';
import type { FactCase } from './fact-case.js';

/** Checks that an address is the beneficiary of a block. */
export function checkBeneficiaryFact(one: FactCase): void {
  const [ref] = one.refs('header');
  const { beneficiary } = one.source.blocks.header(ref!.blockHash);
  checkNamed(one, ref!.blockHash, toHex(beneficiary));
}

/** Checks that an address received a withdrawal. */
export function checkWithdrawalFact(one: FactCase): void {
  const [ref] = one.refs('withdrawal');
  const { address } = one.source.blocks.withdrawal(ref!.blockHash, ref!.rest[0]!);
  checkNamed(one, ref!.blockHash, toHex(address));
}

function checkNamed(one: FactCase, blockHash: Hash, address: Address): void {
  one.demand(address === one.fact.address, 'its evidence names another address');
  one.startsIn(blockHash);
  one.hasNoTransaction();
  one.hasNoKey();
  one.hasValue('true');
  one.supported(one.fact.evidence[0]!, 'merkle');
}
