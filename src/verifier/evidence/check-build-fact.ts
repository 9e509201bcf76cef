import type { BuildSource } from '../../definition/model/fact-source.js';
import { codeAt } from './check-code-fact.js';
import { isContract } from './code-value.js';
import type { FactCase } from './fact-case.js';

/**
 * Checks that the code at the end of a block, and still at the end of the bundle's block, is a build in a
 * registry.
 */
export function checkBuildFact(one: FactCase, { binding }: BuildSource): void {
  const { fact, end } = one;
  one.hasNoKey();
  one.hasNoTransaction();
  const [ref] = one.refs('code');
  const { code } = codeAt(one, ref!, 0);
  one.startsIn(ref!.blockHash);
  one.beginsLifetime();
  one.demand(code !== undefined, 'its code is not shown');
  const now = end.codeOf(fact.address);
  for (const held of now === undefined ? [code] : [code, now])
    one.demand(isContract(held) && one.isBuild(binding, held), `its code is not that build of ${binding}`);
  if (now === undefined) one.attestUnchanged();
}
