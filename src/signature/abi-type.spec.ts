import { describe, expect, it } from '@jest/globals';
import { abiType } from './abi-type.js';

describe('abiType', () => {
  it.each([
    ['address', { isDynamic: false, headWords: 1 }],
    ['bytes', { isDynamic: true, headWords: 1 }],
    ['uint256[]', { isDynamic: true, headWords: 1 }],
    ['uint256[3]', { isDynamic: false, headWords: 3 }],
    ['uint256[3][2]', { isDynamic: false, headWords: 6 }],
    ['string[2]', { isDynamic: true, headWords: 1 }],
    ['(address,int8[2])', { isDynamic: false, headWords: 3 }],
    ['(address,(bytes4,(string,bool)))[4]', { isDynamic: true, headWords: 1 }],
    ['function', { kind: 'fixedBytes', size: 24 }],
    ['bytes32', { kind: 'fixedBytes', size: 32 }],
    ['int8', { kind: 'int', bits: 8 }],
    ['uint256', { kind: 'uint', bits: 256 }],
  ])('reads %s', (text, expected) => {
    expect(abiType(text)).toMatchObject(expected);
  });

  it.each([
    '',
    'uint',
    'uint0',
    'uint7',
    'uint08',
    'uint264',
    'bytes0',
    'bytes33',
    'fixed128x18',
    'address payable',
    'toString',
    '()',
    '(address',
    '(,address)',
    'uint256[0]',
    'uint256[-1]',
    'uint256[01]',
    'uint256[99999999999999999999]',
    'uint256[65536][2]',
    'uint256[65536][65536][65536]',
    '[]',
    ']',
    '][',
    '[][][]',
    'uint256]',
    `${'('.repeat(40)}bool${')'.repeat(40)}`,
    `bool${'[]'.repeat(10_000)}`,
    `bool${'[1]'.repeat(10_000)}`,
    `(${'bool,'.repeat(70_000)}bool)`,
  ])('reads no type in text %#', (text) => {
    expect(abiType(text)).toBeUndefined();
  });
});
