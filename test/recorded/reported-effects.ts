import type { FlatTrace } from '../../src/node/trace/flat-call-frames.js';
import type { NestedCall } from '../../src/node/trace/nested-call-frames.js';

/** The effects within a transaction, in the order in which they began, in words that all programs share. */
export interface Effects {
  /** `kind from to wei`, and `undone` if it was reverted. */
  readonly internalTransfers: readonly string[];
  /** `kind from: kind of failure, revert data`. */
  readonly failures: readonly string[];
  /** `address deployer` of creations that were not reverted. */
  readonly creations: readonly string[];
}

interface Call {
  readonly kind: string;
  readonly from: string;
  readonly to: string | undefined;
  readonly value: bigint;
  readonly error: string | undefined;
  readonly output: string;
  /** Whether a frame above it failed. */
  readonly below: boolean;
  readonly depth: number;
}

/** Effects derived independently from flat traces, in the form of their program. */
export function reportedFlat(traces: readonly FlatTrace[]): Effects {
  const failed = traces.filter(({ error }) => error !== undefined).map(({ traceAddress }) => traceAddress);
  return effectsOf(
    traces.map(({ type, action, result, error, traceAddress }) => ({
      kind: { create: action.creationMethod ?? 'create', suicide: 'selfdestruct' }[type] ?? action.callType!,
      from: action.from ?? action.address!,
      to: action.to ?? action.refundAddress ?? result?.address,
      value: BigInt(action.value ?? action.balance ?? 0),
      error,
      output: result?.output ?? result?.code ?? '0x',
      below: failed.some(
        (above) =>
          above.length < traceAddress.length && above.every((at, level) => at === traceAddress[level]),
      ),
      depth: traceAddress.length,
    })),
  );
}

/** Effects derived independently from nested calls, in the form of their program. */
export function reportedNested(root: NestedCall): Effects {
  const calls: Call[] = [];
  const visit = (call: NestedCall, depth: number, below: boolean): void => {
    const { type, from, to, value, error, output = '0x' } = call;
    const stillborn = error !== undefined && type.startsWith('CREATE');
    calls.push({
      ...{ kind: type.toLowerCase(), from, to: stillborn ? undefined : (to ?? undefined) },
      ...{ value: BigInt(value ?? 0), error, output, below, depth },
    });
    for (const child of call.calls ?? []) visit(child, depth + 1, below || error !== undefined);
  };
  visit(root, 0, false);
  return effectsOf(calls);
}

function effectsOf(calls: readonly Call[]): Effects {
  const made = calls.filter(({ kind, error, below }) => kind.startsWith('create') && !error && !below);
  return {
    internalTransfers: calls.filter(({ depth }) => depth > 0).flatMap(transferOf),
    failures: calls.filter((call) => !isSilent(call)).flatMap(failureOf),
    creations: made.map(({ from, to }) => `${to} ${from}`),
  };
}

const MOVES = ['call', 'create', 'create2', 'selfdestruct'];

function transferOf({ kind, from, to = 'nowhere', value, error, below }: Call): string[] {
  if (value === 0n || !MOVES.includes(kind)) return [];
  return [[kind, from, to, value, ...(error !== undefined || below ? ['undone'] : [])].join(' ')];
}

/** Calls of precompiles without value: some programs list them, some do not, and we do not. */
const isSilent = ({ depth, to, value }: Call): boolean =>
  depth > 0 && value === 0n && /^0x0{38}(0[1-9a-f]|1[01])$/.test(to ?? '');

/** All words of the recorded programs for a failure, and our word for each. */
const WORDS: Readonly<Record<string, string>> = {
  Reverted: 'revert',
  'execution reverted': 'revert',
  'Out of gas': 'OutOfGas',
  'out of gas': 'OutOfGas',
  'contract creation code storage out of gas': 'OutOfGas',
  'gas uint64 overflow': 'OutOfGas',
  'Bad instruction': 'InvalidOpcode',
  'invalid opcode: INVALID': 'InvalidOpcode',
  'invalid jump destination': 'Other',
  'Bad jump destination': 'Other',
  'insufficient balance for transfer': 'Other',
};

function failureOf({ kind, from, error, output }: Call): string[] {
  if (error === undefined) return [];
  const word = WORDS[error];
  if (word === undefined) throw new Error(`unknown failure: ${error}`);
  return [`${kind} ${from}: ${word === 'revert' ? revertKind(output) : word} ${output}`];
}

function revertKind(output: string): string {
  if (output.length < 10 || output.startsWith('0x08c379a0')) return 'Revert';
  return output.startsWith('0x4e487b71') ? 'Panic' : 'CustomError';
}
