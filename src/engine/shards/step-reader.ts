import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import type { ChainLog } from '../../event-store/chain-log.js';
import { decodeEvent } from '../../event-store/event-codec.js';
import { type BlockFacts, joined, ofSubjects } from '../facts/block-facts.js';
import type { StepPlace } from './shard-messages.js';
import { shardOf } from './shard-of.js';

export interface StepReaderOptions {
  readonly log: Pick<ChainLog, 'after'>;
  readonly shard: number;
  readonly shards: number;
  factsOf(blocks: readonly VerifiedBlock[]): BlockFacts;
  /** The facts about this shard's subjects in the blocks that another shard reads. */
  foreign(shard: number, place: StepPlace): Promise<BlockFacts>;
}

/** A read under way or done, and its place. */
interface Read extends StepPlace {
  readonly facts: Promise<BlockFacts>;
}

/**
 * Reads the facts of steps from the log. Each shard reads and decodes some of the blocks for all shards. The
 * next step is read before it is asked for: the log never changes.
 */
export class StepReader {
  #share: Read | undefined;
  #ahead: Read | undefined;

  constructor(private readonly options: StepReaderOptions) {}

  /**
   * The facts of this shard's subjects in all blocks of a step.
   *
   * @throws Error where the log does not have so many blocks there
   */
  async of(place: StepPlace): Promise<BlockFacts> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    const facts = await (isOf(ahead, place) ? ahead.facts : undefined)?.catch(() => undefined);
    if (facts?.blocks.length === place.count) return facts;
    // When it was read ahead, the log may have ended before it, or a cluster showed an event before its
    // payload.
    const again = await this.#read(place);
    if (again.blocks.length === place.count) return again;
    throw new Error(`the log has no ${place.count} blocks after ${place.after}`);
  }

  /** Reads the next step, which is likely to have as many blocks. */
  readAhead({ after, count }: StepPlace): void {
    const next = { after: after + count, count };
    const facts = this.#read(next);
    facts.catch(() => undefined);
    this.#ahead = { ...next, facts };
  }

  /** The facts about another shard's subjects in the blocks that this shard reads. */
  async shareOf(shard: number, place: StepPlace): Promise<BlockFacts> {
    const { shards } = this.options;
    return ofSubjects(await this.#shared(place), (subject) => shardOf(subject, shards) === shard);
  }

  async #read(place: StepPlace): Promise<BlockFacts> {
    const { shard, shards, foreign } = this.options;
    const parts = Array.from({ length: shards }, (_, at) =>
      at === shard ? this.shareOf(shard, place) : foreign(at, place),
    );
    return joined(await Promise.all(parts));
  }

  async #shared(place: StepPlace): Promise<BlockFacts> {
    const { shard, shards } = this.options;
    const from = Math.floor((place.count * shard) / shards);
    const count = Math.floor((place.count * (shard + 1)) / shards) - from;
    if (!isOf(this.#share, place))
      this.#share = { ...place, facts: this.#decoded({ after: place.after + from, count }) };
    const share = this.#share;
    // An incomplete read may be complete when it is repeated.
    const forget = () => {
      if (this.#share === share) this.#share = undefined;
    };
    const facts = await share.facts.catch((error) => {
      forget();
      throw error;
    });
    if (facts.blocks.length < count) forget();
    return facts;
  }

  async #decoded({ after, count }: StepPlace): Promise<BlockFacts> {
    const { log, factsOf } = this.options;
    const events = count === 0 ? [] : await log.after(after, count);
    const blocks = events.map(decodeEvent);
    return factsOf(blocks.flatMap((event) => (event.kind === 'BlockAppended' ? [event.block] : [])));
  }
}

function isOf(read: Read | undefined, { after, count }: StepPlace): read is Read {
  return read?.after === after && read.count === count;
}
