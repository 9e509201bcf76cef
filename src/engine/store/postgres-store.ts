import type { PoolClient } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address, Hash, Hex } from '../../domain/chain/hex.js';
import type { BlockRange, BlockRanges } from '../../domain/interval/block-range.js';
import { multirangeOf, parseMultirange } from '../../domain/interval/multirange.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { type BlockRecords, formatRecords, parseRecords } from '../model/block-records.js';
import type {
  Dependency,
  DependencyKey,
  Dependent,
  EngineChanges,
  EngineCoverage,
  EngineStore,
  SourceKey,
  StoredReadResult,
  StoredSubject,
  ViewChange,
} from '../model/engine-store.js';
import type { FactRow } from '../model/fact-row.js';
import type { TriggerIndex } from '../model/trigger-index.js';
import { coversView, withoutResult } from '../model/view-rows.js';
import type { ViewTracker } from '../model/view-tracker.js';
import { segmentsOf, writeClaims } from './claim-rows.js';
import { addDependencies, dependentsOf, dependentsOnAny } from './dependency-rows.js';
import { EngineCopies } from './engine-copies.js';
import type { EngineNumbers } from './engine-numbers.js';
import { addFactRows, factRowsOf, factRowsOfKeys } from './fact-rows.js';
import { addTouches, requestReads, touchedIn } from './requested-reads.js';
import { undecidedOf } from './undecided-rows.js';
import { unwindEngine } from './unwind-engine.js';
import { neededView, takeViewChanges, viewRows } from './view-results.js';

const RESULTS_OF = `
SELECT subject, what, block_number AS block, outcome, output FROM state_read_result WHERE subject = ANY($1)`;

const SUBJECTS_IN = `
SELECT subject FROM fact WHERE block_number BETWEEN $2 AND $3
UNION SELECT subject FROM proof_segment WHERE definition_set = $1 AND start_block BETWEEN $2 AND $3
UNION SELECT subject FROM undecided_interval WHERE definition_set = $1 AND start_block BETWEEN $2 AND $3`;

const HASHES = `
SELECT wanted.number, canonical_block.hash FROM unnest($1::int8[]) AS wanted (number) JOIN canonical_block USING (number)`;

/** The engine's tables, within one transaction. */
export class PostgresStore implements EngineStore {
  /** Numbers of sources whose rows are loaded key by key. */
  readonly #loadedByKey: readonly number[];
  /** Sources whose first rows in a range give its initial state. */
  readonly #codes: readonly number[];

  constructor(
    private readonly tx: PoolClient,
    private readonly numbers: EngineNumbers,
    private readonly triggers: TriggerIndex,
    private readonly copies = new EngineCopies(),
    /** Left out where nothing may be written. Results that are not tracked are then unknown. */
    private readonly views?: ViewTracker,
  ) {
    this.#loadedByKey = triggers.loadedByKey.map((source) => numbers.sources[source]!);
    this.#codes = triggers.codeSources.map((source) => numbers.sources[source]!);
  }

  async ranges(): Promise<ReadonlyMap<BlockRecords, BlockRanges>> {
    const { rows } = await this.tx.query<{ records: string; ranges: string }>(
      'SELECT records, ranges::text FROM evaluated_range',
    );
    return new Map(rows.map(({ records, ranges }) => [parseRecords(records), parseMultirange(ranges)]));
  }

  async subjects(addresses: readonly Address[]): Promise<ReadonlyMap<string, StoredSubject>> {
    const rows = await factRowsOf(this.tx, addresses, this.#loadedByKey, this.numbers);
    const segments = await segmentsOf(this.tx, addresses, this.numbers);
    const undecided = await undecidedOf(this.tx, addresses, this.numbers);
    const answers = await this.#resultsOf(addresses);
    return new Map(
      addresses.map((address) => [
        address,
        {
          rows: rows.get(address) ?? [],
          segments: segments.get(address) ?? new Map(),
          undecided: undecided.get(address) ?? new Map(),
          answers: answers.get(address) ?? [],
        },
      ]),
    );
  }

  async #resultsOf(addresses: readonly Address[]): Promise<Map<string, StoredReadResult[]>> {
    const { rows } = await this.tx.query<StoredReadResult & { subject: Address; output: Hex | null }>({
      name: 'answers of subjects',
      text: RESULTS_OF,
      values: [addresses.map(fromHex)],
      types: JSON_READY,
    });
    const found = new Map<string, StoredReadResult[]>();
    for (const { subject, what, block, outcome, output } of rows) {
      const answer = { what, block, outcome, ...(output === null ? {} : { output }) };
      const known = found.get(subject);
      if (known) known.push(answer);
      else found.set(subject, [answer]);
    }
    return found;
  }

