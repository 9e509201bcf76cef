import type { Hash } from '../hex.js';
/** An evidence ref: its kind, its block, and the parts after that. The chain id, always 1, is left out. */
export interface EvidenceRef {
  readonly kind: string;
  readonly blockHash: Hash;
  readonly rest: readonly string[];
}

const WORD = '0x[0-9a-f]{64}';
const ADDRESS = '0x[0-9a-f]{40}';
/** At most 15 digits, so below 2^53 and exact as a number. */
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
