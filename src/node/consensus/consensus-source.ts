import type { QueueSample } from '../../domain/consensus/queue-sample.js';
import { pause } from '../../platform/clock/pause.js';
import { MalformedAnswer } from '../rpc/node-errors.js';
import { nodeName } from '../rpc/node-name.js';
import { type NodeRefusal, type RefusalListener, reasonOf, SourceExhausted } from '../rpc/node-refusal.js';
import { BeaconEndpoint } from './beacon-endpoint.js';
import { BeaconNode, type FinalizedEpoch } from './beacon-node.js';

/** A sample of an epoch. */
export interface EpochSample extends FinalizedEpoch {
  readonly sample: QueueSample;
}

/** Most new validators of an epoch: 16 deposits a block, times 32 blocks. A later fork allows fewer. */
const MOST_NEW_VALIDATORS = 512;
const ROUNDS = 3;
const FIRST_PAUSE_MS = 500;

/** Several beacon nodes as one source. If a node gives no answer or a wrong one, the next is asked. */
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
   * The queues at the newest finalized epoch that a node gives; `undefined` while none is above `after`.
   * Without `after`, the sample has estimates for earlier epochs.
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

  /** Aborts all requests, including later ones. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.nodes.map((node) => node.close()));
  }

  /** The finalized checkpoint of each node, the preferred node first. */
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

/** Validators are never removed from the registry, and added a few at a time. @throws MalformedAnswer */
function checkGrowth(last: EpochSample, epoch: number, count: number): void {
  const before = last.sample.validatorCount;
  const epochs = Math.max(epoch - last.epoch, 0);
  if (count < before || count > before + epochs * MOST_NEW_VALIDATORS)
    throw new MalformedAnswer(`lists ${count} validators, ${epochs} epochs after ${before} were listed`);
}