  async keys(keys: readonly SourceKey[]): Promise<readonly (readonly FactRow[])[]> {
    const views = keys.filter(({ source }) => this.triggers.isView(source));
    const stored = keys.filter(({ source }) => !this.triggers.isView(source));
    const rows = new Map<SourceKey, readonly FactRow[]>();
    const add = (of: readonly SourceKey[], found: readonly (readonly FactRow[])[]) => {
      for (const [at, key] of of.entries()) rows.set(key, found[at]!);
    };
    if (stored.length > 0) add(stored, await factRowsOfKeys(this.tx, stored, this.numbers));
    if (views.length > 0) add(views, await this.#views(views));
    return keys.map((key) => rows.get(key)!);
  }

  /** Calls that are needed and not tracked yet are tracked from then on. */
  async #views(keys: readonly SourceKey[]): Promise<readonly (readonly FactRow[])[]> {
    const { sources } = this.triggers;
    const isTracked = (rows: readonly FactRow[], { key, from = 0 }: SourceKey) => coversView(rows, key, from);
    const rows = await viewRows(this.tx, keys, sources);
    const missing = keys.filter((key, at) => !isTracked(rows[at]!, key));
    if (this.views && missing.length > 0) {
      await this.views.track(this.tx, missing.map(neededView));
      const tracked = await viewRows(this.tx, missing, sources);
      const places = new Map(keys.map((key, at) => [key, at]));
      for (const [at, key] of missing.entries()) rows[places.get(key)!] = tracked[at]!;
    }
    return keys.map((key, at) => (isTracked(rows[at]!, key) ? rows[at]! : withoutResult(key, rows[at]!)));
  }

  viewChanges(blocks?: BlockRange): Promise<readonly ViewChange[]> {
    return takeViewChanges(this.tx, this.triggers.viewSelectors, blocks);
  }

  async subjectsIn({ fromBlock, toBlock }: BlockRange): Promise<readonly Address[]> {
    const { rows } = await this.tx.query<{ subject: Address }>({
      text: SUBJECTS_IN,
      values: [this.numbers.set, fromBlock, toBlock],
      types: JSON_READY,
    });
    return rows.map(({ subject }) => subject);
  }

  touched(addresses: readonly Address[], blocks: BlockRange): Promise<readonly string[]> {
    return touchedIn(this.tx, addresses, blocks);
  }

  dependents(reads: readonly DependencyKey[]): Promise<readonly Dependency[]> {
    return dependentsOf(this.tx, reads, this.numbers);
  }

  dependentsOn(addresses: readonly Address[]): Promise<readonly Dependent[]> {
    return dependentsOnAny(this.tx, addresses, this.numbers);
  }

  async blockHashes(numbers: readonly number[]): Promise<readonly string[]> {
    const { rows } = await this.tx.query<{ number: number; hash: Hash }>({
      name: 'hashes of blocks',
      text: HASHES,
      values: [numbers],
      types: JSON_READY,
    });
    const found = new Map(rows.map(({ number, hash }) => [number, hash]));
    return numbers.map((number) => {
      const hash = found.get(number);
      if (hash === undefined) throw new Error(`block ${number} is evaluated and not stored`);
      return hash;
    });
  }

  async write({
    facts = [],
    claims = [],
    dependencies = [],
    stateReads = [],
    touches = [],
    coverage,
  }: Partial<EngineChanges>): Promise<void> {
    await addFactRows(this.tx, this.copies, facts, this.numbers);
    if (claims.length > 0) {
      const { rows } = await this.tx.query<{ position: number; evaluatedAt: number }>({
        name: 'last fact event',
        text: `SELECT (SELECT position FROM last_fact_event()) AS position,
                      extract(epoch FROM now())::int8 AS "evaluatedAt"`,
        types: JSON_READY,
      });
      await writeClaims(this.tx, this.copies, claims, this.numbers, rows[0]!);
    }
    if (dependencies.length > 0) await addDependencies(this.tx, dependencies, this.numbers);
    if (stateReads.length > 0) await requestReads(this.tx, stateReads);
    if (touches.length > 0) await addTouches(this.tx, touches);
    if (coverage) await this.#writeCoverage(coverage);
  }

  unwind(from: number, to: number): Promise<readonly Address[]> {
    return unwindEngine(this.tx, this.numbers.set, this.#codes, from, to);
  }

  async #writeCoverage({ ranges, families }: EngineCoverage): Promise<void> {
    await this.tx.query(
      `INSERT INTO evaluated_range (records, ranges) SELECT * FROM unnest($1::text[], $2::int8multirange[])
       ON CONFLICT (records) DO UPDATE SET ranges = excluded.ranges`,
      [[...ranges.keys()].map(formatRecords), [...ranges.values()].map(multirangeOf)],
    );
    const all = [...families];
    await this.tx.query(
      `INSERT INTO claim_coverage (definition_set, family, kind, ranges)
       SELECT $1, * FROM unnest($2::text[], $3::text[], $4::int8multirange[])
       ON CONFLICT (definition_set, family) DO UPDATE SET ranges = excluded.ranges`,
      [
        this.numbers.set,
        all.map(([family]) => family),
        all.map(([, { kind }]) => kind),
        all.map(([, covered]) => multirangeOf(covered.ranges)),
      ],
    );
  }
}
