import { ENGINE } from '../state/witness/view-convention.js';
import type { Canonicity } from './level/check-canonicity.js';
import type { Logged } from './level/check-log.js';
import { CANONICITY, LEVELS, LOG, onWhatCondition, whereLogged } from './level/level-words.js';
import type { Verification } from './verify-bundle.js';
import type { CallVerification } from './witness/verify-call.js';

export type Checked = Verification | CallVerification;

const CALL_LEVELS = [
  ['V3', 'executing the call over the state in the bundle gives this result'],
  ['V4', 'this state is included in the block, and the header has the hash of the block'],
] as const;

/**
 * Exit code: 0 if no level fails, 10 for text that is no bundle, 11 to 16 for the lowest level that fails (V1
 * to V6).
 */
export function exitCodeOf(verification: Checked): number {
  if (verification.outcome === 'no bundle') return 10;
  return 'level' in verification ? 10 + verification.level : 0;
}

/**
 * The report: a line for each level, then what the levels cannot show. It is printable ASCII; texts of others
 * are escaped.
 */
export function describeVerification(verification: Checked): string {
  if (verification.outcome === 'no bundle') return `NO BUNDLE  ${printable(verification.reason)}`;
  if (verification.outcome === 'verified call' || verification.outcome === 'refuted call')
    return describeCall(verification);
  const { bundle } = verification;
  const lines = levelLines([...LEVELS, LOG, CANONICITY], verification);
  const proof = bundle.proofs[bundle.proof];
  const head = proof
    ? `${proof.attributeId} of ${proof.subject}${proof.object === undefined ? '' : ` -> ${proof.object}`} at block ${bundle.block}`
    : bundle.proof;
  return [
    head,
    ...(proof?.value === undefined ? [] : [`value     ${quoted(proof.value)}`]),
    ...lines,
    ...(verification.outcome === 'verified' ? ['', ...supportLines(verification)] : []),
  ].join('\n');
}

const ASSUMED =
  'assumed   that the block hash is that of the canonical chain: compare it with a node of your own';
const EXECUTED =
  'executed  executed again, over state that is included in the block that it names (for a frame, in the block before)';

interface Failure {
  readonly level: number;
  readonly place: string;
  readonly reason: string;
}

/** Results of the levels that need more than the bundle. */
interface Shown {
  readonly canonicity: Canonicity;
  /** Absent for view calls. */
  readonly logged?: Logged;
}

function levelLines(levels: readonly (readonly [string, string])[], verification: Failure | Shown): string[] {
  return levels.map(([name, says]) => {
    const level = Number(name.slice(1));
    if (!('level' in verification)) {
      const { canonicity, logged } = verification;
      const shown = level === 6 ? canonicity : level === 5 ? logged : undefined;
      if (shown?.outcome === 'not shown') return `${name}  not shown    ${says}: ${printable(shown.reason)}`;
      return `${name}  holds        ${says}${level === 5 ? placeIn(logged) : level === 6 ? conditionOf(canonicity) : ''}`;
    }
    // A refutation at V6 does not say whether V5 was shown.
    if (level < verification.level && level !== 5) return `${name}  holds        ${says}`;
    if (level !== verification.level) return `${name}  not checked  ${says}`;
    return `${name}  FAILS        ${printable(verification.place)}: ${printable(verification.reason)}`;
  });
}

const conditionOf = (canonicity: Canonicity): string =>
  canonicity.outcome === 'shown' ? onWhatCondition(canonicity) : '';

const placeIn = (logged: Logged | undefined): string =>
  logged?.outcome === 'shown' ? printable(whereLogged(logged)) : '';

function describeCall(verification: Exclude<CallVerification, { outcome: 'no bundle' }>): string {
  const { call, result, witness } = verification.bundle;
  const isLogAsked = 'level' in verification && verification.level === 5;
  const levels = [...CALL_LEVELS, ...(isLogAsked ? [LOG] : []), CANONICITY];
  const lines = [call, ...levelLines(levels, verification)];
  if (verification.outcome === 'refuted call') return lines.join('\n');
  return [
    ...lines,
    '',
    `${result.outcome.padEnd(9)} ${result.output}`,
    '',
    'What the bundle does not show:',
    `rules     that ${ENGINE} has the rules of ${witness.fork}`,
    ...(verification.canonicity.outcome === 'shown' ? [] : [ASSUMED]),
  ].join('\n');
}

function supportLines({
  supports,
  attested,
  canonicity,
}: Extract<Verification, { outcome: 'verified' }>): string[] {
  // The support of each ref is in the list above already.
  const unshown = attested.filter(({ kind }) => kind !== 'node');
  return [
    ...[...supports].map(([ref, support]) => `${support.padEnd(8)}  ${ref}`),
    '',
    'merkle    included in the block that it names',
    ...([...supports.values()].includes('executed') ? [EXECUTED] : []),
    'node      attested by the node that was asked: no proof of inclusion is possible, or the node gave none',
    'registry  an entry of a registry whose digest is in the bundle',
    '',
    'What no block of the bundle shows, so that you trust its maker:',
    ...unshown.map(({ kind, about, says }) => `${kind.padEnd(9)} ${printable(about)}: ${printable(says)}`),
    ...(canonicity.outcome === 'shown' ? [] : [assumed(canonicity.blocks)]),
  ];
}

function assumed(blocks: number): string {
  return `assumed   that the block hashes (${blocks}) are those of the canonical chain: compare them with a node of your own`;
}

/** In a narrow window, several blanks can move text to a new line, where it could imitate one of ours. */
const BLANKS = / {2,}/g;

/** A text of others as a JSON string. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(BLANKS, (blanks) => '\\u0020'.repeat(blanks.length));
}

/** A text of ours that may include names that others chose. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').replace(BLANKS, (blanks) => '?'.repeat(blanks.length));
}
