import { type BenchDatabase, startBenchDatabase, type TableSize } from './bench-database.js';
import type { BlockEntry } from './block-file.js';
import { mainnetParts, type ShardedRun } from './capacity-machines.js';
import { mainnetNeeds, type NeedRange, type Units } from './capacity-mainnet.js';
import { planAtMainnet } from './capacity-plans.js';
import { measureStage, STAGES } from './capacity-stages.js';
import { sentStatements } from './capacity-statements.js';
import { capacityText, machinesText, plansText } from './capacity-text.js';
import { runContender, startPlayback } from './child-run.js';
import { startDemoStore } from './demo-store.js';
import { ensureBlocks } from './generate-blocks.js';
import type { Spent } from './process-cost.js';
import { median } from './quantile.js';
import type { Handed, Parts } from './run-report.js';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** From two numbers of shards follows what each of them adds. */
const SHARDS = [2, 4] as const;

/** `blocks`, `machines` or `plans` as arguments select parts. */
const parts = process.argv.slice(2);
const wants = (part: string): boolean => parts.length === 0 || parts.includes(part);

if (wants('blocks')) await reportBlocks();
if (wants('machines')) await reportMachines();
if (wants('plans')) await reportPlans();

async function reportBlocks(): Promise<void> {
  const { blocks } = await ensureBlocks();
  const database = await startBenchDatabase();
  try {
    const rounds: Awaited<ReturnType<typeof measureAll>>[] = [];
    for (let round = 1; round <= ROUNDS; round++) rounds.push(await measureAll(database, blocks, round));
    const last = rounds.at(-1)!;
    console.log(
      capacityText({
        blocks: blocks.length,
        measured: last.tables.units,
        stages: STAGES.map((stage, at) => ({
          stage,
          need: medianNeed(rounds.map(({ needs }) => needs[at]!)),
        })),
        tables: last.tables.sizes,
        rounds: ROUNDS,
      }),
    );
  } finally {
    await database.stop();
  }
}

async function reportMachines(): Promise<void> {
  const { blocks } = await ensureBlocks();
  const database = await startBenchDatabase();
  const playback = await startPlayback();
  const name = 'bench_machines';
  try {
    const rounds: Parts[] = [];
    const sharded = new Map<number, Spent[]>(SHARDS.map((shards) => [shards, []]));
    let tables: readonly TableSize[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      for (const shards of [1, ...SHARDS]) {
        const databaseUrl = await database.fresh(name);
        const { parts, handed } = await runContender('parts-run.js', {
          ...{ rpcUrl: playback.url, databaseUrl, postmaster: database.postmaster, shards },
          ...{ first: blocks[0]!.number, last: blocks.at(-1)!.number },
        });
        if (shards === 1) {
          rounds.push(parts!);
          console.error(handedText(parts!, handed!, blocks.length));
          tables = await database.sizes(name);
        } else sharded.get(shards)!.push(parts!.evaluated);
        await database.drop(name);
      }
      console.error(`round ${round} of ${ROUNDS}: machines`);
    }
    const transactions = blocks.reduce((sum, entry) => sum + entry.transactions, 0);
    console.log(
      machinesText(
        mainnetParts(medianParts(rounds), [runOf(SHARDS[0]), runOf(SHARDS[1])], tables, transactions),
        blocks.length,
        transactions,
      ),
    );

    function runOf(shards: number): ShardedRun {
      return { shards, spent: medianSpent(sharded.get(shards)!) };
    }
  } finally {
    await playback.stop();
    await database.stop();
  }
}

/** What a process with `ROLE=fetch` takes for the blocks, and what the writer still does for them. */
function handedText({ gathered }: Parts, { kept, taken }: Handed, blocks: number): string {
  const text = ({ cpuSeconds, databaseSeconds }: Spent): string =>
    `${cpuSeconds.toFixed(2)} s and ${databaseSeconds.toFixed(2)} s of PostgreSQL`;
  return `${blocks} blocks by another process: it fetches in ${gathered.cpuSeconds.toFixed(2)} s and stores in ${text(kept)}; the writer takes them in ${text(taken)}`;
}

function medianParts(rounds: readonly Parts[]): Parts {
  const spent = (part: keyof Parts): Spent => medianSpent(rounds.map((round) => round[part]));
  return { gathered: spent('gathered'), written: spent('written'), evaluated: spent('evaluated') };
}

function medianSpent(rounds: readonly Spent[]): Spent {
  const of = (what: keyof Spent): number => median(rounds.map((spent) => spent[what]));
  return {
    wallSeconds: of('wallSeconds'),
    cpuSeconds: of('cpuSeconds'),
    threadSeconds: of('threadSeconds'),
    databaseSeconds: of('databaseSeconds'),
  };
}

async function measureAll(database: BenchDatabase, blocks: readonly BlockEntry[], round: number) {
  const measured = [];
  for (const stage of STAGES) {
    measured.push(await measureStage(stage, database, blocks));
    console.error(`round ${round} of ${ROUNDS}: ${stage.name}`);
  }
  const samples = measured.map(({ stage, sample }) => ({ sample, unit: stage.unit }));
  const { sample, tables } = measured.at(-1)!;
  const units: Units = sample.many.blocks;
  return { needs: mainnetNeeds(samples), tables: { units, sizes: tables } };
}

function medianNeed(needs: readonly NeedRange[]): NeedRange {
  const of = (end: keyof NeedRange, what: 'days' | 'terabytes'): number =>
    median(needs.map((need) => need[end][what]));
  const need = (end: keyof NeedRange) => ({ days: of(end, 'days'), terabytes: of(end, 'terabytes') });
  return { least: need('least'), most: need('most') };
}

async function reportPlans(): Promise<void> {
  const store = await startDemoStore();
  try {
    const { statements, methods } = await sentStatements(store);
    const report = await planAtMainnet(store.pool, statements);
    console.log(plansText(report, methods));
    if (report.wholeReads.length + report.sortedReads.length > 0) process.exitCode = 1;
  } finally {
    await store.stop();
  }
}
