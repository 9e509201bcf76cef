import fc from 'fast-check';
import type { DecodedValue } from '../../src/signature/decoded-event.js';

/** A random ABI parameter: its value for viem, and what its encoding must decode to. */
export interface RandomParameter {
  /** Canonical type; a tuple is written out. */
  readonly type: string;
  readonly parameter: Parameter;
  readonly value: unknown;
  readonly decoded: DecodedValue;
}

interface Parameter {
  readonly type: string;
  readonly components?: readonly Parameter[];
}

type Values = fc.Arbitrary<{ readonly value: unknown; readonly decoded: DecodedValue }>;
interface RandomType {
  readonly type: string;
  readonly parameter: Parameter;
  readonly values: Values;
}

const bits = fc.integer({ min: 1, max: 32 }).map((bytes) => 8 * bytes);
const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

const elementary: fc.Arbitrary<RandomType> = fc.oneof(
  fc.constant(simple('address', bytesOf(20))),
  fc.constant(simple('bool', fc.boolean().map(asIs))),
  fc.constant(simple('string', fc.string({ unit: 'binary', maxLength: 70 }).map(asIs))),
  fc.constant(simple('bytes', fc.uint8Array({ maxLength: 70 }).map(hexOf).map(asIs))),
  fc.integer({ min: 1, max: 32 }).map((size) => simple(`bytes${size}`, bytesOf(size))),
  bits.map((size) => simple(`uint${size}`, numbers(size, 0n, 2n ** BigInt(size) - 1n))),
  bits.map((size) =>
    simple(`int${size}`, numbers(size, -(2n ** BigInt(size - 1)), 2n ** BigInt(size - 1) - 1n)),
  ),
);

const { type: anyType } = fc.letrec<{ type: RandomType; array: RandomType; tuple: RandomType }>((tie) => ({
  type: fc.oneof({ maxDepth: 3 }, elementary, tie('array'), tie('tuple')),
  array: fc.tuple(tie('type'), fc.option(fc.integer({ min: 1, max: 3 }))).map(arrayOf),
  tuple: fc.array(tie('type'), { minLength: 1, maxLength: 3 }).map(tupleOf),
}));

/** Up to four parameters of any types. */
export const randomParameters: fc.Arbitrary<RandomParameter[]> = fc
  .array(anyType, { maxLength: 4 })
  .chain((types) =>
    fc.tuple(
      ...types.map(({ type, parameter, values }) =>
        values.map(({ value, decoded }) => ({ type, parameter, value, decoded })),
      ),
    ),
  );

function arrayOf([{ type, parameter, values }, length]: [RandomType, number | null]): RandomType {
  const suffix = `[${length ?? ''}]`;
  const range = length === null ? { maxLength: 3 } : { minLength: length, maxLength: length };
  return {
    type: type + suffix,
    parameter: { ...parameter, type: parameter.type + suffix },
    values: fc.array(values, range).map(sideBySide),
  };
}

function tupleOf(members: RandomType[]): RandomType {
  return {
    type: `(${members.map(({ type }) => type).join(',')})`,
    parameter: { type: 'tuple', components: members.map(({ parameter }) => parameter) },
    values: fc.tuple(...members.map(({ values }) => values)).map(sideBySide),
  };
}

function sideBySide(list: readonly { value: unknown; decoded: DecodedValue }[]) {
  return { value: list.map(({ value }) => value), decoded: list.map(({ decoded }) => decoded) };
}

function simple(type: string, values: Values): RandomType {
  return { type, parameter: { type }, values };
}

function asIs<Value extends string | boolean>(value: Value) {
  return { value, decoded: value };
}

function bytesOf(size: number): Values {
  return fc.uint8Array({ minLength: size, maxLength: size }).map(hexOf).map(asIs);
}

function numbers(size: number, min: bigint, max: bigint): Values {
  // viem takes integers of up to 48 bits as numbers.
  return fc
    .bigInt({ min, max })
    .map((value) => ({ value: size <= 48 ? Number(value) : value, decoded: value.toString() }));
}
