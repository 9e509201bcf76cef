import { describe, expect, it } from '@jest/globals';
import { withoutMetadata } from './metadata.js';

const bytes = (hex: string) => Buffer.from(hex, 'hex');
const without = (hex: string) => withoutMetadata(bytes(hex)).toString('hex');

const IPFS = `a264697066735822${'12'.repeat(34)}64736f6c63430008110033`;
const SWARM = `a165627a7a72305820${'34'.repeat(32)}0029`;
const EXPERIMENTAL = `a365627a7a72315820${'56'.repeat(32)}6c6578706572696d656e74616cf564736f6c634300050c0040`;
const VYPER = 'a165767970657283000307000b';

describe('withoutMetadata', () => {
  it.each([
    ['of Solidity today', IPFS],
    ['of Solidity 0.4', SWARM],
    ['of Solidity with experimental features', EXPERIMENTAL],
    ['of Vyper', VYPER],
  ])('removes metadata at the end: %s', (_, metadata) => {
    expect(without(`6001600255fe${metadata}`)).toBe('6001600255');
    expect(without(`6001600255${metadata}`)).toBe('6001600255');
  });

  it('removes metadata of code within code, with immutables behind it', () => {
    expect(without(`6001fe${SWARM}6002fe${IPFS}aabb`)).toBe('60016002aabb');
    expect(without(IPFS)).toBe('');
  });

  it.each([
    ['another length than its own', IPFS.replace(/0033$/, '0034')],
    ['an unknown key', IPFS.replace('69706673', '69706674')],
    ['a value that is no list, text or bytes', VYPER.replace('83', 'a3')],
    ['large numbers in a list', VYPER.replace('8300', '8318')],
    ['no length', IPFS.slice(0, -4)],
    ['half of it', IPFS.slice(0, 40)],
    ['its first byte', 'a2'],
    ['an empty map', 'a00001'],
  ])('leaves everything else: %s', (_, tail) => {
    expect(without(`600160fe${tail}`)).toBe(`600160fe${tail}`);
  });

  it('leaves code without metadata', () => {
    expect(without('')).toBe('');
    expect(without('6001600255')).toBe('6001600255');
  });
});
