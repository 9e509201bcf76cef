import type { LogShape } from '../../definition/model/fact-source.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { Log } from '../../domain/chain/record/block.js';
import { batchLength } from '../../domain/token/token-event.js';
import { namedFacets } from './facet-cuts.js';
import { picked } from './picked.js';

/** Whether a log has a shape. */
export function hasShape(log: Log, { topic0, topics, dataLength, decodes, where = {} }: LogShape): boolean {
  const { topics: own, data } = log;
  if (own.length !== topics || toHex(own[0]!) !== topic0) return false;
  if (dataLength !== undefined && data.length !== dataLength) return false;
  if (decodes === 'equal_arrays' && batchLength(data) === undefined) return false;
  if (decodes === 'facet_cuts' && namedFacets(log) === undefined) return false;
  if (decodes === 'text' && picked(log, 'text').length === 0) return false;
  return Object.entries(where).every(([path, wanted]) => isSo(picked(log, path)[0], wanted));
}

function isSo(hex: string | undefined, wanted: string): boolean {
  if (hex === undefined) return false;
  if (wanted === 'zero') return /^0x0*$/.test(hex);
  if (wanted === 'nonzero') return /[^0x]/.test(hex);
  if (wanted === 'address') return hex.length === 42 || hex.startsWith(`0x${'0'.repeat(24)}`);
  return hex === wanted;
}
