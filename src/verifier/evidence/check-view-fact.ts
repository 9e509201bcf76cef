import type { ViewSource } from '../../definition/model/fact-source.js';
import { selectorOf, viewValue } from '../../domain/chain/codec/view-value.js';
import type { FactCase } from './fact-case.js';

/** The result of a view call at the end of a block, by the word of the service that executed it. */
export function checkViewFact(one: FactCase, { signature, returns }: ViewSource): void {
  const { fact, source } = one;
  const [ref] = one.refs('view');
  const [address, data = ''] = ref!.rest;
  one.demand(address === fact.address, 'its evidence is of another address');
  one.demand(data.startsWith(selectorOf(signature)), `its evidence is of another call than ${signature}`);
  one.startsIn(ref!.blockHash);
  one.hasNoTransaction();
  const attested =
    source.attested(fact.evidence[0]!, 'view') ?? one.refute('there is nothing for its evidence');
  one.supported(fact.evidence[0]!, 'node');
  const value = viewValue(attested.output, returns);
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
  one.attestUnchanged();
}
