import { expect, it } from '@jest/globals';
import {
  caseOf,
  definitionOf,
  expressionOf,
  familyOf,
  SUBJECT,
} from '../../../test/builder/definition-of.js';
import type { FixtureFact } from '../../definition/schema/fixture-case.js';
import type { Address } from '../../domain/chain/hex.js';
import { evaluate } from '../../evaluator/evaluate/evaluate.js';
import { FixtureView } from '../../evaluator/fixture/fixture-view.js';
import type { FactInterval } from '../../evaluator/model/state-view.js';
import { RememberedParts } from './remembered-parts.js';

it('gives a part until something that it read may differ', () => {
  const parts = new RememberedParts();
  const [family, one, two] = [{}, {}, {}];
  parts.set(family, one, { result: 'one', next: 12 });
  parts.set(family, two, { result: 'two', next: Number.POSITIVE_INFINITY });
  expect(parts.find(family, one, 11)?.result).toBe('one');
  expect(parts.find(family, one, 12)).toBeUndefined();
  expect(parts.find(family, two, 12)?.result).toBe('two');
  expect(parts.find({}, two, 12)).toBeUndefined();
});

const HOLDERS = [1, 2, 3, 4].map((at): Address => `0x${`${at}`.repeat(40)}`);
const definition = definitionOf(
  'relation',
  familyOf(
    [
      { id: 'before', operator: 'exists', source: 1 },
      { id: 'holder', operator: 'exists', source: 2 },
    ],
    {
      negativeControls: [{ id: 'is_contract', operator: 'holds', dep: 'a:b', of: expressionOf('object') }],
      each: 'holder',
      object: expressionOf('holder.key'),
    },
  ),
);
const factOf = (check: string, key: string): FixtureFact => ({
  ...{ check, key, start: 110, value: 'true', evidence: [`log:1:0x${'ab'.repeat(32)}:0:1`] },
});

/** Remembers, and counts the claims that are asked for: one for each key that is evaluated. */
class RememberingView extends FixtureView {
  asked = 0;
  keys: readonly FactInterval[] = [];
  readonly #parts = new RememberedParts();

  override factsByKey(): readonly FactInterval[] {
    return this.keys;
  }

  override claim(id: string, address: Address): ReturnType<FixtureView['claim']> {
    this.asked += 1;
    return super.claim(id, address);
  }

  part<Result>(of: object, key: unknown, evaluatePart: () => Result): Result {
    const known = this.#parts.find(of, key, this.block);
    if (known !== undefined) return known.result as Result;
    const result = evaluatePart();
    this.#parts.set(of, key, { result, next: Number.POSITIVE_INFINITY });
    return result;
  }
}

it('evaluates keys that changed, and writes their proofs alone', () => {
  const facts = [factOf('before', ''), ...HOLDERS.map((holder) => factOf('holder', holder))];
  const deps = HOLDERS.map((of) => ({ dep: 'a:b', of, start: 105, referenceBlock: 105 }));
  const fixture = caseOf({ facts, deps });
  const view = new RememberingView(definition, fixture);
  view.keys = new FixtureView(definition, fixture).factsByKey(SUBJECT, 2) as FactInterval[];
  const first = evaluate(definition, SUBJECT, view);
  expect([first.claims.length, view.asked]).toEqual([4, 4]);

  view.keys = view.keys.map((fact, at) => (at === 2 ? { ...fact, start: 115 } : fact));
  const second = evaluate(definition, SUBJECT, view);
  expect(view.asked).toBe(5);
  expect(second.claims.map((claim, at) => claim === first.claims[at])).toEqual([true, true, false, true]);
  expect(second.claims[2]?.referenceBlock).toBe(115);
  expect(evaluate(definition, SUBJECT, view).claims).toEqual(second.claims);
});
