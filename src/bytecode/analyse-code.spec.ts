import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { analyseCode, type CodeAnalysis } from './analyse-code.js';
import { PROXY_PATTERNS } from './fallback/proxy-pattern.js';

const MAX_CODE_SIZE = 24_576;
const bytes = (hex: string) => Buffer.from(hex, 'hex');
/** Code of the greatest size that can be deployed, filled with one repeated sequence. */
const filled = (hex: string, size = MAX_CODE_SIZE) => Buffer.alloc(size, hex, 'hex');
/**
 * Comparisons with selectors after which both branches continue, so that each could double the number of
 * paths.
 */
const branching = Buffer.concat(
  Array.from({ length: MAX_CODE_SIZE / 12 }, (_, index) => {
    const next = (12 * index + 11).toString(16).padStart(4, '0');
    return bytes(`8063${index.toString(16).padStart(8, '0')}1161${next}575b`);
  }),
);

const isOrdered = ({ selectors }: CodeAnalysis) =>
  selectors.every(
    (selector, index) =>
      selector.length === 4 && (index === 0 || selectors[index - 1]!.compare(selector) < 0),
  );
const isSound = (analysis: CodeAnalysis) =>
  isOrdered(analysis) &&
  analysis.fingerprint.length === 32 &&
  PROXY_PATTERNS.includes(analysis.proxyPattern) &&
  (analysis.proxyPattern === 'eip1167') === (analysis.cloneTarget !== undefined);

describe('analyseCode', () => {
  it.each([
    ['no code', Buffer.alloc(0)],
    ['the format of EIP-3541, refused since London', bytes('ef0001010004')],
    ['a delegation', bytes(`ef0100${'be'.repeat(20)}`)],
    ['a push without its bytes', bytes('7f')],
    ['a push without some of its bytes', bytes('3d7fbe')],
    ['a delegation to half an address', bytes('3d3d3d3d73be')],
    ['a jump into the bytes of a push', bytes('600156')],
    ['an endless loop', bytes('5b600056')],
    ['an endless loop that delegates', bytes('5b3d3d3d3d305af450600056')],
    ['a loop that grows its memory', bytes('60005b80805260200160025630f4')],
    ['a loop that grows its stack', bytes('5b30600056f4')],
    ['an offset that no memory reaches', bytes(`7f${'ff'.repeat(32)}8080375050f4`)],
    ['a word behind the end of the call', bytes('602535f4')],
    ['short code that delegates to slot 0', bytes('36600060003760006000366000600054' + '5af4')],
    ['a deep power', bytes(`7f${'ff'.repeat(32)}80800a0a50f4`)],
    ['a shift by more than there are bits', bytes(`60017f${'ff'.repeat(32)}1b54f4`)],
  ])('takes %s', (_, code) => {
    const analysis = analyseCode(code);
    expect(isSound(analysis)).toBe(true);
    expect(analysis.selectors).toEqual([]);
  });

  it.each([
    ['JUMPDESTs', filled('5b')],
    ['DELEGATECALLs', filled('f4')],
    ['DELEGATECALLs with all their operands', filled('3d3d3d3d305af450')],
    ['delegations of the whole call', filled('363d3d373d3d363d735af4')],
    ['loops', filled('5b600056')],
    ['jumps that the caller chooses', filled('5b6000355633f4')],
    ['branches that the caller chooses', filled('5b3360005733f4')],
    ['hashes of memory', filled('61ffff600020')],
    ['branches on selectors', Buffer.concat([bytes('60003560e01c'), branching, bytes('f4')])],
    ['more bytes than any fork has allowed', filled('5b3360005733f4', 65_536)],
  ])('R-117: takes code of the greatest size made of %s', (_, code) => {
    expect(isSound(analyseCode(code))).toBe(true);
  });

  it('accepts a clone that delegates to any address, even its own', () => {
    const clone = (target: string) => bytes(`363d3d373d3d3d363d73${target}5af43d82803e903d91602b57fd5bf3`);
    const [one, other] = [analyseCode(clone('be'.repeat(20))), analyseCode(clone('00'.repeat(20)))];
    expect(one).toEqual({
      selectors: [],
      instructions: bytes('f4'),
      fingerprint: other.fingerprint,
      cloneTarget: bytes('be'.repeat(20)),
      proxyPattern: 'eip1167',
    });
    expect(other.cloneTarget).toEqual(Buffer.alloc(20));
  });

  it('never throws and is sound, whatever the bytes', () => {
    const code = fc.uint8Array({ maxLength: 4_096, size: 'max' });
    // Valid operations get further than random bytes, which soon contain an invalid one.
    const operation = fc.constantFrom(
      ...bytes(
        '0001030414151617191b1c203033353637393d3e5051525455565758595a5b5c5e5f60617f8081829091f1f3f4fafd',
      ),
    );
    const operations = fc
      .array(operation, { maxLength: 2_000, size: 'max' })
      .map((list) => Buffer.from(list));
    // A proxy whose target is computed in some way.
    const proxies = operations.map((target) =>
      Buffer.concat([bytes('36600060003760006000366000'), target.subarray(0, 40), bytes('5af4')]),
    );
    fc.assert(
      fc.property(fc.oneof(code, operations, proxies), (given) => {
        const analysed = analyseCode(Buffer.from(given));
        expect(isSound(analysed)).toBe(true);
        expect(analyseCode(Buffer.from(given))).toEqual(analysed);
      }),
      { numRuns: 600 },
    );
  });
});
