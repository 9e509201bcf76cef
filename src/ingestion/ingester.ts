import { LeaseRefused } from '../event-store/writer-lease.js';
import type { StatedHead } from '../node/execution/execution-node.js';
import { BackgroundWorker } from '../platform/clock/background-worker.js';
import { FinalityViolated } from './append/chain-writer.js';
import type { HeadFollower } from './head/head-follower.js';
import { Leadership } from './leadership.js';

/** State of the ingester, for readiness and metrics. */
export interface IngesterState {
  /** The nodes' head as last stated. */
  readonly nodeHead?: StatedHead;
  /** Why the last step failed; undefined once a step has succeeded. */
  readonly failure?: string;
  /** Whether the ingester has given up: only an operator can resolve the failure. */
  readonly stopped: boolean;
  /** Whether another process writes to the database. This one takes over when that one ends. */
  readonly isStandby?: boolean;
}

export type ErrorListener = (failure: string, fatal: boolean) => void;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

interface OpenedFollower {
  readonly follower: Pick<HeadFollower, 'step'>;
  /** Whether a new follower would have a better node. */
  isOutdated(): boolean;
  close(): Promise<void>;
}

/**
 * Opens a follower. Called again when the follower is outdated and after any failure, because the database
 * may differ from what it remembers. Questions to nodes end when the signal does.
 */
export type OpenFollower = (signal: AbortSignal) => Promise<OpenedFollower>;

/** Follows the head until stopped. Survives temporary failures; gives up on contradictions. */
export class Ingester extends BackgroundWorker {
  #state: IngesterState = { stopped: false };
  #opened: OpenedFollower | undefined;

  constructor(
    private readonly open: OpenFollower,
    pollMs: number,
    private readonly onFailure: ErrorListener,
    private readonly onStandby: () => void = () => undefined,
    private readonly leadership = new Leadership(),
  ) {
    super({ idle: pollMs, first: FIRST_PAUSE_MS, longest: LONGEST_PAUSE_MS }, () => undefined);
  }

  get state(): IngesterState {
    return this.#state;
  }

  noteHead(nodeHead: StatedHead): void {
    this.#state = { ...this.#state, nodeHead };
  }

  /** Lets the flush under way commit, then returns. */
  override async stop(): Promise<void> {
    await super.stop();
    // A failure that the stop caused is not reported.
    await this.#close().catch(() => undefined);
  }

  protected async step(signal: AbortSignal): Promise<boolean> {
    if (this.#opened?.isOutdated()) await this.#close();
    try {
      this.#opened ??= await this.open(signal);
    } catch (error) {
      if (!(error instanceof LeaseRefused) || signal.aborted) throw error;
      this.#becomeStandby();
      // The wait for the lease timed out. Wait again at once, to be the process that takes over.
      return true;
    }
    this.leadership.isHeld = true;
    const changed = await this.#opened.follower.step(signal);
    const { failure: _, isStandby: __, ...calm } = this.#state;
    this.#state = calm;
    return changed;
  }

  protected override async failed(error: unknown): Promise<boolean> {
    // If the follower cannot be closed, its failure is the reason.
    const reason = await this.#close().then(
      () => error,
      (closing: unknown) => closing,
    );
    const fatal = reason instanceof FinalityViolated;
    const failure = reason instanceof Error ? reason.message : String(reason);
    // It is no longer known whether another process writes.
    const { isStandby: _, ...state } = this.#state;
    this.#state = { ...state, failure, stopped: fatal };
    this.onFailure(failure, fatal);
    return !fatal;
  }

  #becomeStandby(): void {
    if (!this.#state.isStandby) this.onStandby();
    this.#state = { stopped: false, isStandby: true };
  }

  async #close(): Promise<void> {
    this.leadership.isHeld = false;
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.close();
  }
}
