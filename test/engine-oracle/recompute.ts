import type { Definition } from '../../src/definition/catalog/definition.js';
import type { BlockRange } from '../../src/kernel/interval/block-range.js';
import { Inputs } from './inputs.js';
import type { Claim } from './judge-check.js';
import { judgeDefinition } from './judge-definition.js';
import { type AddressState, type Known, RangeFold } from './range-fold.js';
import type { ToldBlock } from './told.js';

export interface Stretch {
  readonly start: number;
  /** Absent at the end of a range. */
  readonly end?: number;
}

/** A stretch with one proof. */
export interface ProofStretch extends Stretch {
  readonly object: string;
  readonly intervalStart: number;
  readonly value?: string;
  readonly referenceBlock: number;
  readonly proofHash: string;
  readonly proof: string;
}

/** All that is said of one subject by one definition. */
export interface History {
  readonly segments: readonly ProofStretch[];
  readonly undecided: readonly Stretch[];
}

/** What a whole chain, as far as it is known, proves. */
export interface Recomputed {
  /** By definition id and subject, with a blank between; nothing of those of whom nothing is said. */
  readonly histories: ReadonlyMap<string, History>;
  /** Runs of blocks by the chain records they have. */
  readonly ranges: ReadonlyMap<string, readonly BlockRange[]>;
  readonly families: ReadonlyMap<string, readonly BlockRange[]>;
}

export interface Now {
  readonly claims: readonly Claim[];
  readonly isUndecided: boolean;
  readonly range: RangeFold;
  /** All that it was judged by; undefined if that may be anything. */
  readonly given: readonly unknown[] | undefined;
  /** How often the registries had turned, the registers, and how often the claims of the subject had changed. */
  turn: number;
  state: AddressState;
  version: number;
  /** What it says at the block, and said up to it. */
  readonly standing: readonly { end: number }[];
}

type Running<One extends Stretch> = Omit<One, 'end'> & { end: number };

/**
 * Judges every definition for every subject at every block, in the simplest way there is.
 *
 * @param blocks all that are known, ascending
 * @param subjects whom to judge; whoever else is asked about is judged too
 */
export function recompute(
  blocks: readonly ToldBlock[],
  known: Known,
  subjects: Iterable<string>,
): Recomputed {
  const all = new Set(subjects);
  for (;;) {
    const asked = new Set<string>();
    const recomputed = recomputeOf(blocks, known, all, asked);
    if (asked.size === 0) return recomputed;
    for (const address of asked) all.add(address);
  }
}

function recomputeOf(
  blocks: readonly ToldBlock[],
  known: Known,
  subjects: ReadonlySet<string>,
  asked: Set<string>,
): Recomputed {
  const { catalog, bindings, answers } = known;
  const folds = new Map<string, RangeFold>();
  const ranges = new Map<string, readonly BlockRange[]>();
  const foldsOf = new Map<string, readonly RangeFold[]>();
  for (const records of ['', 'frames', 'state_diff', 'frames state_diff']) {
    const runs = runsOf(blocks.filter((one) => hasRecords(one, records)));
    const named = runs.map((run) => {
      const range = { fromBlock: run[0]!.block.number, toBlock: run.at(-1)!.block.number };
      const name = `${range.fromBlock} ${range.toBlock}`;
      const fold = folds.get(name) ?? new RangeFold(run, known);
      folds.set(name, fold);
      return { range, fold };
    });
    ranges.set(
      records,
      named.map(({ range }) => range),
    );
    foldsOf.set(
      records,
      named.map(({ fold }) => fold),
    );
  }
  const upwards = [...catalog.definitions].sort((a, b) => a.stratum - b.stratum);
  const foldAt = (definition: Definition, block: number): RangeFold | undefined => {
    const records = [...definition.requires].sort().join(' ');
    const at = ranges
      .get(records)!
      .findIndex(({ fromBlock, toBlock }) => fromBlock <= block && block <= toBlock);
    return foldsOf.get(records)![at];
  };
  const now = new Map<string, Now>();
  const inputs = new Inputs(known);
  /** By subject, how often its claims have changed. */
  const versions = new Map<string, number>();
  const lastHeld = new Map<string, number>();
  const told = new Map<string, { segments: Running<ProofStretch>[]; undecided: Running<Stretch>[] }>();
  const names = new Map(
    upwards.map(({ id }) => [id, [...subjects].map((subject) => [subject, `${id} ${subject}`] as const)]),
  );
  for (const { block } of blocks) {
    for (const definition of upwards) {
      const fold = foldAt(definition, block.number);
      const turn = inputs.turnOf(definition, block.number);
      for (const [subject, name] of names.get(definition.id)!) {
        const before = now.get(name);
        if (fold === undefined) {
          now.delete(name);
          lastHeld.delete(name);
          continue;
        }
        const isContinued = before?.range === fold;
        const state = fold.at(subject, block.number);
        const version = versions.get(subject) ?? 0;
        const isUntouched =
          isContinued &&
          before.given !== undefined &&
          before.turn === turn &&
          before.state === state &&
          before.version === version;
        const given = isUntouched ? before.given : inputs.of(definition, subject, state, turn, now, lastHeld);
        if (isUntouched || (isContinued && given && before.given && isSame(given, before.given))) {
          before.turn = turn;
          before.state = state;
          before.version = version;
          for (const stretch of before.standing) stretch.end = block.number;
          continue;
        }
        if (!isContinued) lastHeld.delete(name);
        const claimOf = (id: string, address: string) => {
          if (!subjects.has(address)) asked.add(address);
          const found = now.get(`${id} ${address}`);
          if (found?.isUndecided) return 'unknown';
          return found?.claims[0];
        };
        const { claims, isUndecided } = judgeDefinition(definition, {
          ...{ subject, block: block.number, fold, bindings, answers, claimOf },
          lastClaimOf: (id, address) => lastHeld.get(`${id} ${address}`),
        });
        const continued = isContinued ? before.claims : [];
        const standing = claims.map((claim): Claim => {
          const same = continued.find(
            ({ object, value }) => object === claim.object && value === claim.value,
          );
          return { ...claim, since: same?.since ?? block.number };
        });
        if (continued.length > 0 && standing.length === 0) lastHeld.set(name, block.number - 1);
        const same = isContinued && isUndecided === before.isUndecided && sameClaims(standing, before.claims);
        if (!same) versions.set(subject, version + 1);
        const stretches: { end: number }[] = [];
        if (standing.length > 0 || isUndecided) {
          const history = told.get(name) ?? { segments: [], undecided: [] };
          told.set(name, history);
          for (const claim of standing)
            stretches.push(noteClaim(history.segments, claim, block.number, isContinued));
          if (isUndecided) stretches.push(noteStretch(history.undecided, block.number, isContinued));
        }
        now.set(name, {
          ...{ claims: same ? before.claims : standing, isUndecided, range: fold, given, turn, state },
          version: versions.get(subject) ?? 0,
          standing: stretches,
        });
      }
    }
  }
  const histories = new Map(
    [...told].map(([name, { segments, undecided }]) => {
      const [id, subject] = name.split(' ') as [string, string];
      const definition = catalog.definitions.find((one) => one.id === id)!;
      const records = [...definition.requires].sort().join(' ');
      const ends = new Set(ranges.get(records)!.map(({ toBlock }) => toBlock));
      const open = <One extends Stretch>({ end, ...stretch }: One) =>
        (ends.has(end!) ? stretch : { ...stretch, end }) as One;
      return [`${id} ${subject}`, { segments: segments.map(open), undecided: undecided.map(open) }];
    }),
  );
  return { histories, ranges, families: coverage(catalog.definitions, ranges) };
}

