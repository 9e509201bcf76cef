import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { BundleSettings } from '../../src/bundle/bundle-settings.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { CanonicalChain } from '../../src/event-store/canonical-chain.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { readCallBundle } from '../../src/verifier/bundle/call-bundle.js';
import { readBundle } from '../../src/verifier/bundle/read-bundle.js';
import { published } from '../../src/verifier/published.js';
import { verifyText } from '../../src/verifier/verify-text.js';
import { type LightClientServer, startLightClientServer } from '../beacon/light-client-server.js';
import { type MadeLightClient, madeLightClient } from '../builder/made-light-client.js';
import { ask } from './fixture/ask.js';
import { startService, type TestService } from './fixture/service.js';
import { useDemo } from './fixture/use-demo.js';

/** Slot of the attested block, in Fulu. */
const SLOT = 13_200_000;
/** Makes light-client data of another period at each call, and so with another checkpoint. */
const elsewhere = (() => {
  let made = 0;
  return (blockHash: Buffer) => madeLightClient(blockHash, SLOT + 8_192 * ++made);
})();
const rootOf = ({ checkpoint }: MadeLightClient) => `0x${checkpoint.toString('hex')}`;

describe('a bundle over HTTP with a checkpoint', () => {
  const demo = useDemo();
  let pool: Pool;
  let service: TestService;
  let beacons: readonly string[] = [];
  let made: MadeLightClient;
  let beacon: LightClientServer;
  const others: LightClientServer[] = [];

  beforeAll(async () => {
    pool = createPool(demo.databaseUrl);
    const chain = { firstBlock: demo.firstBlock, isDemo: true };
    service = await startService({
      ...{ pool, firstBlock: demo.firstBlock, network: 'demo' },
      bundles: new BundleSettings(
        chain,
        () => [demo.nodeUrl],
        () => beacons,
      ),
    });
    made = madeLightClient((await new CanonicalChain(pool).at(demo.head))!.hash, SLOT, 2, { delay: 5 });
    beacon = await startLightClientServer(made);
  });
  afterAll(async () => {
    await service?.close();
    await pool?.end();
    for (const server of [beacon, ...others]) await server?.stop();
  });

  const get = (path: string) => ask(service.baseUrl, `/api/v1/chains/1/${path}`);
  const token = () => demo.at('dollar');
  /** One path for each kind of bundle, at a block. */
  const paths = (block: number, root: string) => [
    `addresses/${token()}/attributes/asset:erc20/proof/bundle?block=${block}&checkpoint=${root}`,
    `addresses/${token()}/relations/relation:owned_by/${demo.at('issuer')}/proof/bundle?block=${block}&checkpoint=${root}`,
    `contracts/${token()}/call/bundle?data=0x18160ddd&block=${block}&checkpoint=${root}`,
  ];
  const refusalOf = async (path: string) => {
    const { status, json } = await get(path);
    return [status, json.error?.code, json.error?.details?.reason];
  };
  /** Starts a beacon node with this chain, and makes it the only one. @returns its checkpoint */
  const served = async (other: MadeLightClient) => {
    const server = await startLightClientServer(other);
    others.push(server);
    beacons = [server.url];
    return rootOf(other);
  };

  it('shows that its blocks are final to a verifier that trusts only the checkpoint', async () => {
    beacons = ['http://127.0.0.1:1', beacon.url];
    const root = rootOf(made);
    // Upper case is the same root.
    for (const path of paths(demo.head, root.toUpperCase())) {
      const { status, json } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      const canonicity = async (checkpoint?: string) => {
        const known = { ...published(), ...(checkpoint && { checkpoint: checkpoint as `0x${string}` }) };
        const verified = await verifyText(json.data.bundle, known);
        return 'canonicity' in verified ? verified.canonicity : verified;
      };
      expect(await canonicity()).toMatchObject({ outcome: 'not shown' });
      expect(await canonicity(`0x${'5a'.repeat(32)}`)).toMatchObject({
        level: 6,
        reason: expect.stringContaining('not your checkpoint'),
      });
      expect(await canonicity(root)).toMatchObject(
        path.includes('relation') || path.includes('call')
          ? { outcome: 'shown', checkpoint: root }
          : { outcome: expect.any(String) },
      );
    }
  });

  it('has headers down to a block before the final one, and none for a block after it', async () => {
    beacons = [beacon.url];
    const path = (block: number, root: string) => paths(block, root)[2]!;
    const text = async (block: number, root: string) => {
      const { status, json } = await get(path(block, root));
      expect([status, json.error]).toEqual([200, undefined]);
      return readCallBundle(json.data.bundle);
    };
    expect((await text(demo.head, rootOf(made))).finality!.ancestors).toEqual([]);
    const earlier = (await new CanonicalChain(pool).at(demo.head - 1))!.hash;
    expect((await text(demo.head, await served(elsewhere(earlier)))).finality).toBeUndefined();
  });

  it('differs from the bundle without a checkpoint, and both stay the same when repeated', async () => {
    beacons = [beacon.url];
    const [path] = paths(demo.head, rootOf(made));
    const bare = path!.split('&')[0]!;
    const texts = [];
    for (const one of [bare, path!, bare, path!]) texts.push((await get(one)).json.data.bundle);
    expect([texts[2], texts[3]]).toEqual([texts[0], texts[1]]);
    expect(readBundle(texts[0]).finality).toBeUndefined();
    expect(fromHex(readBundle(texts[1]).finality!.bootstrap)).toEqual(made.bootstrap);
  });

  it('is refused for a checkpoint that is no root, and for two checkpoints', async () => {
    for (const path of paths(demo.head, '0x12')) {
      expect(await refusalOf(path)).toEqual([400, 'bad_request', 'hash_invalid']);
      expect(await refusalOf(path.replace('0x12', ''))).toEqual([400, 'bad_request', 'hash_invalid']);
      expect(await refusalOf(`${path}&checkpoint=0x12`)).toEqual([400, 'bad_request', 'repeated_parameter']);
    }
  });

  it('is refused if there is no beacon node, or if it does not know the checkpoint or lies about it', async () => {
    const root = rootOf(elsewhere(Buffer.alloc(32, 1)));
    const unavailable = [422, 'block_not_available', 'checkpoint_not_available'];
    beacons = [];
    for (const path of paths(demo.head, root)) expect(await refusalOf(path)).toEqual(unavailable);
    beacons = [beacon.url];
    // This beacon node serves another checkpoint.
    for (const path of paths(demo.head, root)) expect(await refusalOf(path)).toEqual(unavailable);
    for (const lie of [
      (server: LightClientServer) => server.refuse('bootstrap'),
      (server: LightClientServer) => server.change('bootstrap', 40),
      (server: LightClientServer) => server.change('finality_update', 30),
      (server: LightClientServer) => server.cut('updates', 100),
    ]) {
      const other = await served(elsewhere(Buffer.alloc(32, 2)));
      lie(others.at(-1)!);
      expect(await refusalOf(paths(demo.head, other)[2]!)).toEqual(unavailable);
    }
    const old = await served(madeLightClient(Buffer.alloc(32, 3), SLOT, 17));
    expect(await refusalOf(paths(demo.head, old)[0]!)).toEqual(unavailable);
  });

  it('is refused by the demo, whose beacon chain has no sync committees', async () => {
    for (const path of paths(demo.head, rootOf(made))) {
      const { status, json } = await demo.get(path);
      expect([status, json.error?.details?.reason]).toEqual([422, 'checkpoint_not_available']);
    }
  });

  it('is unavailable while the beacon node is down, and while its final block is not stored', async () => {
    const unavailable = [503, 'service_unavailable', undefined];
    beacons = ['http://127.0.0.1:1'];
    const other = elsewhere(Buffer.alloc(32, 4));
    for (const path of paths(demo.head, rootOf(other))) expect(await refusalOf(path)).toEqual(unavailable);
    // Its final block belongs to another chain.
    await served(other);
    for (const path of paths(demo.head, rootOf(other))) expect(await refusalOf(path)).toEqual(unavailable);
  });
});
