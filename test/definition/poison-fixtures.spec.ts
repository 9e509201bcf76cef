import { describe } from '@jest/globals';
import { mistakesIn } from './poison.js';

const KNOWN = 'facts: [{ check: transfer, start: 110 }]';
const PROVEN_TWO = `proven two\n  verdict: proven\n  block: 120\n  ${KNOWN}`;
const NOT_PROVEN_TWO = 'not proven two\n  verdict: notProven\n  block: 120';
const UNKNOWN = 'unknown: [transfer]';

describe('a fixture is refused', () => {
  const mistake = mistakesIn('token/coin.fixture.yaml');

  mistake(
    'with too few cases',
    { 'verdict: undecided': 'verdict: notProven' },
    '1:1 has 0 cases that are undecided, and needs 1',
  );
  mistake(
    'with one name for two cases',
    { 'not proven two': 'not proven one' },
    '19:9 [4].name is not proven one, as of an earlier case',
  );
  mistake(
    'that names a check that is not there',
    { [UNKNOWN]: 'unknown: [transfers]' },
    '28:13 [6].unknown[0] names transfers, which is no check of the definition',
  );
  mistake(
    'that names a check without a register',
    { [UNKNOWN]: 'unknown: [not_listed]' },
    '28:13 [6].unknown[0] names not_listed, which reads no fact source',
  );
  mistake(
    'with a key of a register that has none',
    { [PROVEN_TWO]: PROVEN_TWO.replace('start', 'key: "0x01", start') },
    '9:35 [1].facts[0].key has no effect: the fact source of transfer has no keys',
  );
  mistake(
    'that looks at a block outside its range',
    { [NOT_PROVEN_TWO]: NOT_PROVEN_TWO.replace('120', '201') },
    '21:10 [4].block lies outside the range 100 to 200',
  );
  mistake(
    'with a holding that ends before it begins',
    { [PROVEN_TWO]: PROVEN_TWO.replace('start: 110', 'start: 110, end: 109') },
    '9:47 [1].facts[0].end lies below the start',
  );
  mistake(
    'that claims without the value of the family',
    {
      [`${PROVEN_TWO}\n  claims: [{ family: transfer, value: "true",`]: `${PROVEN_TWO}\n  claims: [{ family: transfer,`,
    },
    '10:12 [1].claims[0] lacks the value, and transfer has one',
  );
  mistake(
    'that claims what is not proven',
    {
      [UNKNOWN]: `${UNKNOWN}\n  claims: [{ family: transfer, value: "true", referenceBlock: 110, witnesses: [] }]`,
    },
    '29:11 [6].claims have no effect: it is undecided',
  );
  mistake(
    'with a claim that the definition does not depend on',
    { [UNKNOWN]: 'deps: [{ dep: "nature:coin", start: 110 }]' },
    '28:17 [6].deps[0].dep is nature:coin, which the definition does not depend on',
  );
  mistake(
    'with a claim that is held and unknown',
    { [UNKNOWN]: 'deps: [{ dep: "nature:contract", start: 110, unknown: true }]' },
    '28:10 [6].deps[0] needs start, or unknown: true and neither start, end, referenceBlock nor value',
  );
  mistake(
    'with an entry of a binding that the definition does not consult',
    { [UNKNOWN]: 'bindings: [{ binding: others, key: "0x01" }]' },
    '28:25 [6].bindings[0].binding is others, which the definition does not consult',
  );
});
