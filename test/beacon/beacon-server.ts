import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAINNET_SPEC } from './mainnet-spec.js';

/** What a fake beacon node answers. */
export interface ReportedState {
  readonly genesisTime: number;
  readonly epoch: number;
  /** Computed at each request, or the path of a file with the answer. */
  readonly validators: (() => Iterable<object>) | string;
  readonly pendingDeposits?: () => Iterable<object>;
  readonly pendingConsolidations?: () => Iterable<object>;
  readonly pendingPartialWithdrawals?: () => Iterable<object>;
  readonly spec?: Readonly<Record<string, string>>;
}

/** Answers given instead, by the end of the path: a status, with or without a body. */
export type Faults = Record<string, { readonly status: number; readonly body?: string }>;

export interface BeaconServer {
  readonly url: string;
  /** May be changed at any time. */
  reported: ReportedState;
  readonly faults: Faults;
  /** Requested paths, in order. */
  readonly asked: string[];
  stop(): Promise<void>;
}

export const ROOT = `0x${'5a'.repeat(32)}`;
const CHUNK_CHARACTERS = 1 << 16;

/** A beacon node over real HTTP. Its lists may be of any length, since it writes them while it makes them. */
export async function startBeaconServer(first: ReportedState): Promise<BeaconServer> {
  const asked: string[] = [];
  const faults: Faults = {};
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const fault = Object.entries(faults).find(([end]) => path.endsWith(end))?.[1];
    if (fault) {
      response.writeHead(fault.status, { 'content-type': 'application/json' });
      response.end(fault.body ?? '{"code":0,"message":"no"}');
      return;
    }
    answer(path, handle.reported, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const handle: BeaconServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reported: first,
    faults,
    asked,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return handle;
}

async function answer(path: string, reported: ReportedState, response: ServerResponse): Promise<void> {
  const document = (data: object): void => void response.end(JSON.stringify({ data }));
  const state = `/eth/v1/beacon/states/${reported.epoch * 32}`;
  const lists: Readonly<Record<string, (() => Iterable<object>) | string | undefined>> = {
    [`${state}/validators`]: reported.validators,
    [`${state}/pending_deposits`]: reported.pendingDeposits,
    [`${state}/pending_consolidations`]: reported.pendingConsolidations,
    [`${state}/pending_partial_withdrawals`]: reported.pendingPartialWithdrawals,
  };
  if (path === '/eth/v1/beacon/genesis') document({ genesis_time: String(reported.genesisTime) });
  else if (path === '/eth/v1/config/spec') document(reported.spec ?? MAINNET_SPEC);
  else if (path === '/eth/v1/beacon/states/head/finality_checkpoints')
    document({ finalized: { epoch: String(reported.epoch), root: ROOT } });
  else if (typeof lists[path] === 'string') await pipeline(createReadStream(lists[path]), response);
  else if (lists[path]) await writeList(lists[path], response);
  else response.writeHead(404).end('{"code":404,"message":"not found"}');
}

/** Writes a JSON answer with these elements, and ends it. */
export async function writeList(elements: () => Iterable<object>, target: Writable): Promise<void> {
  let text = '{"version":"fulu","execution_optimistic":false,"finalized":true,"data":[';
  let separator = '';
  for (const element of elements()) {
    text += separator + JSON.stringify(element);
    separator = ',';
    if (text.length < CHUNK_CHARACTERS) continue;
    if (!target.write(text)) await once(target, 'drain');
    text = '';
  }
  target.end(`${text}]}`);
}
