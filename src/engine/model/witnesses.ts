import type {
  BuildSource,
  CodeSource,
  FactSource,
  StorageSource,
} from '../../definition/model/fact-source.js';
import { selectorNamed } from '../../domain/chain/codec/observed-delegation.js';
import type { Address } from '../../domain/chain/hex.js';
import { OWN_BLOCK } from './fact-row.js';
import { slotOf } from './slots.js';
import type { Step } from './steps.js';

const HEX_OF_ADDRESS = 40;
/** Kinds of sources whose witnesses belong to no transaction. */
const OF_BLOCKS: ReadonlySet<string> = new Set(['header', 'withdrawal']);
const NONE = () => undefined;

/** The refs that show the steps of a fact source. */
export interface Witnesses {
  evidence(step: Step): readonly string[];
  /** The transaction of a step; undefined where there is none. */
  tx(step: Step): string | undefined;
}

/** @param hashOf hash of a block of the range, by its number */
export function witnessesOf(
  source: FactSource,
  key: string,
  subject: Address,
  hashOf: (block: number) => string,
): Witnesses {
  if (source.kind === 'view') {
    const data = source.returns.endsWith('[]') ? key.slice(0, -HEX_OF_ADDRESS) : key;
    return { evidence: ({ blockNumber }) => [`view:1:${hashOf(blockNumber)}:${subject}:${data}`], tx: NONE };
  }
  if (source.kind === 'delegation') {
    const selector = selectorNamed(key);
    const call = selector === undefined ? '' : `:${selector}`;
    return {
      evidence: ({ blockNumber }) => [`delegation:1:${hashOf(blockNumber)}:${subject}${call}`],
      tx: NONE,
    };
  }
  if (!isState(source))
    return {
      evidence: (step) => happened(step, source.kind, hashOf(step.blockNumber)),
      tx: ({ blockNumber, txIndex }) =>
        OF_BLOCKS.has(source.kind) ? undefined : `tx:1:${hashOf(blockNumber)}:${txIndex}`,
    };
  // The evidence is the state at the end of the block in which the value began.
  const place = isCode(source) ? subject : `${subject}:${slotOf(source.slot)}`;
  const kind = isCode(source) ? 'code' : 'slot';
  return {
    evidence: ({ blockNumber, seenAt }) =>
      (seenAt ?? [blockNumber]).map((at) => `${kind}:1:${hashOf(at)}:${place}`),
    tx: ({ blockNumber, txIndex }) => (txIndex < 0 ? undefined : `tx:1:${hashOf(blockNumber)}:${txIndex}`),
  };
}

/** The refs of an event. The kind and the place of the step give them, unless the row carries them. */
function happened({ evidence, txIndex, ordinal }: Step, kind: string, hash: string): readonly string[] {
  switch (kind) {
    case 'header':
      return [`header:1:${hash}`];
    case 'withdrawal':
      return [`withdrawal:1:${hash}:${ordinal}`];
    case 'tx':
      return [`tx:1:${hash}:${txIndex}`];
    case 'log':
    case 'log_state':
      return [`log:1:${hash}:${txIndex}:${ordinal}`];
    default:
      return evidence.map((ref) => ref.replace(OWN_BLOCK, hash));
  }
}

/** Whether the state at the end of a block has what the source reads. */
export function isState(source: FactSource): source is CodeSource | BuildSource | StorageSource {
  return isCode(source) || source.kind === 'storage';
}

export function isCode(source: FactSource): source is CodeSource | BuildSource {
  return source.kind === 'code' || source.kind === 'build';
}
