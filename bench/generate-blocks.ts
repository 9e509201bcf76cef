import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { blockTraces, replay } from '../test/simulation/erigon-traces.js';
import { callTraces, prestateDiffs } from '../test/simulation/geth-traces.js';
import type { SimBlock } from '../test/simulation/sim-block.js';
import { SimChain } from '../test/simulation/sim-chain.js';
import { callsOf, isSilentPrecompile, type SimFrame } from '../test/simulation/sim-frame.js';
import { BLOCK_FILE, type BlockEntry, type BlockIndex, INDEX_FILE } from './block-file.js';
import { median } from './quantile.js';

/** Busy blocks with the proportions of mainnet: about 150 transactions, 230 logs, 350 frames, 450 changes of state. */
const RECIPE = {
  seed: 20_251_120,
  blocks: Number(process.env.BENCH_BLOCKS ?? 1_000),
  signers: 300,
  contracts: 400,
  liveliness: {
    transactions: [110, 190],
    rareTypes: 0.06,
    creations: 0.01,
    transfers: 0.3,
    calls: { frames: 9, actions: 9, failure: 0.04, code: 400 },
  },
} as const;

/** Generates the file unless it is there already; takes some minutes. Run before any benchmark. */
export async function ensureBlocks(): Promise<BlockIndex> {
  const known = knownBlocks();
  if (known) return known;
  // The simulated chain has its state in memory: more than a measured process may take.
  execFileSync(process.execPath, ['--max-old-space-size=3072', import.meta.filename], {
    stdio: 'inherit',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return knownBlocks()!;
}

/** Undefined where there are none by this recipe. */
function knownBlocks(): BlockIndex | undefined {
  if (!existsSync(INDEX_FILE)) return undefined;
  const index = JSON.parse(readFileSync(INDEX_FILE, 'utf8')) as BlockIndex;
  return index.recipe === JSON.stringify(RECIPE) ? index : undefined;
}

async function generate(): Promise<BlockEntry[]> {
  const chain = new SimChain(RECIPE);
  const entries: BlockEntry[] = [];
  const file = openSync(BLOCK_FILE, 'w');
  const startedAt = Date.now();
  let end = 0;
  for (let made = 1; made <= RECIPE.blocks; made++) {
    await chain.extend(1);
    const block = chain.head!;
    const offsets = [end];
    for (const answer of answersOf(block)) {
      end += writeSync(file, `${JSON.stringify(answer)}\n`);
      offsets.push(end);
    }
    entries.push(entryOf(block, offsets));
    if (made % 25 !== 0) continue;
    chain.forget(block.number);
    const seconds = (Date.now() - startedAt) / 1000;
    const left = (seconds / made) * (RECIPE.blocks - made);
    console.log(
      `generated ${made} of ${RECIPE.blocks} blocks, ${Math.round(end / 1e6)} MB, ${left.toFixed(0)} s left`,
    );
  }
  closeSync(file);
  return entries;
}

const answersOf = (block: SimBlock): unknown[] => [
  block.json,
  block.receipts,
  callTraces(block, true),
  prestateDiffs(block),
  blockTraces(block),
  replay(block, ['stateDiff']),
];

function entryOf(block: SimBlock, offsets: readonly number[]): BlockEntry {
  const frames = (frame: SimFrame): number =>
    callsOf(frame).reduce((sum, call) => sum + (isSilentPrecompile(call) ? 0 : frames(call)), 1);
  return {
    number: block.number,
    hash: block.hash,
    transactions: block.runs.length,
    logs: block.runs.reduce((sum, run) => sum + run.logs.length, 0),
    frames: block.runs.reduce((sum, run) => sum + frames(run.root), 0),
    offsets,
  };
}

if (process.argv[1] === import.meta.filename) {
  mkdirSync(dirname(BLOCK_FILE), { recursive: true });
  const blocks = await generate();
  writeFileSync(INDEX_FILE, JSON.stringify({ recipe: JSON.stringify(RECIPE), blocks }));
  const medianOf = (what: 'transactions' | 'logs' | 'frames'): number =>
    median(blocks.map((entry) => entry[what]));
  console.log(
    `${blocks.length} blocks; median ${medianOf('transactions')} transactions, ${medianOf('logs')} logs, ${medianOf('frames')} frames`,
  );
}
