import { describe, expect, it } from '@jest/globals';
import { useDemo } from './fixture/use-demo.js';

const NOBODY = `0x${'00'.repeat(20)}`;

describe('the proxies of the demo chain', () => {
  const demo = useDemo();
  const { at, transaction } = demo;
  const get = (path: string) => demo.get(`contracts/${path}`);
  const contract = async (name: string) => (await get(at(name))).json.data;
  const implementations = async (name: string) => (await get(`${at(name)}/proxy`)).json.data.implementations;

  it('R-109, R-138, R-140, R-A086, R-A092, R-A094: a minimal clone names its target, and has neither slot nor successor', async () => {
    expect(await contract('clone')).toMatchObject({
      isEip1167Proxy: true,
      proxyImplementation: at('counter'),
      proxyFamily: 'none',
      proxyConfidence: 0,
      bytecodeSize: 45,
    });
    expect(await implementations('clone')).toEqual([
      {
        implementation: at('counter'),
        source: 'eip1167',
        proxyFamily: 'none',
        confidence: 3,
        firstSeenBlock: transaction('clone made').block,
        lastSeenBlock: demo.head,
        isSelfDelegation: false,
      },
    ]);
    expect(await contract('transparent proxy')).not.toHaveProperty('proxyImplementation');
  });

  it('R-135, R-141, R-142, R-143, R-A095: an upgraded proxy lists each implementation once; one that was set again is current', async () => {
    const [made, upgrade, back] = ['deploy transparent proxy', 'proxy upgrade', 'proxy upgrade and call'].map(
      transaction,
    ) as [{ block: number }, { block: number }, { hash: string; block: number }];
    const slot = {
      slot: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
      slotLastEvent: { kind: 'changed', blockNumber: back.block, txHash: back.hash },
    };
    const place = { source: 'storage_eip1967_impl', proxyFamily: 'eip1967', isSelfDelegation: false };
    const confidence = expect.any(Number);
    expect(await implementations('transparent proxy')).toEqual([
      {
        implementation: at('proxy implementation 1'),
        ...place,
        confidence,
        firstSeenBlock: made.block,
        lastSeenBlock: demo.head,
        ...slot,
        supersededBy: null,
      },
      {
        implementation: at('proxy implementation 2'),
        ...place,
        confidence,
        firstSeenBlock: upgrade.block,
        lastSeenBlock: back.block - 1,
        ...slot,
        supersededBy: at('proxy implementation 1'),
        supersededByBlock: back.block,
      },
    ]);
  });

  it('R-137: a beacon proxy names its beacon, and a zeppelinOS proxy its slot', async () => {
    expect(await implementations('beacon proxy 1')).toMatchObject([
      {
        implementation: at('beacon'),
        source: 'storage_beacon',
        proxyFamily: 'eip1967',
        slot: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
        slotLastEvent: { kind: 'set', txHash: transaction('deploy beacon proxy 1').hash },
        supersededBy: null,
      },
    ]);
    expect(await implementations('zeppelinos proxy')).toMatchObject([
      {
        implementation: at('counter by two'),
        source: 'storage_oz_v1',
        proxyFamily: 'oz_v1',
        supersededBy: null,
      },
      { implementation: at('counter'), source: 'storage_oz_v1', supersededBy: at('counter by two') },
    ]);
  });

  it('an EIP-1822 proxy names its implementations, and their slot', async () => {
    const place = {
      source: 'storage_eip1822',
      proxyFamily: 'custom',
      confidence: 3,
      slot: '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
    };
    expect(await implementations('eip1822 proxy')).toMatchObject([
      { implementation: at('counter by two'), ...place, supersededBy: null },
      { implementation: at('counter'), ...place, supersededBy: at('counter by two') },
    ]);
  });

  it('R-144: a pointer to the proxy itself is marked as such', async () => {
    const { block } = transaction('pointed at itself');
    expect(await implementations('circular proxy')).toMatchObject([
      { implementation: at('circular proxy'), isSelfDelegation: true, firstSeenBlock: block },
      { implementation: at('counter'), isSelfDelegation: false, supersededBy: at('circular proxy') },
    ]);
  });

  it('R-142, R-143: a cleared pointer has no successor, and one that was set back within a block was seen in that block', async () => {
    const { block, hash } = transaction('pointer cleared');
    expect(await implementations('emptied proxy')).toMatchObject([
      {
        implementation: at('counter'),
        lastSeenBlock: block - 1,
        slotLastEvent: { kind: 'cleared', blockNumber: block, txHash: hash },
        supersededBy: NOBODY,
        supersededByBlock: block,
      },
    ]);
    const restless = await implementations('restless proxy');
    expect(restless.find((one: { supersededBy: unknown }) => one.supersededBy !== null)).toMatchObject({
      implementation: at('counter by two'),
      firstSeenBlock: block,
      lastSeenBlock: block,
      supersededBy: at('counter'),
      supersededByBlock: block,
    });
  });

  it('R-136: a contract without pointers has an empty list', async () => {
    for (const name of ['counter', 'private slot proxy', 'frank']) {
      const { status, json } = await get(`${at(name)}/proxy`);
      expect(status).toBe(200);
      expect(json.data).toEqual({ chainId: 1, address: at(name), implementations: [] });
    }
  });
});
