import { fromHex } from '../../domain/chain/codec/hex.js';
import type { QueueSample } from '../../domain/consensus/queue-sample.js';
import { epochStart } from '../../domain/consensus/queue-sample.js';
import { MalformedAnswer } from '../rpc/node-errors.js';
import { type BeaconEndpoint, BeaconRefusal, type ListFrame } from './beacon-endpoint.js';
import { hexIn, numberIn, recordOf } from './beacon-field.js';
import { type ChainSpec, chainSpec } from './chain-spec.js';
import { QueueCount } from './queue-count.js';

const API = '/eth/v1';
const ROOT_BYTES = 32;
/** Forks under which activations and exits share one churn of balance. */
const KNOWN_RULES: readonly string[] = ['electra', 'fulu'];

/** A finalized epoch. */
export interface FinalizedEpoch {
  readonly epoch: number;
  /** Root of the beacon block that is the epoch's checkpoint. */
  readonly root: Buffer;
}

/** The capabilities of one node, as probed. */
export interface BeaconCapabilities {
  /** Newest finalized epoch that the node stated. */
  readonly finalizedEpoch: number;
  readonly pendingDeposits: boolean;
  readonly leaves: boolean;
}

/** One beacon node. Its chain parameters are read once. A node of another chain than mainnet is refused. */
export class BeaconNode {
  #chain: Promise<{ readonly spec: ChainSpec; readonly genesisTime: number }> | undefined;

  constructor(private readonly endpoint: BeaconEndpoint) {}

  get name(): string {
    return this.endpoint.name;
  }

  /** The newest finalized epoch. */
  async finalized(): Promise<FinalizedEpoch> {
    const answer = await this.endpoint.document(`${API}/beacon/states/head/finality_checkpoints`);
    const checkpoint = recordOf(recordOf(answer, 'finality').finalized, 'the finalized checkpoint');
    const epoch = numberIn(checkpoint, 'epoch');
    const { genesisTime } = await this.#asked();
    if (epochStart(genesisTime, epoch) > Date.now() / 1_000)
      throw new MalformedAnswer(`calls epoch ${epoch} final, which has not begun`);
    return { epoch, root: fromHex(hexIn(checkpoint, 'root', ROOT_BYTES)) };
  }

  /** The validator queues in the state at the first slot of an epoch, counted without keeping the records. */
  async sample(epoch: number, withEstimates: boolean): Promise<QueueSample> {
    const { spec, genesisTime } = await this.#asked();
    const state = `${API}/beacon/states/${epoch * spec.slotsPerEpoch}`;
    const count = new QueueCount(epoch, spec, withEstimates);
    const deposits =
      epoch < spec.electraEpoch ? undefined : await this.#list(`${state}/pending_deposits`, count.deposit);
    const leavesListed =
      deposits === undefined ||
      ((await this.#offered(`${state}/pending_consolidations`, count.consolidation)) &&
        (await this.#offered(`${state}/pending_partial_withdrawals`, count.partialWithdrawal)));
    await this.#list(`${state}/validators`, count.validator);
    const churnKnown = deposits?.version !== undefined && KNOWN_RULES.includes(deposits.version);
    return count.finish(genesisTime, { leavesListed, churnKnown });
  }

  async capabilities(): Promise<BeaconCapabilities> {
    const { epoch } = await this.finalized();
    const { spec } = await this.#asked();
    const state = `${API}/beacon/states/${epoch * spec.slotsPerEpoch}`;
    const nothing = (): void => undefined;
    return {
      finalizedEpoch: epoch,
      pendingDeposits: await this.#offered(`${state}/pending_deposits`, nothing),
      leaves:
        (await this.#offered(`${state}/pending_consolidations`, nothing)) &&
        (await this.#offered(`${state}/pending_partial_withdrawals`, nothing)),
    };
  }

  async close(): Promise<void> {
    await this.endpoint.close();
  }

  /** Reads a list if the node offers it, and passes its elements on. @returns whether it does */
  async #offered(path: string, onElement: (element: unknown) => void): Promise<boolean> {
    try {
      await this.#list(path, onElement);
      return true;
    } catch (error) {
      if (error instanceof BeaconRefusal) return false;
      throw error;
    }
  }

  async #list(path: string, onElement: (element: unknown) => void): Promise<ListFrame> {
    const frame = await this.endpoint.list(path, onElement);
    if (frame.isOptimistic) throw new MalformedAnswer('has not verified the blocks its state rests on');
    return frame;
  }

  #asked() {
    this.#chain ??= this.#ask().catch((error: unknown) => {
      this.#chain = undefined;
      throw error;
    });
    return this.#chain;
  }

  async #ask() {
    const [genesis, spec] = await Promise.all([
      this.endpoint.document(`${API}/beacon/genesis`),
      this.endpoint.document(`${API}/config/spec`),
    ]);
    return {
      genesisTime: numberIn(recordOf(genesis, 'the genesis'), 'genesis_time'),
      spec: chainSpec(recordOf(spec, 'the spec')),
    };
  }
}