function sameClaims(some: readonly Claim[], others: readonly Claim[]): boolean {
  return (
    some.length === others.length &&
    some.every(
      ({ proofHash, since }, at) => proofHash === others[at]!.proofHash && since === others[at]!.since,
    )
  );
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, at) => one === others[at]);
}

/** Lengthens the stretch that the claim continues, or begins another. */
function noteClaim(segments: Running<ProofStretch>[], claim: Claim, block: number, isContinued: boolean) {
  const { since, value, ...rest } = claim;
  const last = segments.findLast(
    ({ object, end, proofHash }) =>
      isContinued && object === claim.object && end === block - 1 && proofHash === claim.proofHash,
  );
  if (last) last.end = block;
  else
    segments.push({
      ...rest,
      ...(value !== undefined && { value }),
      start: block,
      end: block,
      intervalStart: since,
    });
  return last ?? segments.at(-1)!;
}

function noteStretch(stretches: Running<Stretch>[], block: number, isContinued: boolean) {
  const last = stretches.at(-1);
  if (isContinued && last?.end === block - 1) last.end = block;
  else stretches.push({ start: block, end: block });
  return stretches.at(-1)!;
}

function hasRecords({ block }: ToldBlock, records: string): boolean {
  return (
    (block.hasFrames || !records.includes('frames')) && (block.hasState || !records.includes('state_diff'))
  );
}

function runsOf(blocks: readonly ToldBlock[]): ToldBlock[][] {
  const runs: ToldBlock[][] = [];
  for (const one of blocks) {
    const last = runs.at(-1);
    if (last?.at(-1)?.block.number === one.block.number - 1) last.push(one);
    else runs.push([one]);
  }
  return runs;
}

/** A family of attributes, and every relation, is covered where all its definitions are. */
function coverage(
  definitions: readonly Definition[],
  ranges: ReadonlyMap<string, readonly BlockRange[]>,
): ReadonlyMap<string, readonly BlockRange[]> {
  const blocksOf = new Map<string, Set<number>>();
  for (const { id, kind, family, requires } of definitions) {
    const name = kind === 'relation' ? id : family;
    const covered = ranges
      .get([...requires].sort().join(' '))!
      .flatMap(({ fromBlock, toBlock }) =>
        Array.from({ length: toBlock - fromBlock + 1 }, (_, at) => fromBlock + at),
      );
    const before = blocksOf.get(name);
    blocksOf.set(name, new Set(before ? covered.filter((block) => before.has(block)) : covered));
  }
  return new Map(
    [...blocksOf].map(([name, covered]) => {
      const found: { fromBlock: number; toBlock: number }[] = [];
      for (const block of [...covered].sort((a, b) => a - b)) {
        const last = found.at(-1);
        if (last?.toBlock === block - 1) last.toBlock = block;
        else found.push({ fromBlock: block, toBlock: block });
      }
      return [name, found];
    }),
  );
}
