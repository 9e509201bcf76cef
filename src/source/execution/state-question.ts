import { parseBytes } from '../../kernel/chain/hex.js';
import type { RecordedRead } from '../../kernel/event/recorded-read.js';
import type { JsonRpcAnswer, JsonRpcCall } from './json-rpc-endpoint.js';

/** Something to be asked about one address at the end of a block. */
export interface StateQuestion {
  /** `0x` hex. */
  readonly address: string;
  /** As `RecordedRead.what`. */
  readonly what: string;
  /** `0x` hex: by it the node cannot answer for another branch. */
  readonly blockHash: string;
}

export type StateAnswer = Pick<RecordedRead, 'outcome' | 'output'>;

/** A view call that needs more is none. */
const GAS_LIMIT = '0x989680';
/** A longer answer is no name, symbol or address. */
const MAX_ANSWER_BYTES = 8_192;
const NOTHING = Buffer.alloc(0);
const SLOT = 'slot:';
/** How nodes word that a call itself failed, whatever state it ran on. */
const FAILED_CALL =
  /revert|out of gas|gas required exceeds|invalid (opcode|jump|instruction)|stack (under|over)flow|bad jump|bad instruction|execution (error|failed)|vm execution|gas uint64 overflow|write protection|VM error|EVM error/i;

export function callOf({ address, what, blockHash }: StateQuestion): JsonRpcCall {
  const block = { blockHash };
  if (what === 'code') return { method: 'eth_getCode', params: [address, block] };
  if (what.startsWith(SLOT))
    return { method: 'eth_getStorageAt', params: [address, what.slice(SLOT.length), block] };
  return { method: 'eth_call', params: [{ to: address, data: what, gas: GAS_LIMIT }, block] };
}

/**
 * What a node's answer comes to.
 * @throws JsonRpcError for a refusal that says nothing about the chain, MalformedField for what is no bytes
 */
export function answerOf({ what }: StateQuestion, answer: JsonRpcAnswer): StateAnswer {
  if ('error' in answer) {
    const { error } = answer;
    if (error.pruned || error.unsupported) return { outcome: 'unavailable', output: NOTHING };
    if (what.startsWith('0x') && (error.code === 3 || FAILED_CALL.test(error.why)))
      return { outcome: 'reverted', output: NOTHING };
    throw error;
  }
  const output = parseBytes(answer.result, what);
  if (what.startsWith(SLOT)) return { outcome: 'answered', output: word(output) };
  return what !== 'code' && output.length > MAX_ANSWER_BYTES
    ? { outcome: 'reverted', output: NOTHING }
    : { outcome: 'answered', output };
}

/** Some nodes leave out leading zeros. */
function word(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(Math.max(0, 32 - bytes.length)), bytes]).subarray(-32);
}
