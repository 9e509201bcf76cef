import type { Verification } from './verify-bundle.js';

const LEVELS = [
  ['V1', 'every proof has the hash it is named by'],
  ['V2', 'the definitions have the digests the proofs name, and what is stated satisfies them'],
  ['V3', 'the evidence agrees with the statement'],
  ['V4', 'what is marked merkle is included in the block it names, whose header has its hash'],
] as const;

/** Exit codes: 0 when every level holds, 10 for what is no bundle, 11 to 14 for the lowest level that does not hold. */
export function exitCodeOf(verification: Verification): number {
  if (verification.outcome === 'verified') return 0;
  return verification.outcome === 'refuted' ? 10 + verification.level : 10;
}

/** A line per level, then what the levels cannot show. Printable ASCII: nothing of the chain is in it but hex. */
export function describeVerification(verification: Verification): string {
  if (verification.outcome === 'no bundle') return `NO BUNDLE  ${printable(verification.reason)}`;
  const { bundle } = verification;
  const broken = verification.outcome === 'refuted' ? verification.level : LEVELS.length + 1;
  const lines = LEVELS.map(([name, says], at) => {
    if (at + 1 < broken) return `${name}  holds        ${says}`;
    if (at + 1 > broken) return `${name}  not checked  ${says}`;
    const { place, reason } = verification as { place: string; reason: string };
    return `${name}  FAILS        ${printable(place)}: ${printable(reason)}`;
  });
  const proof = bundle.proofs[bundle.proof];
  const head = proof
    ? `${proof.attributeId} of ${proof.subject}${proof.object === undefined ? '' : ` -> ${proof.object}`} at block ${bundle.block}`
    : bundle.proof;
  return [
    head,
    ...lines,
    ...(verification.outcome === 'verified' ? ['', ...supportLines(verification)] : []),
  ].join('\n');
}

function supportLines({
  supports,
  attested,
  bundle,
}: Extract<Verification, { outcome: 'verified' }>): string[] {
  const blocks = Object.keys(bundle.blocks).length;
  // Refs whose support was described already.
  const unshown = attested.filter(({ kind }) => kind !== 'node');
  return [
    ...[...supports].map(([ref, support]) => `${support.padEnd(8)}  ${ref}`),
    '',
    'merkle    included in the block it names',
    'node      attested by the node that was asked: no proof of inclusion is possible, or the node gave none',
    'registry  an entry of a registry, whose digest is in the bundle',
    '',
    'What no block of the bundle shows, and its maker attests:',
    ...unshown.map(({ kind, about, says }) => `${kind.padEnd(9)} ${printable(about)}: ${printable(says)}`),
    `assumed   that the block hashes (${blocks}) are those of the canonical chain: compare them with a node of your own`,
  ];
}

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}
