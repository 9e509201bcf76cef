import type { FastifyInstance, FastifyReply } from 'fastify';
import { bundleOf, HASH_BYTES, parseTilePath, TILE_WIDTH, type TileRef, widthIn } from '../../tlog/tile.js';
import type { LogReader } from '../../transparency/log.reader.js';
import { AddressLimit } from '../access/address-limit.js';
import { clientAddress } from '../http/connection/client-address.js';
import { rateLimited } from '../refusal/access-refusals.js';
import { unknownRoute } from '../refusal/request-refusals.js';
import type { ServedLog } from './transparency-settings.js';

const PAGE = { config: { isPage: true } } as const;
const FOREVER = 'public, max-age=31536000, immutable';
/** Not longer, because the next checkpoint replaces it. */
const SHORTLY = 'public, max-age=5';
const TEXT = 'text/plain; charset=utf-8';
/**
 * Tiles for a network in a minute. An audit of the whole log of mainnet reads some 3,200, and other programs
 * do not wait when they are refused.
 */
const TILES = 6_000;

/**
 * Serves the transparency log below `/log` by C2SP tlog-tiles: checkpoint, tiles, entries and its public
 * keys. It is open to all, and serves only what a checkpoint covers.
 */
export function addLogRoutes(fastify: FastifyInstance, log: ServedLog | undefined): void {
  if (log === undefined) return;
  const limit = new AddressLimit(TILES);

  fastify.get('/log/checkpoint', PAGE, async (_, reply) => {
    const checkpoint = await log.reader.checkpoint();
    if (!checkpoint) throw unknownRoute();
    return text(reply, SHORTLY).send(checkpoint.note);
  });

  fastify.get('/log/key', PAGE, (_, reply) => text(reply, SHORTLY).send(`${log.verifierKeys.join('\n')}\n`));

  fastify.get<{ Params: { '*': string } }>('/log/tile/*', PAGE, async (request, reply) => {
    const wait = limit.count(clientAddress(request));
    if (wait !== undefined) throw rateLimited(wait);
    const ref = parseTilePath(`tile/${request.params['*']}`);
    const bytes = ref && (await tileBytes(log.reader, ref));
    if (!bytes) throw unknownRoute();
    return reply
      .header('content-type', 'application/octet-stream')
      .header('cache-control', FOREVER)
      .header('x-content-type-options', 'nosniff')
      .send(bytes);
  });
}

/** The bytes of a tile; undefined if no checkpoint covers all of it. */
async function tileBytes(reader: LogReader, ref: TileRef): Promise<Buffer | undefined> {
  const { level, index, width } = ref;
  const checkpoint = await reader.checkpoint();
  if (!checkpoint || widthIn(checkpoint.size, ref) < width) return undefined;
  if (level !== 'entries') return (await reader.tile(level, index)).subarray(0, width * HASH_BYTES);
  return bundleOf(await reader.entries(index * TILE_WIDTH, width));
}

function text(reply: FastifyReply, cacheControl: string): FastifyReply {
  return reply
    .header('content-type', TEXT)
    .header('cache-control', cacheControl)
    .header('x-content-type-options', 'nosniff');
}
