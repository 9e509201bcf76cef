import type { Lie } from './lie.js';
import type { NodeAnswers, ReportedCall } from './node-answers.js';

const OTHER = `0x${'5e'.repeat(20)}`;
const PRECOMPILE = /^0x0{38}..$/;
const EXECUTION = 'only execution tells';

interface Place {
  readonly call: ReportedCall;
  /** All calls of the same transaction. */
  readonly all: readonly ReportedCall[];
  /** Absent for the root. */
  readonly parent?: ReportedCall;
  /** Whether the call or one above it failed. */
  readonly undone: boolean;
  /** The account whose storage the call uses. */
  readonly context: string;
  readonly isStatic: boolean;
}

function placesOf({ traces }: NodeAnswers): Place[] {
  const places: Place[] = [];
  let all: ReportedCall[] = [];
  const visit = (call: ReportedCall, around: Place | undefined): void => {
    all.push(call);
    const keeps = call.type === 'DELEGATECALL' || call.type === 'CALLCODE';
    const place = {
      call,
      all,
      ...(around && { parent: around.call }),
      undone: around?.undone === true || call.error !== undefined,
      context: keeps ? around!.context : (call.to ?? ''),
      isStatic: around?.isStatic === true || call.type === 'STATICCALL',
    };
    places.push(place);
    for (const inner of call.calls ?? []) visit(inner, place);
  };
  for (const { result } of traces) {
    all = [];
    visit(result, undefined);
  }
  return places;
}

const wei = (text = '0x0'): bigint => BigInt(text);
const hex = (value: bigint | number): string => `0x${value.toString(16)}`;
const isRoot = ({ parent }: Place): boolean => parent === undefined;
const isInner = (place: Place): boolean => !isRoot(place) && !PRECOMPILE.test(place.call.to ?? '');
const creates = ({ call }: Place): boolean => call.type === 'CREATE' || call.type === 'CREATE2';
const moves = ({ call }: Place): boolean =>
  wei(call.value) > 0n && (call.type === 'CALL' || /^CREATE/.test(call.type));
const isBare = ({ call }: Place): boolean =>
  (call.calls ?? []).length === 0 && (call.logs ?? []).length === 0 && wei(call.value) === 0n;
/** Calls without surviving effects or records: a call to any address would look alike. */
const isIdle = (place: Place): boolean =>
  isInner(place) && !place.undone && isBare(place) && /^(CALL|STATICCALL)$/.test(place.call.type);
const isEnded = ({ call, all }: Place): boolean =>
  all.some(({ type, from }) => type === 'SELFDESTRUCT' && from === call.to);
const stands = (place: Place): boolean => isInner(place) && !place.undone;
const failedHere = (place: Place): boolean => isInner(place) && place.call.error !== undefined;

function lie(
  kind: string,
  where: (place: Place) => boolean,
  change: (call: ReportedCall, place: Place) => void,
  believed?: string,
): Lie {
  return {
    kind: `frame: ${kind}`,
    ...(believed !== undefined && { believed }),
    tell(answers) {
      const place = placesOf(answers).find(where);
      if (!place) return false;
      change(place.call, place);
      return true;
    },
  };
}

const dropped = (call: ReportedCall, { parent }: Place): void => {
  parent!.calls = parent!.calls!.filter((one) => one !== call);
};
const invented = (context: string, more: Partial<ReportedCall>): ReportedCall => ({
  ...{ type: 'CALL', from: context, to: OTHER, value: '0x0', gas: '0x100', gasUsed: '0x0', input: '0x' },
  ...more,
});
const last = (call: ReportedCall, inner: ReportedCall): void => {
  call.calls = [...(call.calls ?? []), inner];
};
const runs = (place: Place): boolean =>
  !place.undone && !place.isStatic && place.context !== '' && place.call.type !== 'SELFDESTRUCT';

