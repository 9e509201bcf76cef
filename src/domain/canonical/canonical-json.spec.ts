import { describe, expect, it } from '@jest/globals';
import canonicalizeModule from 'canonicalize';
import fc from 'fast-check';
import { canonicalJson, digestText, NotCanonical } from './canonical-json.js';

// The package is CommonJS, unlike its types.
const canonicalize = canonicalizeModule as unknown as (value: unknown) => string | undefined;

const printable = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
});
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    printable,
    fc.maxSafeInteger().filter((number) => !Object.is(number, -0)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      printable.filter((key) => key !== '__proto__'),
      tie('value'),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
}));

describe('canonical JSON', () => {
  it('equals a package that implements RFC 8785', () => {
    fc.assert(fc.property(anything, (value) => canonicalJson(value) === canonicalize(value)));
  });

  it('does not depend on the order of keys, and leaves out what is undefined', () => {
    expect(canonicalJson({ b: 1, a: [true, null], c: undefined })).toBe('{"a":[true,null],"b":1}');
  });

  it.each([1.5, -0, 2 ** 53, Number.NaN, 'é', '\n', 1n, new Date(0), Symbol('x')])(
    'refuses %p and names its place',
    (value) => {
      expect(() => canonicalJson({ a: [value] })).toThrow(NotCanonical);
      expect(() => canonicalJson({ a: [value] })).toThrow('$.a[0]');
    },
  );

  it('has one digest text', () => {
    expect(digestText('')).toBe('sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });
});
