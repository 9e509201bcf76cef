import type { ViewSource } from '../../definition/model/fact-source.js';
import { selectorOf, viewValue } from '../../domain/chain/codec/view-value.js';
import type { Address, Hex } from '../../domain/chain/hex.js';
import type { FactCase } from './fact-case.js';

/**
 * The result of a view call at the end of a block and until the end of the bundle's: executed over what the bundle proves of their states,
 * or by the word of the service that executed it.
 */
export function checkViewFact(one: FactCase, { signature, returns }: ViewSource): void {
  const { fact, source, end } = one;
  const cited = fact.evidence[0]!;
  const [ref] = one.refs('view');
  const [address, data = ''] = ref!.rest;
  one.demand(address === fact.address, 'its evidence is of another address');
  one.demand(data.startsWith(selectorOf(signature)), `its evidence is of another call than ${signature}`);
  one.startsIn(ref!.blockHash);
  one.hasNoTransaction();
  const executed = source.executedView(cited);
  one.demand(executed?.outcome !== 'reverted', 'the call of its evidence reverts');
  one.supported(cited, executed ? 'executed' : 'node');
  const { output } =
    executed ?? source.attested(cited, 'view') ?? one.refute('there is nothing for its evidence');
  const value = viewValue(output as Hex, returns);
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
  const now = end.viewOf(address as Address, data);
  if (now === undefined) {
    one.attestUnchanged();
    return;
  }
  const held = now.outcome === 'returned' ? viewValue(now.output, returns) : undefined;
  const isSame = typeof held === 'object' ? held.includes(fact.value as string) : held === fact.value;
  one.demand(isSame, `the call gives another result at block ${end.block}`);
}
