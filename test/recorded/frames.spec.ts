import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { analyseCode } from '../../src/bytecode/analyse-code.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { codeChanges } from '../../src/domain/chain/protocol/code-changes.js';
import { undoneFrames } from '../../src/domain/chain/protocol/undone-frames.js';
import type { Frame, VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { type FlatTrace, flatCallFrames } from '../../src/node/trace/flat-call-frames.js';
import { type NestedCall, nestedCallFrames } from '../../src/node/trace/nested-call-frames.js';
import { type PrestateDiff, prestateChanges } from '../../src/node/trace/prestate-changes.js';
import { parseCsv } from './csv.js';
import { recordedCalls } from './recorded-answers.js';
import { linesOf } from './recorded-block.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';

const data = REFERENCE_DIRECTORY ?? '';
const recorded = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;

/** The only recording whose frames one of the two programs refuses. */
const NAMELESS = 'test_extract_geth_traces_job/block_with_suicide';

const hex = (bytes: Buffer | undefined): string => (bytes ? `0x${bytes.toString('hex')}` : '');

/** A frame in ethereum-etl's form; fields that it omits for some kinds of trace are omitted. */
interface Row {
  readonly transaction: string;
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly failed: boolean;
}

recorded('call frames of mainnet (skipped where SHARED_DIR holds none)', () => {
  const files = new Map(
    (data === ''
      ? []
      : (linesOf(join(data, 'ethereum_etl_resources.ndjson.gz')) as { file: string; text: string }[])
    ).map(({ file, text }) => [file.replace('tests/resources/', ''), text]),
  );
  const folders = [...files.keys()]
    .filter((file) => /\/(expected_traces)\.(csv|json)$/.test(file))
    .map((file) => file.slice(0, file.lastIndexOf('/')));

  it.each(folders.filter((folder) => folder !== NAMELESS))(
    '%s: frames, with their transfers and failures, are those of ethereum-etl',
    (folder) => {
      expect(ours(folder)).toEqual(expected(folder));
    },
  );

  it('are refused if a SELFDESTRUCT names no address, as an old geth traced it', () => {
    // ethereum-etl accepts the empty names.
    expect(() => ours(NAMELESS)).toThrow('frame.from is missing');
    expect(expected(NAMELESS).at(-1)).toMatchObject({ type: 'suicide', from: '', to: '' });
  });

  it('are compared in twelve recordings of ethereum-etl', () => {
    expect(folders).toHaveLength(12);
    expect(folders.flatMap((folder) => expected(folder)).length).toBe(21);
  });

  /** Our frames of one recording, in the normal form. */
  function ours(folder: string): Row[] {
    const file = [...files.keys()].find(
      (name) => name.startsWith(`${folder}/web3_response.`) && /trace/.test(name.slice(folder.length)),
    );
    const { result } = JSON.parse(files.get(file!)!) as { result: unknown };
    const byTransaction = file!.includes('debug_')
      ? (result as { result: NestedCall }[]).map(({ result: root }) => nestedCallFrames(root, false))
      : groups(result as FlatTrace[]).map(flatCallFrames);
    return byTransaction.flatMap((frames, index) => frames.map((frame) => rowOf(frame, String(index))));
  }

  function expected(folder: string): Row[] {
    const csv = files.get(`${folder}/expected_traces.csv`);
    const rows =
      csv !== undefined
        ? parseCsv(csv)
        : files
            .get(`${folder}/expected_traces.json`)!
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line) as Record<string, unknown>);
    return rows
      .filter(
        (row) => row.trace_type !== 'reward' && row.trace_type !== 'genesis' && row.trace_type !== 'daofork',
      )
      .map((row) => ({
        transaction: String(row.transaction_index),
        type: String(row.call_type || row.trace_type),
        from: String(row.from_address ?? ''),
        to: String(row.to_address ?? ''),
        value: String(row.value || 0).replace(/^(\d+)$/, (digits) => BigInt(digits).toString()),
        failed: Boolean(row.error),
      }));
  }

  it('show the contracts that ethereum-etl exports, with their code and selectors', () => {
    for (const folder of ['test_stream/blocks_508110_508110', 'test_stream/blocks_2112234_2112234']) {
      const file = [...files.keys()].find((name) => name.startsWith(`${folder}/web3_response.trace_block`))!;
      const traces = (JSON.parse(files.get(file)!) as { result: FlatTrace[] }).result;
      const created = creationsOf(groups(traces).map(flatCallFrames));
      const exported = files
        .get(`${folder}/expected_contracts.json`)!
        .split('\n')
        .filter(Boolean)
        .map(
          (line) => JSON.parse(line) as { address: string; bytecode: string; function_sighashes: string[] },
        );
      expect(created.map(({ address, code }) => [address, code])).toEqual(
        exported.map(({ address, bytecode }) => [address, bytecode]),
      );
      for (const { bytecode, function_sighashes } of exported) {
        const { selectors } = analyseCode(fromHex(bytecode));
        expect(selectors.map(hex).sort()).toEqual([...new Set(function_sighashes)].sort());
      }
    }
  });

  it('create exactly the contracts whose code is in the state diffs of the same blocks', () => {
    const diffs = recordedCalls<{ result: PrestateDiff }[]>('debug_traceBlockByNumber.prestateTracer').filter(
      ({ params }) => JSON.stringify(params).includes('"diffMode":true'),
    );
    let found = 0;
    for (const { blockNumber, result } of diffs) {
      const traced = recordedCalls<FlatTrace[]>('trace_block').find(
        (call) => call.blockNumber === blockNumber && call.params.length === 1,
      )!;
      const frames = groups(traced.result).map(flatCallFrames);
      const stateChanges = result.map((one) => prestateChanges(one.result));
      const block = { stateChanges, frames } as unknown as VerifiedBlock;
      const changes = codeChanges(block);
      const kept = changes.filter(({ kind }) => kind === 'set');
      found += kept.length;
      expect(kept.every(({ creation }) => creation !== undefined)).toBe(true);
      expect(
        changes
          .filter(({ creation }) => creation)
          .map(({ address, code }) => [hex(address), hex(code)])
          .sort(),
      ).toEqual(
        creationsOf(frames)
          .map(({ address, code }) => [address, code])
          .sort(),
      );
    }
    expect(found).toBeGreaterThan(0);
  });
});

/** Flat traces by transaction; rewards belong to none. */
function groups(traces: readonly FlatTrace[]): FlatTrace[][] {
  const found: FlatTrace[][] = [];
  for (const trace of traces) {
    const { type, transactionPosition } = trace as FlatTrace & { type: string; transactionPosition: number };
    if (type === 'reward') continue;
    found[transactionPosition] ??= [];
    found[transactionPosition]!.push(trace);
  }
  return found;
}

function rowOf(frame: Frame, transaction: string): Row {
  const creates = frame.type === 'CREATE' || frame.type === 'CREATE2';
  const type = creates ? 'create' : frame.type === 'SELFDESTRUCT' ? 'suicide' : frame.type.toLowerCase();
  return {
    ...{ transaction, type, from: hex(frame.from), to: hex(frame.to) },
    ...{ value: frame.value.toString(), failed: frame.error !== undefined },
  };
}

function creationsOf(transactions: readonly (readonly Frame[])[]): { address: string; code: string }[] {
  return transactions.flatMap((frames) => {
    const undone = undoneFrames(frames);
    return frames
      .filter(({ type, output }, at) => type.startsWith('CREATE') && !undone[at] && output.length > 0)
      .map(({ to, output }) => ({ address: hex(to), code: hex(output) }));
  });
}
