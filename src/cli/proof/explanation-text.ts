import type { Definition } from '../../definition/model/definition.js';
import type { Address } from '../../domain/chain/hex.js';
import type {
  ExplainedFamily,
  ExplainedPredicate,
  Explanation,
} from '../../evaluator/explain/explanation.js';
import type { Stated } from '../../evaluator/model/outcome.js';

const WORDS = { proven: 'proven', notProven: 'not proven', undecided: 'undecided' };
/** Longest shown value, because some, such as the selectors of a contract, are long lists. */
const MAX_CHARACTERS = 120;

export interface ExplainedClaim {
  readonly definition: Definition;
  readonly subject: Address;
  readonly block: number;
  /** Whether the definition rests on code, and the code of the address is not known. */
  readonly isCodeUnknown: boolean;
}

const UNKNOWN_CODE =
  'not covered: what code the address had when the covered range began is not known, and the definition rests on it; without that it would be';

/** An explanation for a terminal. Text from the chain is shown as hex. */
export function explanationText(
  { definition, subject, block, isCodeUnknown }: ExplainedClaim,
  { verdict, families }: Explanation,
): string {
  const answer =
    isCodeUnknown && verdict === 'notProven' ? `${UNKNOWN_CODE} ${WORDS[verdict]}` : WORDS[verdict];
  return [
    `${definition.id} ${definition.version} of ${subject} at the end of block ${block}: ${answer}`,
    `  ${definition.means}`,
    ...families.flatMap(familyLines),
  ].join('\n');
}

function familyLines({ id, key, outcome, checks: predicates }: ExplainedFamily): string[] {
  const ofKey = key === undefined || key === '' ? '' : ` for key ${key}`;
  return ['', `family ${id}${ofKey}: ${outcome}`, ...predicates.flatMap(predicateLines)];
}

function predicateLines({
  id,
  operator,
  isControl,
  description,
  outcome,
  expected,
  observed,
  evidence,
}: ExplainedPredicate): string[] {
  const kind = isControl ? 'control' : 'fact';
  return [
    `  ${outcome.padEnd(8)}${kind} ${id} (${operator})${description === undefined ? '' : `: ${description}`}`,
    `          expected ${text(expected)}`,
    `          observed ${text(observed)}`,
    ...evidence.map((ref) => `          evidence ${ref}`),
  ];
}

function text(stated: Stated): string {
  const whole =
    typeof stated === 'object' && 'binding' in stated
      ? `an entry of ${stated.binding}`
      : Array.isArray(stated)
        ? stated.join(', ') || 'none'
        : String(stated);
  return whole.length > MAX_CHARACTERS
    ? `${whole.slice(0, MAX_CHARACTERS)}... (${whole.length} characters)`
    : whole;
}
