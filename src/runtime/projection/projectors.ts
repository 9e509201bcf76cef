import { analysisVersions } from '../../bytecode/analysis-version.js';
import { priceSources } from '../../definition/binding/price-sources.js';
import { requireLockedAnalysis } from '../../definition/catalog/read-catalog.js';
import {
  DEFINITIONS,
  readDefinitions,
  readForks,
  readRegistries,
} from '../../definition/read-definitions.js';
import { type ForkSchedule, withForkTimes } from '../../domain/chain/protocol/fork-schedule.js';
import type { ChainKind } from '../../domain/chain/record/chain-kind.js';
import type { PriceSources } from '../../domain/price/price-sources.js';
import { evaluationProjector } from '../../engine/engine.projector.js';
import type { Projector } from '../../event-store/projector.js';
import { inReadingOrder } from '../../event-store/projector-order.js';
import type { LogReader } from '../../event-store/readers-behind.js';
import { ConfigRefused } from '../../platform/config/config.js';
import { balanceProjector } from '../../projection/balance/balance.projector.js';
import type { BalanceMetrics } from '../../projection/balance/balance-metrics.js';
import { queueProjector } from '../../projection/consensus/queue.projector.js';
import { counterpartyProjector } from '../../projection/counterparty/counterparty.projector.js';
import { priceProjector } from '../../projection/price/price.projector.js';
import { tokenProjector } from '../../projection/token/token.projector.js';
import { blockProjector } from '../../records/block/block.projector.js';
import { contractProjector } from '../../records/code/contract.projector.js';
import { coverageProjector } from '../../records/coverage/coverage.projector.js';
import { failedFrameProjector } from '../../records/frame/failed-frame.projector.js';
import { internalTransferProjector } from '../../records/frame/internal-transfer.projector.js';
import { nativeBalanceProjector } from '../../records/state/native-balance.projector.js';
import { storageProjector } from '../../records/state/storage.projector.js';
import { transactionProjector } from '../../records/transaction/transaction.projector.js';
import { withdrawalProjector } from '../../records/withdrawal/withdrawal.projector.js';
import { Tracker } from '../../state/tracking/tracker.js';
import { trackingProjector } from '../../state/tracking/tracking.projector.js';

/** The forks of the chain with their times. @throws ConfigRefused for times that the schedule contradicts */
export function forkSchedule(times: ReadonlyMap<string, number> = new Map()): ForkSchedule {
  try {
    return withForkTimes(readForks(), times);
  } catch (error) {
    if (error instanceof RangeError) throw new ConfigRefused([`FORK_TIMES cannot be: ${error.message}`]);
    throw error;
  }
}

/** Where the prices of a chain come from. */
export function sourcesOfPrices(isDemo: boolean): PriceSources {
  return priceSources(readRegistries(isDemo));
}

/**
 * Tracked calls and evaluation. They take as long as all other projectors together, no other projector reads
 * from them, and claims have a coverage of their own. So in a long fill another thread, or another process,
 * runs them.
 */
export const EVALUATING: ReadonlySet<string> = new Set(['tracking', 'evaluation']);
/**
 * How many events they may be behind when the next flush is written. This bounds how long the end of a fill
 * takes.
 */
export const MOST_BEHIND = 64;
/** How many events they may be behind while another process fills: `MOST_BEHIND`, and a flush. */
export const EVALUATING_BEHIND = 2 * MOST_BEHIND;

/** The read models of a process, in the order in which they receive events. */
export class Projectors {
  constructor(readonly all: readonly Projector[]) {}
}

/** The read models that answers are made from, as readers of the log. @param hasWriter another process may write: projectors that evaluate may follow it */
export function logReaders(kind: ChainKind, hasWriter = true): LogReader[] {
  return allProjectors(kind).map(({ name }) => ({
    name,
    allowed: hasWriter && EVALUATING.has(name) ? EVALUATING_BEHIND : 0,
  }));
}

/** Threads that divide the evaluation of long fills among them. */
export interface EvaluatingThreads {
  readonly shards: number;
  readonly databaseUrl: string;
}

/**
 * Every read model of the service, each after those it reads from.
 * @throws DefinitionsRefused, also where another analysis of code is installed than the locked one
 */
export function allProjectors(
  { firstBlock, isDemo, forkTimes }: ChainKind = { firstBlock: 0, isDemo: false },
  metrics?: BalanceMetrics,
  threads?: EvaluatingThreads,
): Projector[] {
  requireLockedAnalysis(DEFINITIONS, analysisVersions());
  const definitions = readDefinitions(isDemo);
  const views = new Tracker(forkSchedule(forkTimes));
  return inReadingOrder([
    blockProjector(forkSchedule(forkTimes)),
    transactionProjector(),
    internalTransferProjector(),
    failedFrameProjector(),
    tokenProjector(),
    contractProjector(),
    withdrawalProjector(),
    queueProjector(),
    coverageProjector(),
    counterpartyProjector({ firstBlock }),
    nativeBalanceProjector(),
    balanceProjector(metrics),
    storageProjector(),
    trackingProjector(views),
    priceProjector(priceSources(definitions.bindings)),
    evaluationProjector({
      ...{ ...definitions, firstBlock, views },
      shards: threads && threads.shards > 1 ? { ...threads, isDemo } : undefined,
    }),
  ]);
}
