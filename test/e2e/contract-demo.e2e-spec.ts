import { describe, expect, it } from '@jest/globals';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { keccak256 } from '../../src/domain/crypto/keccak.js';
import { useDemo } from './fixture/use-demo.js';

const CREATE2_DEPLOYER = '0x4e59b44847b379578588920ca78fbf26c0b4956c';
const CREATION = ['deployCallType', 'deployTxHash', 'deployTxIndex', 'deployer', 'origin'];

describe('the contracts of the demo chain', () => {
  const demo = useDemo();
  const { at, transaction } = demo;
  const get = (path: string) => demo.get(`contracts/${path}`);
  const contract = async (name: string) => (await get(at(name))).json.data;

  it('R-101, R-102, R-111, R-112, R-116: state their code and who deployed it', async () => {
    const { status, json } = await get(at('counter'));
    const { hash, block } = transaction('deploy counter');
    const { bytecode } = (await get(`${at('counter')}/bytecode`)).json.data;
    const codeHash = `0x${keccak256(fromHex(bytecode)).toString('hex')}`;
    expect(status).toBe(200);
    expect(json.meta.asOfBlock).toBe(demo.head);
    expect(json.data).toEqual({
      chainId: 1,
      address: at('counter'),
      codeHash,
      blockNumber: block,
      bytecodeSize: (bytecode.length - 2) / 2,
      bytecodeVariant: 'legacy_raw',
      isErc20: false,
      isErc165: false,
      isEip1167Proxy: false,
      selectorCount: 2,
      erc20Interface: { hasDecimals: false, hasSymbol: false, hasName: false, hasTotalSupply: false },
      lifecycle: {
        deployBlock: block,
        latestCodeBlock: block,
        deployCodeHash: codeHash,
        codeChangeCount: 1,
        isAlive: true,
        deployCallType: 'CREATE',
        deployTxHash: hash,
        deployTxIndex: 0,
        deployer: at('deployer'),
        origin: at('deployer'),
        latestCodeHash: codeHash,
      },
      proxyFamily: 'none',
      proxyConfidence: 0,
    });
  });

  it('R-115, R-116: distinguish the deployer from the sender of the transaction', async () => {
    expect((await contract('counter by create2')).lifecycle).toMatchObject({
      deployCallType: 'CREATE2',
      deployer: CREATE2_DEPLOYER,
      origin: at('alice'),
      deployTxHash: transaction('deploy counter by create2').hash,
    });
    expect((await contract('clone')).lifecycle).toMatchObject({
      deployCallType: 'CREATE',
      deployer: at('clone factory'),
      origin: at('alice'),
    });
  });

  it('R-104, R-105: name the token standards whose functions their code has', async () => {
    expect(await contract('preset erc721')).toMatchObject({ isErc20: false, isErc165: true });
    expect(await contract('preset erc721')).toMatchObject({
      erc20Interface: { hasDecimals: false, hasSymbol: true, hasName: true, hasTotalSupply: true },
    });
    expect(await contract('weth')).toMatchObject({ isErc20: true, isErc165: false });
  });

  it('R-106, R-120, R-124: list as many selectors as they count, ascending', async () => {
    for (const name of ['weth', 'v3 positions', 'clone', 'frank']) {
      const { selectorCount, codeHash } = await contract(name);
      const listed = (await get(`${at(name)}/selectors`)).json.data;
      const selectors = listed.selectors.map(({ selector }: { selector: string }) => selector);
      expect(listed).toMatchObject({ chainId: 1, address: at(name), codeHash, selectorCount });
      expect(selectors).toHaveLength(selectorCount);
      expect(selectors).toEqual([...new Set(selectors)].sort());
    }
  });

  it('R-107, R-108, R-A084, R-A085: always state a proxy family and its confidence', async () => {
    const families = ['counter', 'transparent proxy', 'beacon proxy 1', 'zeppelinos proxy', 'frank', 'erin'];
    const stated = await Promise.all(families.map(contract));
    expect(stated.map(({ proxyFamily }) => proxyFamily)).toEqual([
      ...['none', 'eip1967', 'eip1967', 'oz_v1', 'none', 'none'],
    ]);
    for (const { proxyFamily, proxyConfidence } of stated) {
      if (proxyFamily === 'none') expect(proxyConfidence).toBe(0);
      else expect([2, 3]).toContain(proxyConfidence);
    }
  });

  it('R-113, R-A082: a contract that one transaction created and destroyed shows its last code', async () => {
    const { block, hash } = transaction('created and destroyed');
    expect(await contract('short-lived')).toMatchObject({
      blockNumber: block,
      bytecodeSize: (await contract('mortal')).bytecodeSize,
      lifecycle: {
        deployBlock: block,
        deployTxHash: hash,
        deployer: at('undertaker'),
        codeChangeCount: 1,
        isAlive: false,
        selfDestructBlock: block,
      },
    });
    expect((await contract('mortal')).lifecycle).not.toHaveProperty('selfDestructBlock');
  });

  it('R-112, R-113: a contract that was deployed again is alive, whatever its code', async () => {
    const { lifecycle } = await contract('reborn');
    expect(lifecycle).toMatchObject({
      codeChangeCount: 2,
      isAlive: true,
      deployBlock: transaction('created and destroyed at a place').block,
      latestCodeBlock: transaction('created again at the place').block,
    });
    expect(lifecycle).not.toHaveProperty('selfDestructBlock');
    const shifter = await contract('shape-shifter');
    expect(shifter.lifecycle).toMatchObject({ codeChangeCount: 2, latestCodeHash: shifter.codeHash });
    expect(shifter.lifecycle.deployCodeHash).not.toBe(shifter.codeHash);
  });

  it('R-103, R-110, R-A083: a delegating account has a designator as code, and no lifecycle', async () => {
    const delegated = await contract('frank');
    expect(delegated).toMatchObject({
      bytecodeVariant: 'eip7702',
      bytecodeSize: 23,
      selectorCount: 0,
      blockNumber: transaction('delegation by oneself').block,
    });
    expect(delegated).not.toHaveProperty('lifecycle');
    const { bytecode } = (await get(`${at('frank')}/bytecode`)).json.data;
    expect(bytecode).toBe(`0xef0100${at('delegate 1').slice(2)}`);
  });

  it('shows the empty code of an account that cleared its delegation', async () => {
    const codeHash = `0x${keccak256(Buffer.alloc(0)).toString('hex')}`;
    const cleared = await contract('erin');
    expect(cleared).toMatchObject({
      codeHash,
      bytecodeSize: 0,
      bytecodeVariant: 'legacy_raw',
      blockNumber: transaction('delegation cleared').block,
    });
    expect(cleared).not.toHaveProperty('lifecycle');
    expect((await get(`${at('erin')}/bytecode`)).json.data).toMatchObject({ codeHash, bytecode: '0x' });
    expect((await get(`${at('erin')}/selectors`)).json.data).toMatchObject({ codeHash, selectors: [] });
  });

  it('R-114, R-A076 to R-A080: a contract of the genesis has a lifecycle without a deployer', async () => {
    const { lifecycle, blockNumber } = (await get(CREATE2_DEPLOYER)).json.data;
    expect(blockNumber).toBe(demo.firstBlock);
    expect(lifecycle).toMatchObject({ deployBlock: blockNumber, codeChangeCount: 1, isAlive: true });
    for (const field of CREATION) expect(lifecycle).not.toHaveProperty(field);
  });

  it('R-A081: the newest code is always named', async () => {
    for (const name of ['counter', 'short-lived', 'reborn']) {
      const { codeHash, lifecycle } = await contract(name);
      expect(lifecycle.latestCodeHash).toBe(codeHash);
    }
  });

  it('R-119: builds that differ only in pushed values have the same fingerprint', async () => {
    const fingerprint = async (name: string) => (await get(`${at(name)}/bytecode`)).json.data.fingerprint;
    // The slot is an immutable in the code.
    expect((await contract('eip1822 proxy')).codeHash).not.toBe(
      (await contract('zeppelinos proxy')).codeHash,
    );
    expect(await fingerprint('eip1822 proxy')).toBe(await fingerprint('zeppelinos proxy'));
    expect(await fingerprint('weth')).not.toBe(await fingerprint('zeppelinos proxy'));
  });

  it('R-125, R-126: their events come newest first, with their places in block and transaction', async () => {
    const { events } = (await get(`${at('dollar')}/events?limit=100`)).json.data;
    const places = events.map((one: { blockNumber: number; logIndex: number }) => [
      one.blockNumber,
      one.logIndex,
    ]);
    const newestFirst = [...places].sort(([a, b], [c, d]) => c! - a! || d! - b!);
    expect(places.length).toBeGreaterThan(3);
    expect(places).toEqual(newestFirst);
    const label = 'deploy transparent proxy';
    const proxied = (await get(`${at('transparent proxy')}/events`)).json.data.events;
    const made = proxied.filter(({ txHash }: { txHash: string }) => txHash === transaction(label).hash);
    expect(made.map(({ logIndexInTx }: { logIndexInTx: number }) => logIndexInTx)).toEqual([1, 0]);
  });

  it('R-134: a contract without events has an empty page', async () => {
    const { status, json } = await get(`${at('counter')}/events`);
    expect(status).toBe(200);
    expect(json.data).toEqual({ chainId: 1, address: at('counter'), events: [] });
  });

  it.each(['', '/bytecode', '/selectors', '/events', '/proxy'])(
    'R-101, R-315, R-030: an account without code is not found: contracts/{address}%s',
    async (path) => {
      const { status, json } = await get(`${at('alice')}${path}`);
      expect(status).toBe(404);
      expect(json.error).toEqual({ code: 'not_found', message: expect.any(String) });
    },
  );
});
