import type { CodeSource } from '../../definition/model/fact-source.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { EvidenceRef } from '../../domain/chain/record/evidence-ref.js';
import { cloneTargetIn, delegateIn, isContract, plainCodeValue } from './code-value.js';
import type { FactCase } from './fact-case.js';
import { reachedInstructions } from './reached-instructions.js';

/**
 * Checks a fact about the code at the end of a block. Without an account proof the code is the word of a
 * node.
 */
export function checkCodeFact(one: FactCase, { register: part }: CodeSource): void {
  one.hasNoKey();
  one.hasNoTransaction();
  if (part === 'redeployed') checkRedeployed(one);
  else if (part === 'destroyed') checkDestroyed(one);
  else checkExists(one, part);
}

/** Checks code that exists since a block and still at the end of the bundle's block. */
function checkExists(one: FactCase, part: 'contract' | 'delegate' | 'clone'): void {
  const { fact, end } = one;
  const [ref] = one.refs('code');
  const { code } = codeAt(one, ref!, 0);
  one.startsIn(ref!.blockHash);
  one.demand(
    (typeof fact.value === 'string') === (part !== 'contract'),
    'its value is of another fact source',
  );
  if (part === 'contract') one.beginsLifetime();
  const now = end.codeOf(fact.address);
  for (const held of [code, now]) if (held !== undefined) one.hasValue(saidBy(one, part, held));
  if (now === undefined) one.attestUnchanged();
  if (part !== 'contract') return;
  attestReadings(one);
  // Without the code nothing shows what it reaches.
  if (statesInstructions(one) && code === undefined && now === undefined)
    one.attest('analysis', 'that the code reaches the instructions that are stated, and no other');
}

function saidBy(one: FactCase, part: 'contract' | 'delegate' | 'clone', code: Buffer) {
  if (part === 'delegate') return delegateIn(code) ?? one.refute('its code is no delegate');
  if (part === 'clone') return cloneTargetIn(code) ?? one.refute('its code is no clone');
  one.demand(isContract(code), 'there is no contract');
  return {
    ...plainCodeValue(code),
    ...readingsOf(one),
    ...(statesInstructions(one) && { instructions: reachedInstructions(code) }),
  };
}

/**
 * Selectors and fingerprint, which are stated only if a proof needs them. The analysis that gives them is not
 * repeated here, so they are attested.
 */
function readingsOf({ fact: { value } }: FactCase): Record<string, string> {
  if (typeof value === 'string') return {};
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => name === 'fingerprint' || name === 'selectors'),
  );
}

const statesInstructions = ({ fact: { value } }: FactCase): boolean =>
  typeof value === 'object' && 'instructions' in value;

function attestReadings(one: FactCase): void {
  for (const name of Object.keys(readingsOf(one)))
    one.attest('analysis', `that the ${name} of the code ${name === 'selectors' ? 'are' : 'is'} as stated`);
}

/**
 * Checks that a contract was removed. That there is no code does not show that there was a contract: an
 * earlier block must show it, else it is attested.
 */
function checkDestroyed(one: FactCase): void {
  const { fact, end, source } = one;
  const [ref] = one.refs('code');
  const { code } = codeAt(one, ref!, 0);
  one.startsIn(ref!.blockHash);
  one.hasValue('true');
  const now = end.codeOf(fact.address);
  for (const left of [code, now])
    if (left !== undefined) one.demand(!isContract(left), 'there is a contract');
  if (now === undefined) one.attestUnchanged();
  if (!source.state.showsContractBefore(fact.address, fact.start))
    one.attest('existed', `that there was a contract at ${fact.address} before it was without code`);
}

/**
 * Checks two codes at two blocks. A contract that existed only within one transaction is in no state, so that
 * it existed is attested.
 */
function checkRedeployed(one: FactCase): void {
  const refs = one.refs('code', 'code');
  const [first, second] = refs.map((ref, at) => codeAt(one, ref, at));
  one.startsIn(refs[1]!.blockHash);
  one.hasValue('true');
  const [before, after] = refs.map(({ blockHash }) => one.source.blocks.header(blockHash).number);
  one.demand(before! <= after!, 'its second code is the earlier one');
  for (const [at, { code, isProven }] of [first!, second!].entries())
    if (isProven && !isContract(code!))
      one.attest(
        'existed',
        `that there was a contract at ${one.fact.address} within a transaction of that block`,
        one.fact.evidence[at],
      );
  const codes = [first!.code, second!.code].filter((code) => code !== undefined && isContract(code));
  if (codes.length < 2) one.attest('existed', `that the two codes of ${one.fact.address} differ`);
  else one.demand(!codes[0]!.equals(codes[1]!), 'its code is the same both times');
}

export interface SeenCode {
  /** Undefined if the code is attested and the bundle does not have it. */
  readonly code: Buffer | undefined;
  readonly isProven: boolean;
}

/** The code that a ref of the fact shows. */
export function codeAt(one: FactCase, { blockHash, rest: [address] }: EvidenceRef, at: number): SeenCode {
  const ref = one.fact.evidence[at]!;
  one.demand(address === one.fact.address, 'its evidence is of another address');
  const proven = one.source.state.codeAt(blockHash, address);
  one.supported(ref, proven ? 'merkle' : 'node');
  if (proven) return { code: proven, isProven: true };
  const attested = one.source.attested(ref, 'code') ?? one.refute(`there is nothing for ${ref}`);
  one.source.blocks.header(blockHash);
  return {
    code: attested.code === undefined ? undefined : fromHex(attested.code),
    isProven: false,
  };
}
