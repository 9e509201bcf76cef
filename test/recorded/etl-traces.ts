import { basename, dirname, join } from 'node:path';
import type { FlatTrace } from '../../src/source/execution/trace/flat-call-frames.js';
import type { NestedCall } from '../../src/source/execution/trace/nested-call-frames.js';
import { parseCsv } from './csv.js';
import { asText, type EtlRow } from './etl-resources.js';
import { linesOf } from './recorded-block.js';
import { type Effects, failureText } from './told-effects.js';

/** Traces of a block as a node answered them, and what ethereum-etl makes of them. */
export interface EtlTraces {
  /** Folder of its tests. */
  readonly name: string;
  /** Answers by transaction; of `trace_block` or of the `callTracer`. */
  readonly flat?: readonly (FlatTrace & { readonly blockNumber: number })[];
  readonly nested?: readonly NestedCall[];
  /** By transaction. */
  readonly told: readonly Effects[];
  /** `address code`. */
  readonly contracts?: readonly string[];
}

/** The blocks whose traces ethereum-etl's tests export, from both tracer families. */
export function etlTraces(data: string): EtlTraces[] {
  const files = linesOf(join(data, 'ethereum_etl_resources.ndjson.gz')) as { file: string; text: string }[];
  const inFolder = (folder: string, name: string) =>
    files.find(({ file }) => dirname(file) === folder && basename(file).startsWith(name))?.text;
  const rows = (text: string): EtlRow[] =>
    text.startsWith('{') ? text.split('\n').filter(Boolean).map(asText) : parseCsv(text);
  return files
    .filter(({ file }) => /web3_response\.(trace_block|debug_traceBlockByNumber)_/.test(file))
    .map(({ file, text }) => {
      const folder = dirname(file);
      const { result } = JSON.parse(text) as { result: unknown };
      const contracts = inFolder(folder, 'expected_contracts');
      return {
        name: folder.split('/').slice(-2).join('/'),
        ...(file.includes('trace_block_')
          ? { flat: result as EtlTraces['flat'] & object }
          : { nested: (result as { result: NestedCall }[]).map((trace) => trace.result) }),
        told: byTransaction(rows(inFolder(folder, 'expected_traces')!)).map(toldByEtl),
        ...(contracts && { contracts: rows(contracts).map((row) => `${row.address} ${row.bytecode}`) }),
      };
    });
}

/** Rows of each transaction; rewards are of none. */
function byTransaction(rows: readonly EtlRow[]): EtlRow[][] {
  const found: EtlRow[][] = [];
  for (const row of rows) {
    if (row.trace_type === 'reward') continue;
    const index = Number(row.transaction_index);
    found[index] ??= [];
    found[index].push(row);
  }
  return found;
}

const KINDS: Readonly<Record<string, string>> = { create: 'create', suicide: 'selfdestruct' };

function toldByEtl(rows: readonly EtlRow[]): Effects {
  const kindOf = (row: EtlRow) => KINDS[row.trace_type!] ?? row.call_type!;
  return {
    internalTransfers: rows
      .filter((row) => row.trace_address !== '' && Number(row.value) > 0)
      // It lists these with the value they hand on or leave in place.
      .filter((row) => kindOf(row) !== 'callcode' && kindOf(row) !== 'delegatecall')
      .map((row) =>
        [
          kindOf(row),
          row.from_address,
          row.to_address,
          row.value,
          ...(row.status === '0' ? ['undone'] : []),
        ].join(' '),
      ),
    failures: rows
      .filter(({ error }) => error !== '')
      .map((row) => failureText(kindOf(row), row.from_address!, row.error!, row.output || '0x')),
    creations: rows
      .filter(({ trace_type, error, status }) => trace_type === 'create' && error === '' && status !== '0')
      .map((row) => `${row.to_address} ${row.from_address}`),
  };
}
