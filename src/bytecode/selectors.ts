import { contractInfo } from 'evmole';

/**
 * The selectors that code dispatches on: four bytes each, ascending, distinct. Empty for code that cannot be
 * analysed.
 */
export function selectorsOf(code: Buffer): readonly Buffer[] {
  try {
    const { functions = [] } = contractInfo(code.toString('hex'), { selectors: true });
    const found = new Set(functions.map(({ selector }) => selector));
    return [...found].sort().map((selector) => Buffer.from(selector, 'hex'));
  } catch {
    return [];
  }
}
