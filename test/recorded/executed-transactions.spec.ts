import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Hex } from 'viem';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import type { ForkSchedule } from '../../src/domain/chain/protocol/fork-schedule.js';
import { undoneFrames } from '../../src/domain/chain/protocol/undone-frames.js';
import type { Frame, Header } from '../../src/domain/chain/record/block.js';
import type { FlatTrace } from '../../src/node/trace/flat-call-frames.js';
import type { NestedCall } from '../../src/node/trace/nested-call-frames.js';
import { TRANSACTION_LIMITS } from '../../src/state/execution/run/limits.js';
import { MemoryState } from '../../src/state/execution/run/memory-state.js';
import type { ExecutedFrame } from '../../src/state/execution/run/transaction-outcome.js';
import { TransactionExecution } from '../../src/state/witness/transaction-execution.js';
import { linesOf } from './recorded-block.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';
import { flatTransaction, nestedTransaction } from './traced-transactions.js';

const recorded = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;

interface GethCase {
  readonly file: string;
  readonly genesis: {
    readonly alloc: Readonly<
      Record<
        string,
        Readonly<Record<'balance' | 'nonce', string>> & {
          readonly code?: string;
          readonly storage?: Readonly<Record<string, string>>;
        }
      >
    >;
    readonly config: Readonly<Record<string, number>>;
  };
  readonly context: Readonly<Record<'number' | 'timestamp' | 'miner' | 'gasLimit' | 'difficulty', string>> & {
    readonly baseFeePerGas?: string;
  };
  readonly input: Hex;
  readonly tracerConfig?: { readonly onlyTopCall?: boolean };
  readonly result: unknown;
}

/** Fields of genesis files that date forks, and our names of these forks. */
const NAMES: readonly (readonly [date: string, fork: string])[] = [
  ['homesteadBlock', 'homestead'],
  ['eip150Block', 'tangerine_whistle'],
  ['eip158Block', 'spurious_dragon'],
  ['byzantiumBlock', 'byzantium'],
  // Mainnet never ran this fork alone.
  ['constantinopleBlock', 'constantinople'],
  ['petersburgBlock', 'petersburg'],
  ['istanbulBlock', 'istanbul'],
  ['berlinBlock', 'berlin'],
  ['londonBlock', 'london'],
];
const WORD = Buffer.alloc(32);

function scheduleOf({ chainId = 1, ...config }: GethCase['genesis']['config']): ForkSchedule {
  const dated = NAMES.flatMap(([date, name]) => {
    const block = config[date];
    return block === undefined ? [] : [{ name, activation: { block }, systemContracts: [] }];
  });
  return { chainId, forks: [{ name: 'frontier', activation: { block: 0 }, systemContracts: [] }, ...dated] };
}

function headerOf({
  number,
  timestamp,
  miner,
  gasLimit,
  difficulty,
  baseFeePerGas,
}: GethCase['context']): Header {
  return {
    ...{ parentHash: WORD, ommersHash: WORD, beneficiary: fromHex(miner as Hex), stateRoot: WORD },
    ...{ transactionsRoot: WORD, receiptsRoot: WORD, logsBloom: Buffer.alloc(256), mixHash: WORD },
    ...{ difficulty: BigInt(difficulty), number: Number(number), gasLimit: Number(gasLimit), gasUsed: 0 },
    ...{ timestamp: Number(timestamp), extraData: Buffer.alloc(0), nonce: Buffer.alloc(8) },
    ...(baseFeePerGas !== undefined && { baseFeePerGas: BigInt(baseFeePerGas) }),
  };
}

function stateOf({ alloc }: GethCase['genesis']): MemoryState {
  return new MemoryState(
    Object.entries(alloc).map(([address, { balance, nonce, code, storage = {} }]) => [
      address.toLowerCase() as Hex,
      {
        ...{ balance: BigInt(balance), nonce: BigInt(nonce || 0), code: fromHex(code ?? '0x') },
        slots: new Map(Object.entries(storage).map(([slot, word]) => [BigInt(slot), BigInt(word)])),
      },
    ]),
  );
}

function shape(
  frames: readonly {
    readonly path: string;
    readonly type: string;
    readonly from: Hex;
    readonly to: Hex | undefined;
    readonly remains: boolean;
  }[],
) {
  return frames.map(({ path, type, from, to, remains }) =>
    [path, type, from, remains, remains && to].join(' '),
  );
}

function traced(frames: readonly Frame[]): string[] {
  const undone = undoneFrames(frames);
  return shape(
    frames.map(({ path, type, from, to }, at) => ({
      ...{ path: path.toString('hex'), type, from: toHex(from), to: to && toHex(to), remains: !undone[at] },
    })),
  );
}

const made = (frames: readonly ExecutedFrame[]): string[] => shape(frames);

recorded('transactions of earlier forks that geth traced (skipped where SHARED_DIR holds none)', () => {
  const cases = REFERENCE_DIRECTORY
    ? (linesOf(join(REFERENCE_DIRECTORY, 'tracers_geth.ndjson.gz')) as GethCase[]).filter(
        ({ file, tracerConfig }) =>
          /\/call_tracer(_flat|_withLog)?\//.test(file) && !tracerConfig?.onlyTopCall,
      )
    : [];
  const forks = new Map<string, number>();

  it.each(cases.map((one) => [one.file.split('/testdata/')[1]!, one] as const))('%s', async (_, one) => {
    const { context, genesis, input, result } = one;
    const header = headerOf(context);
    const block = {
      header,
      ancestors: [{ ...header, number: header.number - 1 }],
      transactions: [{ index: 0, raw: fromHex(input) }],
    };
    const execution = new TransactionExecution(block, scheduleOf(genesis.config));
    const { executed, failed } = await execution.run(stateOf(genesis), TRANSACTION_LIMITS);
    forks.set(execution.fork, (forks.get(execution.fork) ?? 0) + 1);
    if (execution.fork === 'constantinople') {
      expect(failed?.reason).toEqual({ kind: 'fork', name: 'constantinople' });
      return;
    }
    const own = executed.get(0)!;
    expect(failed).toBeUndefined();
    const isFlat = Array.isArray(result);
    const { frames } = isFlat
      ? flatTransaction(input, 0, result as FlatTrace[])
      : nestedTransaction(input, 0, result as NestedCall);
    const gasUsed = isFlat ? own.gasUsed : Number((result as { gasUsed: Hex }).gasUsed);
    expect([own.gasUsed, made(own.frames)]).toEqual([gasUsed, traced(frames)]);
  });

  it('cover many forks', () => {
    expect([...forks.keys()].sort()).toEqual([
      ...['byzantium', 'constantinople', 'frontier', 'homestead', 'istanbul', 'spurious_dragon'],
    ]);
  });
});
