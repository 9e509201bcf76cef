import type { Canonicity } from './check-canonicity.js';
import type { Logged } from './check-log.js';

/** The first levels: what each shows of a bundle of claims. */
export const LEVELS = [
  ['V1', 'every proof has the hash that names it'],
  ['V2', 'the definitions have the digests that the proofs name, and the stated facts satisfy them'],
  ['V3', 'the evidence agrees with the stated facts'],
  [
    'V4',
    'evidence marked merkle is included in the block that it names, and the header has the hash of that block',
  ],
] as const;

/** The levels that need more than the bundle. Where a reader names nothing, they are not shown, which is no failure. */
export const LOG = ['V5', 'the log that you name has the claim'] as const;
export const CANONICITY = ['V6', 'the blocks are those of Ethereum mainnet'] as const;

/** Goes on after the words of V5: where the log has the claim, and which witnesses saw it there. */
export function whereLogged({
  origin,
  entry,
  size,
  cosigned,
}: Extract<Logged, { outcome: 'shown' }>): string {
  const seen = [...cosigned].map(([witness, at]) => `, seen by ${witness} at ${timeText(at)}`).join('');
  return `: entry ${entry} of the ${size} of ${origin}${seen}`;
}

function timeText(seconds: number): string {
  const time = new Date(seconds * 1_000);
  return Number.isNaN(time.getTime()) ? `second ${seconds}` : time.toISOString();
}

/** Goes on after the words of V6: what they rest on besides the roots of the release. */
export const onWhatCondition = ({ checkpoint }: Extract<Canonicity, { outcome: 'shown' }>): string =>
  checkpoint === undefined ? '' : `, as beacon block ${checkpoint} is`;
