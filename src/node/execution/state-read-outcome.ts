import { parseBytes, requireHex } from '../../domain/chain/codec/hex.js';
import { parseStateRead } from '../../domain/event/state-read.js';
import type { StateReadResult } from '../../domain/event/state-read-result.js';
import type { JsonRpcAnswer } from '../rpc/json-rpc-endpoint.js';
import { MalformedAnswer } from '../rpc/node-errors.js';

export interface StateReadOutcome extends Pick<StateReadResult, 'outcome' | 'output' | 'isProven'> {
  /** Trie nodes that prove the value, from the state root down; for a slot those of the account first. */
  readonly nodes?: readonly Buffer[];
}

const NOTHING = Buffer.alloc(0);
export const UNAVAILABLE: StateReadOutcome = { outcome: 'unavailable', output: NOTHING };
const REVERTED: StateReadOutcome = { outcome: 'reverted', output: NOTHING };

/** A longer answer to a call is no name, symbol or address, and half of it would be another answer. */
const MAX_CALL_OUTPUT = 8_192;
/** Ten times the code that a block can deploy today. */
export const MAX_CODE = 262_144;

/**
 * The result of a node's answer to a read, trusted.
 * @param isYoung whether the node may still get the state that it lacks
 * @throws JsonRpcError for a refusal that does not concern the chain, or may pass
 * @throws MalformedAnswer
 * @throws MalformedField
 */
export function stateReadOutcome(what: string, answer: JsonRpcAnswer, isYoung = false): StateReadOutcome {
  const { kind } = parseStateRead(what);
  const isCall = kind === 'call';
  if ('error' in answer) {
    const { error } = answer;
    // Must come first: the revert reason of a contract may match any pattern below.
    if (isCall && error.executionFailed) return REVERTED;
    if (error.unsupported || (error.pruned && !isYoung)) return UNAVAILABLE;
    throw error;
  }
  if (kind !== 'code' && !isCall) return { outcome: 'answered', output: word(answer.result, kind) };
  const output = parseBytes(answer.result, isCall ? 'returned bytes' : 'code');
  if (isCall && output.length > MAX_CALL_OUTPUT) return REVERTED;
  if (!isCall && output.length > MAX_CODE) throw new MalformedAnswer('a code of impossible length');
  return { outcome: 'answered', output };
}

/** A word; numbers, and slots of some nodes, come without leading zeros. */
function word(result: unknown, field: string): Buffer {
  requireHex(result, field);
  return parseBytes(`0x${result.slice(2).padStart(64, '0')}`, field, 32);
}
