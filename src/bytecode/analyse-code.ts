import { cloneTargetOf } from './clone-target.js';
import type { ProxyPattern } from './fallback/proxy-pattern.js';
import { recogniseProxy } from './fallback/recognise-proxy.js';
import { fingerprintOf } from './fingerprint.js';
import { instructionsReached } from './instructions-reached.js';
import { selectorsOf } from './selectors.js';

/** The analysis of a contract's bytes alone. */
export interface CodeAnalysis {
  /** Selectors that reachable code dispatches on: four bytes each, ascending, distinct. */
  readonly selectors: readonly Buffer[];
  /** Of CALLCODE, DELEGATECALL and SELFDESTRUCT those that execution may reach: one byte each, ascending. */
  readonly instructions: Buffer;
  /** 32 bytes that are equal for code of the same logic. */
  readonly fingerprint: Buffer;
  /** 20 bytes: the address that an EIP-1167 clone delegates to. */
  readonly cloneTarget?: Buffer;
  readonly proxyPattern: ProxyPattern;
}

/** Analyses runtime code. It never throws, whatever the bytes are, and hostile code costs bounded time. */
export function analyseCode(code: Buffer): CodeAnalysis {
  const cloneTarget = cloneTargetOf(code);
  const fingerprint = fingerprintOf(code);
  const instructions = instructionsReached(code);
  if (cloneTarget !== undefined)
    return { selectors: [], instructions, fingerprint, cloneTarget, proxyPattern: 'eip1167' };
  const selectors = selectorsOf(code);
  return { selectors, instructions, fingerprint, proxyPattern: patternOf(code, selectors) };
}

/** Anyone can deploy any bytes, so an error of the recognition must not stop ingestion. */
function patternOf(code: Buffer, selectors: readonly Buffer[]): ProxyPattern {
  try {
    return recogniseProxy(code, selectors);
  } catch {
    return 'unknown';
  }
}
