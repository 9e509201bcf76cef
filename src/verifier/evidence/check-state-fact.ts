import type { CodeSource, StorageSource } from '../../definition/catalog/fact-source.js';
import { fromHex, toHex } from '../../kernel/chain/hex.js';
import { cloneTargetIn, delegateIn, plainCodeValue } from './code-value.js';
import type { EvidenceRef } from './evidence-ref.js';
import type { FactCase } from './fact-case.js';
import { slotNamed } from './slot-named.js';

const EMPTY_WORD = /^0x0*$/;

/** Code at the end of a block. Without an account proof the node is taken at its word for it. */
export function checkCodeFact(one: FactCase, { register }: CodeSource): void {
  one.hasNoKey();
  one.hasNoTransaction();
  if (register === 'redeployed') checkRedeployed(one);
  else checkCodeAt(one, register);
}

function checkCodeAt(one: FactCase, register: Exclude<CodeSource['register'], 'redeployed'>): void {
  const [ref] = one.refs('code');
  const code = codeAt(one, ref!, 0);
  one.startsIn(ref!.blockHash);
  if (code === undefined) {
    one.demand(
      typeof one.fact.value === 'string' ? register !== 'contract' : register === 'contract',
      'its value is of another register',
    );
    return;
  }
  if (register === 'contract') {
    checkContract(one, code);
    return;
  }
  if (register === 'destroyed')
    one.demand(code.length === 0 || delegateIn(code) !== undefined, 'there is a contract');
  one.hasValue(saidBy(register, code) ?? one.refute(`its code is no ${register}`));
}

/** Selectors and fingerprint, stated only where a proof rests on them, are taken as stated: `describe-verification` says so. */
function checkContract(one: FactCase, code: Buffer): void {
  const { value } = one.fact;
  one.demand(code.length > 0 && delegateIn(code) === undefined, 'there is no contract');
  one.demand(typeof value === 'object', 'its value is of another register');
  const { fingerprint, selectors } = value;
  one.hasValue({
    ...plainCodeValue(code),
    ...(fingerprint !== undefined && { fingerprint }),
    ...(selectors !== undefined && { selectors }),
  });
}

function saidBy(register: 'delegate' | 'clone' | 'destroyed', code: Buffer): string | undefined {
  if (register === 'destroyed') return 'true';
  return register === 'delegate' ? delegateIn(code) : cloneTargetIn(code);
}

function checkRedeployed(one: FactCase): void {
  const refs = one.refs('code', 'code');
  const codes = refs.map((ref, at) => codeAt(one, ref, at));
  // What lived within one transaction is in no state: nothing is there to compare then.
  const [first, second] = codes.filter((code) => code !== undefined && code.length > 0);
  one.demand(!first || !second || !first.equals(second), 'its code is the same both times');
  one.startsIn(refs[1]!.blockHash);
  one.hasValue('true');
}

/** Undefined where the node is taken at its word without showing the code. */
function codeAt(one: FactCase, { blockHash, rest: [address] }: EvidenceRef, at: number): Buffer | undefined {
  const ref = one.fact.evidence[at]!;
  one.demand(address === one.fact.address, 'its evidence is of another address');
  const proven = one.material.provenCode(blockHash, address);
  one.supported(ref, proven ? 'merkle' : 'node');
  if (proven) return proven;
  const attested = one.material.attested(ref, 'code') ?? one.refute(`there is nothing for ${ref}`);
  one.material.header(blockHash);
  return attested.code === undefined ? undefined : fromHex(attested.code);
}

/** The word of a slot at the end of a block. */
export function checkSlotFact(one: FactCase, { slot }: StorageSource): void {
  const [ref] = one.refs('slot');
  const { blockHash, rest } = ref!;
  const [address, word] = rest as [string, string];
  one.demand(address === one.fact.address, 'its evidence is of another address');
  one.demand(word === slotNamed(slot), `its evidence is of another slot than ${slot}`);
  one.startsIn(blockHash);
  one.hasNoKey();
  one.hasNoTransaction();
  const proven = one.material.provenSlot(blockHash, address, word);
  one.supported(one.fact.evidence[0]!, proven ? 'merkle' : 'node');
  const held = proven
    ? toHex(proven)
    : (
        one.material.attested(one.fact.evidence[0]!, 'slot') ??
        one.refute('there is nothing for its evidence')
      ).word;
  one.demand(!EMPTY_WORD.test(held), 'its slot is empty');
  one.hasValue(held);
  if (slot === 'safe_singleton')
    one.demand(one.isNamed('safe-singletons', `0x${held.slice(26)}`), 'its slot points at no Safe');
}
