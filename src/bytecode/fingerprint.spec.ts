import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { fingerprintOf } from './fingerprint.js';

interface Compiled {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<
    Record<string, Record<string, { evm: { deployedBytecode: { object: string } } }>>
  >;
}
const require = createRequire(import.meta.url);
const SOURCE = `
  pragma solidity ^0.8.0;
  library Sum { function ofBoth(uint a, uint b) external pure returns (uint) { return a + b; } }
  contract Child { uint public number = 7; }
  contract Parent {
    uint immutable start;
    constructor(uint value) { start = value; }
    function add(uint more) external view returns (uint) { return Sum.ofBoth(start, more); }
    function create() external returns (Child) { return new Child(); }
  }`;

/** Runtime code of Parent, linked to a library, with zeros in place of its immutables. */
function build(source: string, metadata: object, library = '11'.repeat(20)): Buffer {
  const settings = {
    optimizer: { enabled: true },
    metadata,
    libraries: { 'a.sol': { Sum: `0x${library}` } },
    outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
  };
  const solc = require('solc') as { compile(input: string): string };
  const input = { language: 'Solidity', sources: { 'a.sol': { content: source } }, settings };
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input))) as Compiled;
  const error = errors.find(({ severity }) => severity === 'error');
  if (error !== undefined) throw new Error(error.formattedMessage);
  return Buffer.from(contracts['a.sol']!.Parent!.evm.deployedBytecode.object, 'hex');
}

describe('fingerprintOf', () => {
  let code: Buffer;
  let fingerprint: Buffer;
  beforeAll(() => {
    code = build(SOURCE, { bytecodeHash: 'ipfs' });
    fingerprint = fingerprintOf(code);
  });

  it.each<readonly [what: string, other: () => Buffer]>([
    ['another comment', () => build(`// Another build.\n${SOURCE}`, { bytecodeHash: 'ipfs' })],
    ['another kind of hash', () => build(SOURCE, { bytecodeHash: 'bzzr1' })],
    ['no hash', () => build(SOURCE, { bytecodeHash: 'none' })],
    ['no metadata', () => build(SOURCE, { appendCBOR: false })],
    ['a library at another address', () => build(SOURCE, { bytecodeHash: 'ipfs' }, '22'.repeat(20))],
  ])('R-119: is equal for two builds that differ in metadata only: %s', (_, other) => {
    const built = other();
    expect(built).not.toEqual(code);
    expect(fingerprintOf(built)).toEqual(fingerprint);
  });

  it('R-119: is equal whatever the values of the immutables', () => {
    const zeros = code.indexOf(Buffer.concat([Buffer.from([0x7f]), Buffer.alloc(32)]));
    expect(zeros).toBeGreaterThan(0);
    const constructed = Buffer.from(code);
    constructed.fill(0x5b, zeros + 1, zeros + 33);
    expect(fingerprintOf(constructed)).toEqual(fingerprint);
  });

  it('R-119: differs where the logic differs', () => {
    const other = build(
      SOURCE.replace('a + b', 'a - b').replace('Sum.ofBoth(start, more)', 'start - more'),
      {},
    );
    expect(fingerprintOf(other)).not.toEqual(fingerprint);
    const child = build(SOURCE.replace('number = 7;', 'number = 7; function two() external {}'), {});
    expect(fingerprintOf(child)).not.toEqual(fingerprint);
  });

  it('has a value for every code', () => {
    const hashes = ['', '00', '0001', '60', '7f', 'fe', 'a2'].map((hex) =>
      fingerprintOf(Buffer.from(hex, 'hex')).toString('hex'),
    );
    expect(hashes[0]).toBe('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470');
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
