import type { FactSource } from '../../definition/model/fact-source.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import type { Absence } from '../rule/statement-view.js';
import { cloneTargetIn, delegateIn, isContract } from './code-value.js';
import type { EndState } from './end-state.js';
import { demand } from './finding.js';
import { slotNamed } from './slot-named.js';

const EMPTY_WORD = /^0x0*$/;

/**
 * Checks an absence that an evaluation depends on. An account proof at the bundle's block can show that a
 * code or slot is absent. No proof can for logs, frames and claims, so those are attested.
 *
 * @throws Refuted if the bundle shows that it exists
 */
export function checkAbsence(absence: Absence, end: EndState): void {
  const { address } = absence;
  const what = 'claim' in absence ? absence.claim : nameOf(absence.source);
  const found = 'claim' in absence ? undefined : isThere(absence.source, address, end);
  demand(found !== true, `${what} of ${address}`, `is there at block ${end.block}`);
  if (found === undefined)
    end.attestations.add('absent', address, `that there is none at the end of block ${end.block}: ${what}`);
}

/** Whether the address has a fact of the source; undefined if the bundle does not show it. */
function isThere(source: FactSource, address: Address, end: EndState): boolean | undefined {
  if (source.kind === 'code') {
    const code = end.codeOf(address);
    if (code === undefined) return undefined;
    if (source.register === 'contract') return isContract(code);
    if (source.register === 'delegate') return delegateIn(code) !== undefined;
    return source.register === 'clone' ? cloneTargetIn(code) !== undefined : undefined;
  }
  if (source.kind !== 'storage') return undefined;
  const word = end.slotOf(address, slotNamed(source.slot));
  if (word === undefined) return undefined;
  if (EMPTY_WORD.test(toHex(word))) return false;
  // A word is a fact only at a contract, and in the singleton slot of a Safe only for some words.
  const code = end.codeOf(address);
  return source.slot === 'safe_singleton' || code === undefined || !isContract(code) ? undefined : true;
}

function nameOf(source: FactSource): string {
  switch (source.kind) {
    case 'code':
      return `code: ${source.register}`;
    case 'build':
      return `a build of ${source.binding}`;
    case 'storage':
      return `storage: ${source.slot}`;
    case 'log':
      return `a log ${source.topic0} with ${source.topics} topics`;
    case 'log_state':
      return `what logs ${source.events.map(({ topic0 }) => topic0).join(' ')} tell`;
    case 'call':
      return `a call into ${source.to}`;
    case 'view':
      return `a result of ${source.signature}`;
    case 'delegation':
      return 'an observed delegation';
    case 'setting':
      return 'a setting of its own';
    default:
      return `${source.kind}: ${source.register}`;
  }
}
