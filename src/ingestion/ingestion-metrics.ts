import { Counter, Gauge, type Registry } from 'prom-client';
import type { VerifiedBlock } from '../domain/chain/record/block.js';

/** Metrics of ingestion; names carry their units. */
export class IngestionMetrics {
  readonly #storedHead: Gauge;
  readonly #nodeHead: Gauge;
  readonly #blocks: Counter;
  readonly #orphaned: Counter;
  readonly #refusals: Counter;
  readonly #proofs: Counter;
  readonly #calls: Counter;
  readonly #stages: Counter;
  readonly #fetching: Gauge;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#storedHead = new Gauge({
      name: 'chainproof_ingest_stored_head_block',
      help: 'Highest block stored; of the process that writes.',
      registers,
    });
    this.#nodeHead = new Gauge({
      name: 'chainproof_ingest_node_head_block',
      help: 'Newest block the node states; of the process that writes.',
      registers,
    });
    this.#blocks = new Counter({
      name: 'chainproof_ingest_blocks_total',
      help: 'Blocks appended.',
      registers,
    });
    this.#orphaned = new Counter({
      name: 'chainproof_ingest_orphaned_blocks_total',
      help: 'Blocks orphaned.',
      registers,
    });
    this.#refusals = new Counter({
      name: 'chainproof_ingest_refused_answers_total',
      help: 'Answers of a node that were refused, or did not come.',
      labelNames: ['node'],
      registers,
    });
    this.#proofs = new Counter({
      name: 'chainproof_ingest_claimed_values_total',
      help: 'Values that claims rest on, by whether a node proved what they are.',
      labelNames: ['proof'],
      registers,
    });
    this.#calls = new Counter({
      name: 'chainproof_ingest_compared_calls_total',
      help: 'View calls that claims rest on, by what both interpreters gave: the same, different results, or nothing to compare.',
      labelNames: ['result'],
      registers,
    });
    for (const result of ['same', 'different', 'unclear']) this.#calls.inc({ result }, 0);
    this.#stages = new Counter({
      name: 'chainproof_ingest_stage_seconds_total',
      help: 'Time by stage; verify and encode are work of this process, the others mostly waits for PostgreSQL.',
      labelNames: ['stage'],
      registers,
    });
    this.#fetching = new Gauge({
      name: 'chainproof_ingest_fetching_processes',
      help: 'Processes with ROLE=fetch that take part in the long fill of this one.',
      registers,
    });
    this.followsNothing();
  }

  /** Removes the head gauges until a head is followed: zeros would look like a chain that stands still. */
  followsNothing(): void {
    this.#storedHead.remove();
    this.#nodeHead.remove();
  }

  storedHead(number: number): void {
    this.#storedHead.set(number);
  }

  nodeHead(number: number): void {
    this.#nodeHead.set(number);
  }

  appended(blocks: readonly VerifiedBlock[]): void {
    this.#blocks.inc(blocks.length);
    this.#storedHead.set(blocks[blocks.length - 1]!.header.number);
  }

  reorganised(storedHead: number, orphaned: number, appended: number): void {
    this.#orphaned.inc(orphaned);
    this.#blocks.inc(appended);
    this.#storedHead.set(storedHead);
  }

  refused(node: string): void {
    this.#refusals.inc({ node });
  }

  compared(proven: number, unproven: number): void {
    this.#proofs.inc({ proof: 'given' }, proven);
    this.#proofs.inc({ proof: 'none' }, unproven);
  }

  executedTwice(calls: readonly { readonly result: string }[]): void {
    for (const { result } of calls) this.#calls.inc({ result });
  }

  fetching(processes: number): void {
    this.#fetching.set(processes);
  }

  stage(stage: string, seconds: number): void {
    this.#stages.inc({ stage }, seconds);
  }
}
