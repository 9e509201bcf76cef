import { describe, expect, it } from '@jest/globals';
import { checkpointText } from '../tlog/checkpoint.js';
import { leafHash, nodesOf, rootOf } from '../tlog/merkle-tree.js';
import { signerOf, signNote } from '../tlog/note-key.js';
import { TILE_WIDTH } from '../tlog/tile.js';
import { type AuditFailed, auditLog } from './audit-log.js';

const ORIGIN = 'example.com/log';
const KEY = signerOf(ORIGIN, Buffer.alloc(32, 7));
const entriesTo = (size: number) => Array.from({ length: size }, (_, at) => Buffer.from(`entry ${at}`));

interface Served {
  /** Entries that are served, and that the checkpoint is of. */
  readonly entries: readonly Buffer[];
  /** Whose tiles are served; those of the entries if left out. */
  readonly tiled?: readonly Buffer[];
}

async function noteOf(entries: readonly Buffer[]): Promise<string> {
  const root = await rootOf(nodesOf(entries.map(leafHash)), entries.length);
  return signNote(checkpointText({ origin: ORIGIN, size: entries.length, root }), KEY);
}

function logOf({ entries, tiled = entries }: Served): Parameters<typeof auditLog>[0] {
  return {
    checkpoint: () => noteOf(entries),
    nodes: () => nodesOf(tiled.map(leafHash)),
    entries: async (index) => entries.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH),
  };
}

async function faultOf(log: Served, remembered: readonly Buffer[], isWhole = false): Promise<string> {
  try {
    const { head, known } = await auditLog(logOf(log), KEY, await noteOf(remembered), isWhole);
    return `${known} of ${head.size}`;
  } catch (error) {
    const { fault, message, evidence } = error as AuditFailed;
    return `${fault}: ${message} (${evidence.length})`;
  }
}

describe('auditLog', () => {
  const older = entriesTo(300);
  const newer = entriesTo(1_000);
  const other = newer.with(7, Buffer.from('another'));

  it.each([[false], [true]])('accepts a log that grew (all entries read: %s)', async (isWhole) => {
    expect(await faultOf({ entries: newer }, older, isWhole)).toBe('300 of 1000');
  });

  it.each([256, 300, 1_000])(
    'proves by two notes that %s entries were signed otherwise before',
    async (size) => {
      expect(await faultOf({ entries: other }, newer.slice(0, size))).toMatch(/^fork: .* \(2\)$/);
    },
  );

  it.each([256, 300])(
    'finds tiles that are not those of the entries, which is no fork of %s',
    async (size) => {
      expect(await faultOf({ entries: newer, tiled: other }, newer.slice(0, size))).toMatch(
        /^content: the tiles .* \(1\)$/,
      );
    },
  );

  it('finds entries that have not the signed root', async () => {
    const log = { ...logOf({ entries: newer }), entries: logOf({ entries: other }).entries };
    await expect(auditLog(log, KEY, undefined)).rejects.toMatchObject({ fault: 'content' });
  });
});
