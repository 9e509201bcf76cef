import 'reflect-metadata';
import { createHash } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { Pool } from 'pg';
import { Access } from '../src/api/access/access.js';
import { OpenAccess } from '../src/api/access/open-access.js';
import { ChainBounds } from '../src/api/http/chain-bounds.js';
import { CursorKey } from '../src/api/http/cursor/cursor-key.js';
import { API_OPTIONS, apiAdapter, openApi } from '../src/api/http/server.js';
import { readConfig } from '../src/platform/config/config.js';
import { StandaloneApiModule } from '../src/runtime/api/standalone-api.module.js';
import { FIRST_BLOCK } from './read-fill.js';

/** What the API is given by the parts around it. */
export interface Surroundings {
  readonly firstBlock: number;
  readonly access: Access;
  /** Memory for kept answers, MB; none are kept when left out. */
  readonly cacheMb?: number;
}

const OPEN: Surroundings = { firstBlock: FIRST_BLOCK, access: new OpenAccess() };

/** The service's API over a store, without ingestion; listens on a free port, which it returns. */
export async function startApi(
  pool: Pool,
  { firstBlock, access, cacheMb = 0 }: Surroundings = OPEN,
): Promise<{ port: number; close(): Promise<void> }> {
  const config = readConfig({ RPC_URLS: 'http://node.invalid', CACHE_MB: String(cacheMb) });
  const module = await Test.createTestingModule({ imports: [StandaloneApiModule.of(config, pool)] })
    .overrideProvider(ChainBounds)
    .useValue(new ChainBounds(firstBlock, 'mainnet'))
    .overrideProvider(Access)
    .useValue(access)
    // The same in every process: a cursor of one must open in the other.
    .overrideProvider(CursorKey)
    .useValue(await CursorKey.of(createHash('sha256').update('benchmark').digest()))
    .compile();
  const app = module.createNestApplication<NestFastifyApplication>(apiAdapter(), {
    ...API_OPTIONS,
    logger: false,
  });
  await openApi(app, { host: '127.0.0.1', port: 0 });
  const address = app.getHttpServer().address() as { port: number };
  return { port: address.port, close: () => app.close() };
}
