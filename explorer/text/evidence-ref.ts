/** A reference to a record of the chain: what it is, its block, and how it reads. */
export interface ReadRef {
  readonly kind: string;
  readonly blockHash?: string;
  readonly says: string;
}

const WORDS: Readonly<Record<string, string>> = {
  log: 'event',
  tx: 'transaction',
  header: 'block header',
  withdrawal: 'withdrawal',
  frame: 'call',
  code: 'code',
  slot: 'storage slot',
  read: 'answer of a call',
  binding: 'entry of a list',
};

/** How a record is supported before a bundle is checked. `open` where only the bundle says it. */
export type RefSupport = 'merkle' | 'node' | 'open';

const SUPPORTS: ReadonlyMap<string, RefSupport> = new Map([
  ['log', 'merkle'],
  ['tx', 'merkle'],
  ['header', 'merkle'],
  ['withdrawal', 'merkle'],
  // A bundle may have the whole transaction executed.
  ['frame', 'node'],
  ['read', 'node'],
  ['code', 'open'],
  ['slot', 'open'],
  ['view', 'open'],
  ['delegation', 'open'],
]);
/** The first frame of a transaction, which follows from the transaction if it creates. */
const ROOT_FRAME = /^frame:.*:0000$/;

/** How the record of a reference is supported; undefined for what is no record of the chain. */
export function supportOf(ref: string): RefSupport | undefined {
  return ROOT_FRAME.test(ref) ? 'open' : SUPPORTS.get(ref.slice(0, ref.indexOf(':')));
}

/** Reads `log:1:<block hash>:<tx>:<log>` and its kin. */
export function readRef(ref: string): ReadRef {
  const [kind = '', ...parts] = ref.split(':');
  const blockHash = parts.find((part) => /^0x[0-9a-f]{64}$/.test(part));
  const rest = parts.slice(1).filter((part) => part !== blockHash);
  const word = WORDS[kind] ?? kind;
  return {
    kind,
    says: rest.length === 0 ? word : `${word} ${rest.join(' · ')}`,
    ...(blockHash && { blockHash }),
  };
}
