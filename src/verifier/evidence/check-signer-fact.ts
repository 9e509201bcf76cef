import type { TransactionSource } from '../../definition/model/fact-source.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { FactCase } from './fact-case.js';

/**
 * Checks the signer of a transaction, or of an authorization in it. Neither transaction nor receipt shows
 * whether an authorization took effect, so that is attested.
 */
export function checkSignerFact(one: FactCase, { register: part }: TransactionSource): void {
  const [ref] = one.refs('tx');
  const { blockHash, rest } = ref!;
  const { from, authorities } = one.source.blocks.transaction(blockHash, rest[0]!);
  const signers = part === 'signed' ? [from] : authorities;
  const hasSigned = signers.some((signer) => signer !== undefined && toHex(signer) === one.fact.address);
  one.demand(hasSigned, 'its transaction recovers to another address');
  one.startsIn(blockHash);
  one.isInTransaction(blockHash, rest[0]!);
  one.hasNoKey();
  one.hasValue('true');
  one.supported(one.fact.evidence[0]!, 'merkle');
  if (part === 'authorized')
    one.attest('effect', `that the authorization of ${one.fact.address} took effect`);
}
