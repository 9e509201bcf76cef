import { contractInfo } from 'evmole';

/** The selectors code dispatches on: four bytes each, ascending, distinct. None for code that cannot be read. */
export function selectorsOf(code: Buffer): readonly Buffer[] {
  try {
    const { functions = [] } = contractInfo(code.toString('hex'), { selectors: true });
    const found = new Set(functions.map(({ selector }) => selector));
    return [...found].sort().map((selector) => Buffer.from(selector, 'hex'));
  } catch {
    return [];
  }
}
