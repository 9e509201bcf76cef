import { cloneTargetOf } from './clone-target.js';
import type { ProxyPattern } from './fallback/proxy-pattern.js';
import { recogniseProxy } from './fallback/recognise-proxy.js';
import { fingerprintOf } from './fingerprint.js';
import { selectorsOf } from './selectors.js';

/** The analysis of a contract's bytes alone. */
export interface CodeAnalysis {
  /** Selectors that reachable code dispatches on: four bytes each, ascending, distinct. */
  readonly selectors: readonly Buffer[];
  /** 32 bytes, equal for code of the same logic. */
  readonly fingerprint: Buffer;
  /** 20 bytes: what an EIP-1167 clone delegates to. */
  readonly cloneTarget?: Buffer;
  readonly proxyPattern: ProxyPattern;
}

/** Analyses runtime code, whatever its bytes are: it never throws, and hostile code costs bounded time. */
export function analyseCode(code: Buffer): CodeAnalysis {
  const cloneTarget = cloneTargetOf(code);
  const fingerprint = fingerprintOf(code);
  if (cloneTarget !== undefined) return { selectors: [], fingerprint, cloneTarget, proxyPattern: 'eip1167' };
  const selectors = selectorsOf(code);
  return { selectors, fingerprint, proxyPattern: patternOf(code, selectors) };
}

/** Anyone can deploy any bytes: what the recognition did not foresee must not stop everybody who reads the chain. */
function patternOf(code: Buffer, selectors: readonly Buffer[]): ProxyPattern {
  try {
    return recogniseProxy(code, selectors);
  } catch {
    return 'unknown';
  }
}
