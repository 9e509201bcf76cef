import type { QueueSample } from '../../domain/consensus/queue-sample.js';
import { pause } from '../../platform/clock/pause.js';
import { MalformedAnswer } from '../rpc/node-errors.js';
import { nodeName } from '../rpc/node-name.js';
import { type NodeRefusal, type RefusalListener, reasonOf, SourceExhausted } from '../rpc/node-refusal.js';
import { BeaconEndpoint } from './beacon-endpoint.js';
import { BeaconNode, type FinalizedEpoch } from './beacon-node.js';

/** A sample with the epoch it is of. */
export interface EpochSample extends FinalizedEpoch {
  readonly sample: QueueSample;
}

/** Deposits a block may bring, 16, times the 32 blocks of an epoch: a fork since has lowered it. */
const MOST_NEW_VALIDATORS = 512;
const ROUNDS = 3;
const FIRST_PAUSE_MS = 500;

/** Several beacon nodes behind one: what one does not give, or gives wrongly, is asked of the next. */
export class ConsensusSource {
  readonly nodes: readonly BeaconNode[];
  readonly #closing = new AbortController();
  #last: EpochSample | undefined;

  constructor(
    urls: readonly string[],
    private readonly onRefusal: RefusalListener = () => undefined,
  ) {
    this.nodes = urls.map((url) => new BeaconNode(new BeaconEndpoint(url, nodeName(url))));
  }

  /**
   * The queues at the newest finalized epoch that a node gives; `undefined` while none is above `after`. Without `after`, estimates for
   * earlier epochs are included.
   * @throws SourceExhausted
   */
  async newest(after: number | undefined): Promise<EpochSample | undefined> {
    const refusals: NodeRefusal[] = [];
    for (let round = 0; round < ROUNDS && !this.#closing.signal.aborted; round++) {
      if (round > 0) await pause(FIRST_PAUSE_MS * 4 ** (round - 1), this.#closing.signal);
      const stated = await this.#stated(refusals);
      const newer = stated
        .filter(({ finalized }) => finalized.epoch > (after ?? -1))
        .sort((one, other) => other.finalized.epoch - one.finalized.epoch);
      if (stated.length > 0 && newer.length === 0) return undefined;
      for (const { node, finalized } of newer) {
        try {
          const sample = await node.sample(finalized.epoch, after === undefined);
          if (this.#last) checkGrowth(this.#last, finalized.epoch, sample.validatorCount);
          this.#last = { ...finalized, sample };
          return this.#last;
        } catch (error) {
          refusals.push(this.#refuse(`epoch ${finalized.epoch}`, node, error));
        }
      }
    }
    throw new SourceExhausted('validator queues', refusals);
  }

  /** Ends every question under way, and those still to come. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.nodes.map((node) => node.close()));
  }

  /** The final checkpoint of each node, the preferred node first. */
  async #stated(refusals: NodeRefusal[]): Promise<{ node: BeaconNode; finalized: FinalizedEpoch }[]> {
    const stated = await Promise.all(
      this.nodes.map(async (node) => {
        try {
          return { node, finalized: await node.finalized() };
        } catch (error) {
          refusals.push(this.#refuse('finality', node, error));
          return undefined;
        }
      }),
    );
    return stated.filter((one) => one !== undefined);
  }

  #refuse(what: string, { name }: BeaconNode, error: unknown): NodeRefusal {
    const refusal = { node: name, reason: reasonOf(error) };
    if (!this.#closing.signal.aborted) this.onRefusal(what, refusal);
    return refusal;
  }
}

/** Validators are never taken off the registry, and come to it a few at a time. */
function checkGrowth(last: EpochSample, epoch: number, count: number): void {
  const before = last.sample.validatorCount;
  const epochs = Math.max(epoch - last.epoch, 0);
  if (count < before || count > before + epochs * MOST_NEW_VALIDATORS)
    throw new MalformedAnswer(`lists ${count} validators, ${epochs} epochs after ${before} were listed`);
}
