import { expect, it } from '@jest/globals';
import { type Checked, describeVerification } from './describe-verification.js';

/** The first lines of what is said of a claim with a value. */
function headOf(value?: string): readonly string[] {
  const proof = { attributeId: 'own:rule', subject: '0x01', object: '0x02', ...(value && { value }) };
  const bundle = { proof: 'hash', proofs: { hash: proof }, block: 7 };
  const checked = { outcome: 'refuted', bundle, level: 1, place: 'here', reason: 'so' } as unknown as Checked;
  return describeVerification(checked).split('\n').slice(0, 2);
}

it('says of which claim it is, with its value', () => {
  expect(headOf()).toEqual(['own:rule of 0x01 -> 0x02 at block 7', 'V1  FAILS        here: so']);
  expect(headOf('some.eth')).toEqual(['own:rule of 0x01 -> 0x02 at block 7', 'value     "some.eth"']);
});

it('a value imitates none of its lines, in a window of any width', () => {
  expect(headOf(`"${' '.repeat(3)}V6  holds`)[1]).toBe(
    'value     "\\"\\u0020\\u0020\\u0020V6\\u0020\\u0020holds"',
  );
});
