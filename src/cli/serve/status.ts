import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { toHex } from '../../domain/chain/codec/hex.js';
import { recoveryBackend } from '../../domain/crypto/recover-sender.js';
import { CanonicalChain } from '../../event-store/canonical-chain.js';
import { ChainLog } from '../../event-store/chain-log.js';
import { fetcherCount } from '../../event-store/fetched-block.table.js';
import { lastSampledEpoch } from '../../event-store/sampled-epoch.js';
import { ConsensusSource } from '../../node/consensus/consensus-source.js';
import type { ExecutionNode } from '../../node/execution/execution-node.js';
import { ExecutionSource } from '../../node/execution/execution-source.js';
import { type NodeRefusal, reasonOf, SourceExhausted } from '../../node/rpc/node-refusal.js';
import { Config } from '../../platform/config/config.js';
import { lastPassedAt } from '../../projection/name/name-pass.js';
import { CoverageReader } from '../../records/coverage/coverage.reader.js';
import { Database } from '../../runtime/database/database.js';
import { beaconUrls, nodeUrls } from '../../runtime/demo/demo-note.js';
import { missedRecords } from '../../runtime/ingestion/missed-records.js';
import { logOrigin } from '../../runtime/transparency/log-origin.js';
import { LogReader } from '../../transparency/log.reader.js';
import { CommandModule } from '../command/command.module.js';
import { beaconTables } from '../text/beacon-tables.js';
import { capabilityTables } from '../text/capability-tables.js';
import { disputedCallsNote } from '../text/disputed-calls-note.js';
import { initialStatesNote } from '../text/initial-states-note.js';
import { missingIndexesNote } from '../text/missing-indexes-note.js';
import { noteNetwork } from '../text/network-note.js';
import { textTable } from '../text/text-table.js';

/** `status`. */
@Module({ imports: [CommandModule] })
export class Status {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
  ) {}

  async run(): Promise<void> {
    const { config } = this;
    noteNetwork(config);
    const { pool } = await this.database.open('expect');
    console.log(await stored(pool));
    console.log(await covered(pool, config.firstBlock));
    process.stdout.write(await initialStatesNote(pool));
    process.stdout.write(await disputedCallsNote(pool));
    process.stdout.write(await fetching(pool));
    process.stdout.write(await names(pool));
    if (logOrigin(config) !== undefined) console.log(await transparencyLog(pool));
    const urls = nodeUrls(config);
    console.log(
      urls.length > 0
        ? await nodes(urls, pool)
        : 'no node: set RPC_URLS, or start the service for its demo chain',
    );
    console.log(`senders are recovered by ${recoveryBackend.detail} (${recoveryBackend.name})`);
    console.log(await beacons(beaconUrls(config), pool));
  }
}

async function stored(pool: Pool): Promise<string> {
  const chain = new CanonicalChain(pool);
  const [head, finalized, end] = [
    await chain.head(),
    await chain.finalized(),
    await new ChainLog(pool).end(),
  ];
  if (!head) return 'nothing is stored yet\n';
  const at = new Date(head.timestamp * 1000).toISOString();
  const line = `head ${head.number} ${toHex(head.hash)} (${at}), final up to ${finalized?.number ?? 'none'}, ${end} events\n`;
  return line + (await missingIndexesNote(pool));
}

/** Processes that fetch; empty if there are none. */
async function fetching(pool: Pool): Promise<string> {
  const count = await fetcherCount(pool);
  return count === 0 ? '' : `processes with ROLE=fetch that are ready to fetch: ${count}\n`;
}

/** When the index of names was last brought up to date; empty before the first time. */
async function names(pool: Pool): Promise<string> {
  const at = await lastPassedAt(pool);
  return at ? `names are found as they were known at ${at.toISOString()}\n` : '';
}

/** How much of the log is signed, since when, and how far claims are logged. */
async function transparencyLog(pool: Pool): Promise<string> {
  const { entries, signed, signedAt, lastBlock } = await new LogReader(pool).progress();
  const upTo = lastBlock === null ? 'no claims logged yet' : `claims logged up to block ${lastBlock}`;
  return `transparency log: ${signed} of ${entries} entries signed${signedAt === null ? '' : ` at ${signedAt}`}, ${upTo}\n`;
}

async function covered(pool: Pool, firstBlock: number | undefined): Promise<string> {
  const [lowest] = await new CanonicalChain(pool).ranges();
  if (!lowest) return '';
  const coverage = await new CoverageReader(pool).atHead(firstBlock ?? lowest.fromBlock);
  const text = (ranges: readonly { fromBlock: number; toBlock: number }[]): string =>
    ranges
      .map(({ fromBlock, toBlock }) => (fromBlock === toBlock ? `${fromBlock}` : `${fromBlock}..${toBlock}`))
      .join(', ') || '-';
  const rows = coverage.families.map(({ family, ranges, gaps }) => [family, text(ranges), text(gaps)]);
  return `${textTable(['family', 'covered', 'gaps'], rows)}\n`;
}

async function nodes(urls: readonly string[], pool: Pool): Promise<string> {
  const refusals: NodeRefusal[] = [];
  const source = await connect(urls, refusals);
  if (typeof source === 'string') return source;
  try {
    const storedHead = (await new CanonicalChain(pool).head())?.number;
    const heads = await Promise.all(source.nodes.map((node) => headRow(node, storedHead)));
    const away = refusals.map(({ node, reason }) => [node, reason, '-']);
    const behind = textTable(['node', 'head', 'blocks behind'], [...heads, ...away]);
    const missed = await missedRecords(pool, source.capabilities);
    const waits = missed === undefined ? '' : `ingestion ${missed}\n\n`;
    return `${behind}\n\n${waits}${capabilityTables(source.capabilities)}`;
  } finally {
    await source.close();
  }
}

/** The row of a node: its head, or the reason why it does not give one. */
async function headRow(node: ExecutionNode, storedHead: number | undefined): Promise<string[]> {
  try {
    const { number } = await node.head();
    return [node.name, `${number}`, storedHead === undefined ? '-' : `${Math.max(0, number - storedHead)}`];
  } catch (error) {
    return [node.name, reasonOf(error), '-'];
  }
}

/**
 * Connects to the nodes, as far as they can be reached. Unreachable nodes are part of the status.
 * @param refusals collects the nodes that cannot be used, and why
 */
async function connect(urls: readonly string[], refusals: NodeRefusal[]): Promise<ExecutionSource | string> {
  try {
    return await ExecutionSource.connect(urls, 1, (_, refusal) => refusals.push(refusal));
  } catch (error) {
    if (error instanceof SourceExhausted) return error.message;
    throw error;
  }
}

/** How far the queues have been sampled, and what the beacon nodes can give. */
async function beacons(urls: readonly string[], pool: Pool): Promise<string> {
  const sampled = await lastSampledEpoch(pool);
  const line = `\nvalidator queues ${sampled === undefined ? 'not sampled yet' : `sampled up to epoch ${sampled}`}`;
  if (urls.length === 0) return `${line}; no beacon node: set BEACON_URLS`;
  const source = new ConsensusSource(urls);
  try {
    return `${line}\n\n${await beaconTables(source)}`;
  } finally {
    await source.close();
  }
}
