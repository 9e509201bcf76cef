import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { selectorsOf } from '../selectors.js';
import { PROXY_SLOTS } from './proxy-slots.js';
import { recogniseProxy } from './recognise-proxy.js';

const require = createRequire(import.meta.url);
const OPEN_ZEPPELIN = '@openzeppelin/contracts/build/contracts';
const SAFE = '@safe-global/safe-contracts/build/artifacts/contracts';
const packaged = (file: string) => {
  const { deployedBytecode } = require(file) as { deployedBytecode: string };
  return deployedBytecode.slice(2);
};

const pattern = (hex: string) => {
  const code = Buffer.from(hex, 'hex');
  return recogniseProxy(code, selectorsOf(code));
};
const slot = (name: keyof typeof PROXY_SLOTS) => PROXY_SLOTS[name].toString('hex');

/** CALLDATACOPY(0, 0, CALLDATASIZE), then DELEGATECALL(GAS, target, 0, CALLDATASIZE, 0, 0). */
const proxy = (target: string) => `36600060003760006000366000${target}5af400`;
const address = 'be'.repeat(20);

describe('recogniseProxy', () => {
  it.each([
    [`${OPEN_ZEPPELIN}/ERC1967Proxy.json`, 'eip1967'],
    [`${OPEN_ZEPPELIN}/TransparentUpgradeableProxy.json`, 'eip1967'],
    [`${OPEN_ZEPPELIN}/BeaconProxy.json`, 'eip1967_beacon'],
    [`${OPEN_ZEPPELIN}/UpgradeableBeacon.json`, 'none'],
    // It calls existing proxies, but does not contain the creation code of one.
    [`${OPEN_ZEPPELIN}/ProxyAdmin.json`, 'none'],
    [`${SAFE}/proxies/SafeProxy.sol/SafeProxy.json`, 'safe'],
    // These create proxies, or delegate what their caller names.
    [`${SAFE}/proxies/SafeProxyFactory.sol/SafeProxyFactory.json`, 'none'],
    [`${SAFE}/Safe.sol/Safe.json`, 'none'],
  ])('recognises contracts of npm packages: %s is %s', (file, expected) => {
    expect(pattern(packaged(file))).toBe(expected);
  });

  it.each([
    ['a slot of EIP-1967', `7f${slot('eip1967_implementation')}54`, 'eip1967'],
    ['a slot of OpenZeppelin', `7f${slot('oz_v1_implementation')}54`, 'oz_v1'],
    ['the slot of EIP-1822', `7f${slot('eip1822_proxiable')}54`, 'eip1822'],
    ['another slot', '600754', 'custom'],
    ['slot 0 without the getter of a Safe', '600054', 'custom'],
    ['the slot with the number of its own address', '3054', 'custom'],
    ['a mapping by its caller', '3360a052602060a02054', 'custom'],
    ['an address written in the code', `73${address}`, 'fixed'],
    ['an address under a mask', `73${address}73${'ff'.repeat(20)}16`, 'fixed'],
    ['a mapping by selector', '60003560e01c60a052602060a02054', 'diamond'],
    ['its caller', '33', 'unknown'],
    ['an address in the call data', '600435', 'unknown'],
  ])('recognises where the target comes from: %s', (_, target, expected) => {
    expect(pattern(proxy(target))).toBe(expected);
  });

  it('computes slots that the code writes as the text to be hashed', () => {
    const name = Buffer.from('org.zeppelinos.proxy.implementation');
    const words = name.toString('hex').padEnd(128, '0');
    const target = `7f${words.slice(0, 64)}60a0527f${words.slice(64)}60c052602360a02054`;
    expect(pattern(proxy(target))).toBe('oz_v1');
  });

  it('recognises a target that another contract returns', () => {
    // STATICCALL(GAS, callee, 0xa0, 4, 0xa0, 32), then the answer.
    const answerOf = (callee: string) => `602060a0600460a0${callee}5afa5060a051`;
    expect(pattern(proxy(answerOf(`7f${slot('eip1967_beacon')}54`)))).toBe('eip1967_beacon');
    expect(pattern(proxy(answerOf(`73${address}`)))).toBe('custom');
  });

  it('recognises a mapping by selector wherever the selector is in the key', () => {
    // SLOAD(keccak256(selector, 5)).
    expect(pattern(proxy('60003560e01c60e01b60a052600560c052604060a02054'))).toBe('diamond');
  });

  it('does not take a library for the target of a proxy', () => {
    // It passes on four fixed bytes, not the call.
    expect(pattern(`600060006004600073${address}5af400`)).toBe('unknown');
    // A function of its own delegates.
    expect(pattern(`60003560e01c63112233441460115700005b${proxy(`73${address}`)}`)).toBe('none');
  });

  it('prefers the more specific pattern of two branches', () => {
    // if (caller == 0) delegate to slot 7, else to the slot of EIP-1967.
    const one = proxy('600754');
    const start = (4 + one.length / 2).toString(16).padStart(2, '0');
    expect(pattern(`3360${start}57${one}5b${proxy(`7f${slot('eip1967_implementation')}54`)}`)).toBe(
      'eip1967',
    );
  });

  it('says unknown when it cannot follow a path', () => {
    // JUMP(SLOAD(0)) with a DELEGATECALL somewhere.
    expect(pattern('600054565bf4')).toBe('unknown');
    // An endless loop.
    expect(pattern('5b600056f4')).toBe('unknown');
  });

  it('does not mistake pushed bytes for operations', () => {
    expect(pattern('63f4f4f4f400')).toBe('none');
  });
});
