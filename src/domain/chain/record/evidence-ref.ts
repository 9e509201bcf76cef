import type { Hash } from '../hex.js';
/** The parts of an evidence ref behind its kind and the chain id. */
export interface EvidenceRef {
  readonly kind: string;
  /** Empty for bindings. */
  readonly blockHash: Hash;
  readonly rest: readonly string[];
}

const WORD = '0x[0-9a-f]{64}';
const ADDRESS = '0x[0-9a-f]{40}';
/** Below 2^53, so that it is the number that it says. */
const INDEX = '(?:0|[1-9]\\d{0,14})';
const FORMS = [
  `(header):1:(${WORD})`,
  `(tx|withdrawal):1:(${WORD}):(${INDEX})`,
  `(log):1:(${WORD}):(${INDEX}):(${INDEX})`,
  `(frame):1:(${WORD}):(${INDEX}):((?:[0-9a-f]{4})+)`,
  `(code):1:(${WORD}):(${ADDRESS})`,
  `(slot):1:(${WORD}):(${ADDRESS}):(${WORD})`,
  `(read):1:(${WORD}):(${ADDRESS}):(0x[0-9a-f]{8})`,
  `(delegation):1:(${WORD}):(${ADDRESS})`,
  `(delegation):1:(${WORD}):(${ADDRESS}):(0x[0-9a-f]{8})`,
  `(view):1:(${WORD}):(${ADDRESS}):(0x(?:[0-9a-f]{2})*)`,
].map((form) => new RegExp(`^${form}$`));

/** Reads a ref to chain evidence; undefined for any other text. */
export function parseRef(ref: string): EvidenceRef | undefined {
  for (const form of FORMS) {
    const parts = form.exec(ref);
    if (parts) return { kind: parts[1]!, blockHash: parts[2] as Hash, rest: parts.slice(3) };
  }
  return undefined;
}
