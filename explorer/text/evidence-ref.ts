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
