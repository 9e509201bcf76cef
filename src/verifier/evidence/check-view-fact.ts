import type { ViewSource } from '../../definition/model/fact-source.js';
import { canonicalJson } from '../../domain/canonical/canonical-json.js';
import { delegationFact } from '../../domain/chain/codec/delegation-fact.js';
import { decodeDelegation, namedCallData } from '../../domain/chain/codec/observed-delegation.js';
import { selectorOf, viewValue } from '../../domain/chain/codec/view-value.js';
import type { Hex } from '../../domain/chain/hex.js';
import type { FactCase } from './fact-case.js';

/**
 * Checks the result of a view call at the end of a block, and still at the end of the bundle's block. It was
 * executed over state that the bundle proves, or is the word of the service that executed it.
 */
export function checkViewFact(one: FactCase, { signature, returns }: ViewSource): void {
  const { fact, end } = one;
  const [ref] = one.refs('view');
  const [address, data = ''] = ref!.rest;
  one.demand(address === fact.address, 'its evidence is of another address');
  one.demand(data.startsWith(selectorOf(signature)), `its evidence is of another call than ${signature}`);
  one.startsIn(ref!.blockHash);
  one.hasNoTransaction();
  const value = viewValue(outputOf(one, 'view'), returns);
  if (typeof value === 'object') {
    one.demand(
      typeof fact.value === 'string' && value.includes(fact.value),
      'its evidence has no such element',
    );
    one.demand(fact.key === data + String(fact.value).slice(2), 'it has another key than its evidence');
  } else {
    one.demand(value !== undefined, 'its evidence is no such value');
    one.hasValue(value);
    one.demand(fact.key === data, 'it has another key than its evidence');
  }
  const now = end.executed(ref!);
  if (now === undefined) {
    one.attestUnchanged();
    return;
  }
  const held = now.outcome === 'returned' ? viewValue(now.output, returns) : undefined;
  const isSame = typeof held === 'object' ? held.includes(fact.value as string) : held === fact.value;
  one.demand(isSame, `the call gives another result at block ${end.block}`);
}

/** Checks in the same way to which address a contract delegates. */
export function checkDelegationFact(one: FactCase): void {
  const { fact, end } = one;
  const [ref] = one.refs('delegation');
  const [address, selector] = ref!.rest;
  one.demand(address === fact.address, 'its evidence is of another address');
  one.startsIn(ref!.blockHash);
  one.hasNoTransaction();
  if (selector === undefined) one.hasNoKey();
  else one.demand(fact.key === namedCallData(selector), 'it has another key than its evidence');
  const delegation = decodeDelegation(outputOf(one, 'delegation'));
  if (delegation === undefined) one.refute('the contract of its evidence does not delegate');
  one.hasValue(delegationFact(delegation));
  const now = end.executed(ref!);
  const unchanged = now && decodeDelegation(now.output);
  if (now === undefined) one.attestUnchanged();
  else
    one.demand(
      unchanged !== undefined && canonicalJson(delegationFact(unchanged)) === canonicalJson(fact.value),
      `it delegates otherwise at block ${end.block}`,
    );
}

/** The output for the only ref of a fact: executed, or else attested. */
function outputOf(one: FactCase, kind: 'view' | 'delegation'): Hex {
  const { fact, source } = one;
  const cited = fact.evidence[0]!;
  const executed = source.executedView(cited);
  one.demand(executed?.outcome !== 'reverted', 'the call of its evidence reverts');
  one.supported(cited, executed ? 'executed' : 'node');
  const { output } =
    executed ?? source.attested(cited, kind) ?? one.refute('there is nothing for its evidence');
  return output as Hex;
}