export const FRAME_LIES: readonly Lie[] = [
  // Fields of the root, which transaction and receipt determine.
  lie(
    'root of another type',
    (place) => isRoot(place) && !creates(place),
    (call) => {
      call.type = 'STATICCALL';
    },
  ),
  lie('root from another', isRoot, (call) => {
    call.from = OTHER;
  }),
  lie(
    'root to another',
    (place) => isRoot(place) && !creates(place),
    (call) => {
      call.to = OTHER;
    },
  ),
  lie('root with another value', isRoot, (call) => {
    call.value = hex(wei(call.value) + 1n);
  }),
  lie('root with other input', isRoot, (call) => {
    call.input = `${call.input}00`;
  }),
  lie(
    'root with other gas',
    isRoot,
    (call) => {
      call.gas = '0x1';
    },
    'not taken from the node: the transaction has it',
  ),
  lie(
    'root with other gas used',
    isRoot,
    (call) => {
      call.gasUsed = '0x1';
    },
    'not taken from the node: the receipt has it',
  ),
  lie(
    'root that failed',
    (place) => isRoot(place) && !place.undone,
    (call) => {
      call.error = 'out of gas';
    },
  ),
  lie(
    'root that did not fail',
    (place) => isRoot(place) && place.undone,
    (call) => void delete call.error,
  ),
  lie(
    'root with other words of failure',
    (place) => isRoot(place) && place.undone,
    (call) => {
      call.error = 'stack underflow';
    },
    EXECUTION,
  ),
  lie(
    'root with other revert data',
    (place) => isRoot(place) && place.undone && !creates(place),
    (call) => {
      call.output = '0x1234';
    },
    EXECUTION,
  ),
  lie(
    'root with other return data',
    (place) => isRoot(place) && !place.undone && !creates(place),
    (call) => {
      call.output = '0x1234';
    },
    'not kept',
  ),
  lie(
    'root that creates elsewhere',
    (place) => isRoot(place) && creates(place) && !place.undone,
    (call) => {
      call.to = OTHER;
    },
  ),
  lie(
    'root that deploys other code',
    (place) => isRoot(place) && creates(place) && !place.undone,
    (call) => {
      call.output = `${call.output ?? '0x'}00`;
    },
  ),
  // The caller and the callee.
  lie('from another', stands, (call) => {
    call.from = OTHER;
  }),
  lie(
    'to another, with ether',
    (place) => stands(place) && moves(place) && !creates(place),
    (call) => {
      call.to = OTHER;
    },
  ),
  lie(
    'to another, with logs',
    (place) => stands(place) && place.call.type === 'CALL' && (place.call.logs ?? []).length > 0,
    (call) => {
      call.to = OTHER;
    },
  ),
  lie(
    'to another, with calls inside',
    (place) =>
      stands(place) &&
      place.call.type === 'CALL' &&
      (place.call.calls ?? []).some(({ to }) => !PRECOMPILE.test(to ?? '')),
    (call) => {
      call.to = OTHER;
    },
  ),
  lie(
    'to another, and nothing else',
    (place) => isIdle(place) && place.isStatic,
    (call) => {
      call.to = OTHER;
    },
    `${EXECUTION}: nothing rests on whom it called`,
  ),
  lie(
    'code of another borrowed',
    (place) => stands(place) && place.call.type === 'DELEGATECALL',
    (call) => {
      call.to = OTHER;
    },
    `${EXECUTION}: whose code ran shows nowhere else`,
  ),
  // Kinds of call.
  lie(
    'CALL with calls inside as DELEGATECALL',
    (place) =>
      stands(place) &&
      place.call.type === 'CALL' &&
      (place.call.calls ?? []).some(({ to }) => !PRECOMPILE.test(to ?? '')) &&
      place.call.to !== place.call.from,
    (call) => {
      call.type = 'DELEGATECALL';
    },
  ),
  lie(
    'CALL with ether as STATICCALL',
    (place) => stands(place) && place.call.type === 'CALL' && moves(place),
    (call) => {
      call.type = 'STATICCALL';
    },
  ),
  lie(
    'CALL with ether as CALLCODE',
    (place) =>
      stands(place) && place.call.type === 'CALL' && moves(place) && place.call.to !== place.call.from,
    (call) => {
      call.type = 'CALLCODE';
    },
  ),
  lie(
    'DELEGATECALL with logs as CALL',
    (place) =>
      stands(place) &&
      place.call.type === 'DELEGATECALL' &&
      (place.call.logs ?? []).length > 0 &&
      place.call.to !== place.context,
    (call) => {
      call.type = 'CALL';
    },
  ),
  lie(
    'STATICCALL as CALL',
    (place) => stands(place) && place.call.type === 'STATICCALL',
    (call) => Object.assign(call, { type: 'CALL', value: '0x0' }),
    `${EXECUTION}: it wrote nothing, though it might have`,
  ),
  lie(
    'CREATE as CREATE2',
    (place) => stands(place) && place.call.type === 'CREATE',
    (call) => {
      call.type = 'CREATE2';
    },
    `${EXECUTION}: the salt of a CREATE2 is in no trace`,
  ),
  lie(
    'CREATE2 as CREATE',
    (place) => stands(place) && place.call.type === 'CREATE2',
    (call) => {
      call.type = 'CREATE';
    },
  ),
  lie('of a type that is none', isInner, (call) => {
    call.type = 'JUMP';
  }),
  // Ether.
  lie(
    'with more ether',
    (place) => stands(place) && moves(place),
    (call) => {
      call.value = hex(wei(call.value) + 1n);
    },
  ),
  lie(
    'with ether that was none',
    (place) =>
      stands(place) &&
      place.call.type === 'CALL' &&
      wei(place.call.value) === 0n &&
      place.call.to !== place.call.from,
    (call) => {
      call.value = '0x1';
    },
  ),
  lie(
    'without its ether',
    (place) => stands(place) && moves(place) && place.call.to !== place.call.from,
    (call) => {
      call.value = '0x0';
    },
  ),
  lie(
    'undone, with more ether',
    (place) => isInner(place) && place.undone && moves(place),
    (call) => {
      call.value = hex(wei(call.value) + 1n);
    },
    `${EXECUTION}: it moved nothing`,
  ),
  lie(
    'with ether, dropped',
    (place) => stands(place) && moves(place) && place.call.to !== place.call.from,
    dropped,
  ),
  lie('with ether, invented', runs, (call, { context }) => last(call, invented(context, { value: '0x1' }))),
  lie('without anything, dropped', (place) => isIdle(place) && place.isStatic, dropped, EXECUTION),
  lie(
    'without anything, invented',
    runs,
    (call, { context }) => last(call, invented(context, {})),
    EXECUTION,
  ),
  // Gas.
  lie(
    'with less gas than it used',
    (place) => isInner(place) && Number(place.call.gasUsed) > 2_300 && place.call.type !== 'SELFDESTRUCT',
    (call) => {
      call.gas = '0x0';
    },
  ),
  lie(
    'that used more gas than it had',
    (place) => isInner(place) && place.call.type !== 'SELFDESTRUCT',
    (call) => {
      call.gasUsed = hex(Number(call.gas) + 2_301);
    },
  ),
  lie(
    'with other gas',
    isInner,
    (call) => {
      call.gas = hex(Number(call.gas) + 1);
    },
    EXECUTION,
  ),
  lie(
    'that used other gas',
    (place) => isInner(place) && Number(place.call.gasUsed) > 1,
    (call) => {
      call.gasUsed = hex(Number(call.gasUsed) - 1);
    },
    EXECUTION,
  ),
  // What goes in and comes out.
  lie(
    'with other input',
    (place) => isInner(place) && !creates(place),
    (call) => {
      call.input = '0x12345678';
    },
    `${EXECUTION}: call data leaves no trace`,
  ),
  lie(
    'that creates with other input',
    (place) => stands(place) && creates(place),
    (call) => {
      call.input = '0x60';
    },
    `${EXECUTION}: of the code that deploys only what it deployed is known`,
  ),
  lie(
    'with other return data',
    (place) => stands(place) && !creates(place),
    (call) => {
      call.output = '0x12';
    },
    'not kept',
  ),
  lie(
    'with other revert data',
    failedHere,
    (call) => {
      call.output = '0x12';
    },
    EXECUTION,
  ),
  lie(
    'with other words of failure',
    failedHere,
    (call) => {
      call.error = 'stack underflow';
    },
    EXECUTION,
  ),
  lie(
    'that deploys other code',
    (place) => stands(place) && creates(place) && !isEnded(place),
    (call) => {
      call.output = `${call.output ?? '0x'}00`;
    },
  ),
  lie(
    'that deploys other code, which ends at once',
    (place) => stands(place) && creates(place) && isEnded(place),
    (call) => {
      call.output = `${call.output ?? '0x'}00`;
    },
    `${EXECUTION}: no state is left of it`,
  ),
  lie(
    'that creates elsewhere',
    (place) => stands(place) && creates(place),
    (call) => {
      call.to = OTHER;
    },
  ),
  lie('that creates, dropped', (place) => stands(place) && creates(place), dropped),
  lie('that creates, invented', runs, (call, { context }) =>
    last(call, invented(context, { type: 'CREATE2', input: '0x60', output: '0x60' })),
  ),
  // Failure.
  lie(
    'with ether, that failed',
    (place) => stands(place) && moves(place) && place.call.to !== place.call.from,
    (call) => {
      call.error = 'out of gas';
    },
  ),
  lie(
    'with logs, that failed',
    (place) => stands(place) && (place.call.logs ?? []).length > 0,
    (call) => {
      call.error = 'out of gas';
    },
  ),
  lie(
    'that creates, and failed',
    (place) => stands(place) && creates(place),
    (call) => {
      call.error = 'out of gas';
    },
  ),
  lie(
    'without anything, that failed',
    (place) => isIdle(place) && place.isStatic,
    (call) => {
      call.error = 'out of gas';
    },
    EXECUTION,
  ),
  lie(
    'that created nothing, and did',
    (place) =>
      failedHere(place) &&
      creates(place) &&
      !place.isStatic &&
      place.call.error !== 'insufficient balance for transfer',
    (call) => Object.assign(call, { error: undefined, to: OTHER }),
  ),
  // Logs.
  lie(
    'log of another address',
    (place) => !place.undone && (place.call.logs ?? []).length > 0,
    (call) => {
      call.logs![0]!.address = OTHER;
    },
  ),
  lie(
    'log with another topic',
    (place) => !place.undone && (place.call.logs ?? []).some(({ topics }) => topics.length > 0),
    (call) => {
      call.logs!.find(({ topics }) => topics.length > 0)!.topics[0] = `0x${'0'.repeat(64)}`;
    },
  ),
  lie(
    'log with other data',
    (place) => !place.undone && (place.call.logs ?? []).length > 0,
    (call) => {
      call.logs![0]!.data += '00';
    },
  ),
  lie(
    'log dropped',
    (place) => !place.undone && (place.call.logs ?? []).length > 1,
    (call) => void call.logs!.shift(),
  ),
  {
    kind: 'frame: every log of the block dropped',
    believed: 'a tracer that knows no logs says the same, and nothing is claimed by the logs of frames',
    tell(answers) {
      const places = placesOf(answers).filter(({ call }) => (call.logs ?? []).length > 0);
      for (const { call } of places) delete call.logs;
      return places.length > 0;
    },
  },
  lie(
    'log of a frame inside',
    (place) => !place.undone && !place.isStatic && (place.call.logs ?? []).length > 0,
    (call, { context }) => last(call, invented(context, { logs: [call.logs!.pop()!] })),
  ),
  // Destruction.
  lie(
    'SELFDESTRUCT with more ether',
    (place) => stands(place) && place.call.type === 'SELFDESTRUCT',
    (call) => {
      call.value = hex(wei(call.value) + 1n);
    },
  ),
  lie(
    'SELFDESTRUCT to another',
    (place) => stands(place) && place.call.type === 'SELFDESTRUCT' && wei(place.call.value) > 0n,
    (call) => {
      call.to = OTHER;
    },
  ),
  lie(
    'SELFDESTRUCT of another',
    (place) => isInner(place) && place.call.type === 'SELFDESTRUCT',
    (call) => {
      call.from = OTHER;
    },
  ),
  lie(
    'SELFDESTRUCT with ether, dropped',
    (place) => stands(place) && place.call.type === 'SELFDESTRUCT' && wei(place.call.value) > 0n,
    dropped,
  ),
];
