import type { FlatTraceJson } from '../simulation/erigon-traces.js';
import type { CallTraceJson } from '../simulation/geth-traces.js';
import type { Deployment } from './expected-contracts.js';
import type { ObservedBlock } from './observed-block.js';
import type { Row } from './row.js';

const KINDS = ['CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'];
const KEPT_OUTPUT_BYTES = 4096;

/** One wording for a failure that the families of tracers word differently. */
function sameFailure(words: string): string {
  if (words === 'Reverted') return 'execution reverted';
  return words.startsWith('invalid opcode') ? 'invalid opcode' : words;
}

/** Rows of table `internal_transfer` for one block: inner calls with value, numbered among all calls except silent ones to precompiles. */
export function expectedInternalTransfers(observed: ObservedBlock): Row[] {
  const rows = tracedFrames(observed).map(({ row }) => row);
  return rows.flatMap((row) => {
    const { block_number, tx_index, type, reverted, from_address, to_address, value, path } = row;
    if (String(path).length <= '0x0000'.length || value === '0' || KINDS[Number(type)] === 'CALLCODE')
      return [];
    const isEarlier = (other: Row): boolean =>
      other.tx_index === tx_index && String(other.path) < String(path);
    const ordinal = rows.filter(isEarlier).length;
    return [
      { block_number, tx_index, ordinal, type, reverted, from_address, to_address, value, path } as Row,
    ];
  });
}

/** The creations of one block that deployed code and were not reverted, in the order in which they began. */
export function deployments(observed: ObservedBlock): Deployment[] {
  return tracedFrames(observed)
    .filter(
      ({ row, output }) => Number(row.type) >= 4 && Number(row.type) <= 5 && !row.reverted && output !== '0x',
    )
    .map(({ row, output }) => ({ frame: row, code: output }));
}

/** A row, and the whole output of the frame. */
interface TracedFrame {
  readonly row: Row;
  readonly output: string;
}

function tracedFrames(observed: ObservedBlock): TracedFrame[] {
  const number = Number(observed.block.number);
  const frames: TracedFrame[] = [];
  for (const [index, root] of (observed.callTraces ?? []).entries())
    frames.push(...fromCalls(root, number, index, []));
  for (const frame of observed.flatTraces ?? []) {
    if (frame.type !== 'reward') frames.push(fromFlat(frame, number));
  }
  const failed = frames.filter(({ row }) => row.error !== null).map(({ row }) => row);
  const undone = (row: Row): boolean =>
    failed.some(
      ({ tx_index, path }) => tx_index === row.tx_index && String(row.path).startsWith(String(path)),
    );
  // Tracers disagree about the gas of the root frame, so the transaction's own figures are used.
  return frames.map(({ row, output }) => {
    const all = { ...row, reverted: undone(row) };
    if (row.path !== '0x0000') return { row: all, output };
    const index = Number(row.tx_index);
    const gas = String(BigInt(observed.block.transactions[index]!.gas));
    return { row: { ...all, gas, gas_used: String(BigInt(observed.receipts[index]!.gasUsed)) }, output };
  });
}

function fromCalls(
  call: CallTraceJson,
  blockNumber: number,
  txIndex: number,
  path: readonly number[],
): TracedFrame[] {
  const rows = [
    row({
      blockNumber,
      txIndex,
      path,
      type: call.type,
      from: call.from,
      to: call.to ?? null,
      value: call.value ?? '0x0',
      gas: call.gas,
      gasUsed: call.gasUsed,
      input: call.input,
      error: call.error ?? null,
      output: call.output ?? '0x',
    }),
  ];
  let sibling = 0;
  for (const inner of call.calls ?? []) {
    const precompile = inner.type.includes('CALL') && BigInt(inner.to ?? '0xffff') < 0x12n;
    const moves = inner.type !== 'DELEGATECALL' && BigInt(inner.value ?? '0x0') > 0n;
    if (precompile && !moves) continue;
    rows.push(...fromCalls(inner, blockNumber, txIndex, [...path, sibling]));
    sibling++;
  }
  return rows;
}

function fromFlat(frame: FlatTraceJson, blockNumber: number): TracedFrame {
  const { action, result } = frame;
  const failed = frame.error !== undefined;
  const place = { blockNumber, txIndex: frame.transactionPosition!, path: frame.traceAddress };
  if (frame.type === 'suicide') {
    const [from, to, value] = [action.address!, action.refundAddress!, action.balance!];
    const nothing = { gas: '0x0', gasUsed: '0x0', input: '0x', output: '0x', error: null };
    return row({ ...place, type: 'SELFDESTRUCT', from, to, value, ...nothing });
  }
  const created = frame.type === 'create';
  return row({
    ...place,
    type: (created ? action.creationMethod! : action.callType!).toUpperCase(),
    from: action.from!,
    to: created ? (failed ? null : result!.address!) : action.to!,
    value: action.value!,
    gas: action.gas!,
    // A frame that halts without a result has used all its gas, unless it could not even start.
    gasUsed: result?.gasUsed ?? (/^insufficient balance/i.test(frame.error ?? '') ? '0x0' : action.gas!),
    input: created ? action.init! : action.input!,
    error: frame.error ?? null,
    output: (created ? result?.code : result?.output) ?? '0x',
  });
}

interface FrameFields {
  readonly blockNumber: number;
  readonly txIndex: number;
  readonly path: readonly number[];
  readonly type: string;
  readonly from: string;
  readonly to: string | null;
  readonly value: string;
  readonly gas: string;
  readonly gasUsed: string;
  readonly input: string;
  readonly error: string | null;
  readonly output: string;
}

function row(frame: FrameFields): TracedFrame {
  const creates = frame.type.startsWith('CREATE');
  // The output of a successful call is not stored, not even its size.
  const output = creates || frame.error !== null ? frame.output : '0x';
  const carriesNothing = frame.type === 'DELEGATECALL' || frame.type === 'STATICCALL';
  let path = '0x0000';
  for (const index of frame.path) path += index.toString(16).padStart(4, '0');
  const kept: Row = {
    block_number: frame.blockNumber,
    tx_index: frame.txIndex,
    path,
    type: KINDS.indexOf(frame.type),
    from_address: frame.from,
    to_address: frame.to,
    value: carriesNothing ? '0' : String(BigInt(frame.value)),
    gas: String(BigInt(frame.gas)),
    gas_used: String(BigInt(frame.gasUsed)),
    selector: !creates && frame.input.length >= 10 ? frame.input.slice(0, 10) : null,
    input_size: (frame.input.length - 2) / 2,
    error: frame.error === null ? null : sameFailure(frame.error),
    output: frame.error === null ? null : output.slice(0, 2 + 2 * KEPT_OUTPUT_BYTES),
    output_size: (output.length - 2) / 2,
  };
  return { row: kept, output: frame.output };
}
