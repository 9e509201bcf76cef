import { describe, expect, it } from '@jest/globals';
import { hashOf, signatureBookOf } from '../../test/builder/signature-book-of.js';

const transfer = { kind: 'function', declaration: 'transfer(address,uint256)', uses: 5 } as const;
const babbage = { kind: 'function', declaration: 'many_msg_babbage(bytes1)', uses: 0 } as const;
const selector = '0xa9059cbb';

describe('functions of the book', () => {
  it('R-121: are empty for an unknown selector', () => {
    const book = signatureBookOf(transfer);
    expect(book.functions('0x00000000')).toEqual([]);
    expect(book.methodName('0x00000000')).toBeUndefined();
  });

  it('R-122: have one element where one signature is known', () => {
    const book = signatureBookOf(transfer);
    expect(book.functions(selector)).toEqual([
      { signature: 'transfer(address,uint256)', name: 'transfer', uses: 5 },
    ]);
    expect(book.methodName(selector)).toBe('transfer');
  });

  it('R-123: begin with the most used where several share the selector', () => {
    expect(hashOf('function', babbage.declaration)).toBe(selector);
    expect(
      signatureBookOf(babbage, transfer)
        .functions(selector)
        .map(({ name }) => name),
    ).toEqual(['transfer', 'many_msg_babbage']);
    expect(
      signatureBookOf({ ...babbage, uses: 10 }, transfer)
        .functions(selector)
        .map(({ uses }) => uses),
    ).toEqual([10, 5]);
  });

  it('R-284: give no method name where several are known, however rarely one is used', () => {
    expect(signatureBookOf({ ...transfer, uses: 500 }, babbage).methodName(selector)).toBeUndefined();
  });

  it('are ordered by their text when used equally', () => {
    const book = signatureBookOf(
      ...['b()', 'c()', 'a()'].map(
        (declaration) => ({ kind: 'function', declaration, uses: 1, hash: '0x00000001' }) as const,
      ),
    );
    expect(book.functions('0x00000001').map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });
});

describe('events of the book', () => {
  it('have parameters where an ABI declares them', () => {
    const declaration = 'Sold((address,uint256)[] indexed items,uint256,bytes32 indexed,bool paid)';
    const topic = hashOf('event', declaration);
    const book = signatureBookOf({ kind: 'event', declaration, uses: 2 });
    expect(book.events(topic)).toEqual([
      {
        signature: 'Sold((address,uint256)[],uint256,bytes32,bool)',
        name: 'Sold',
        uses: 2,
        inputs: [
          { name: 'items', type: '(address,uint256)[]', indexed: true },
          { name: '', type: 'uint256', indexed: false },
          { name: '', type: 'bytes32', indexed: true },
          { name: 'paid', type: 'bool', indexed: false },
        ],
      },
    ]);
  });

  it('have none where only the signature is known', () => {
    const book = signatureBookOf({ kind: 'event', declaration: 'Opened()', uses: 0 });
    expect(book.events(hashOf('event', 'Opened()'))).toEqual([
      { signature: 'Opened()', name: 'Opened', uses: 0 },
    ]);
    expect(book.events(hashOf('event', 'Closed()'))).toEqual([]);
  });
});

describe('errors of the book', () => {
  const error = { kind: 'error', declaration: 'Unauthorized()', uses: 4 } as const;
  const hash = hashOf('error', 'Unauthorized()');

  it('are named when an ABI declares one', () => {
    expect(signatureBookOf(error).error(hash)).toEqual({ signature: 'Unauthorized()', name: 'Unauthorized' });
    expect(signatureBookOf().error(hash)).toBeUndefined();
  });

  it('are not guessed among several, nor from functions', () => {
    expect(
      signatureBookOf(error, { ...error, declaration: 'Odd(bytes3)', uses: 1, hash }).error(hash),
    ).toBeUndefined();
    expect(signatureBookOf({ ...error, kind: 'function' }).error(hash)).toBeUndefined();
  });

  it('always include those of Solidity', () => {
    expect(signatureBookOf().error('0x08c379a0')).toEqual({ signature: 'Error(string)', name: 'Error' });
    expect(signatureBookOf().error('0x4e487b71')).toEqual({ signature: 'Panic(uint256)', name: 'Panic' });
    expect(hashOf('error', 'Error(string)')).toBe('0x08c379a0');
    expect(hashOf('error', 'Panic(uint256)')).toBe('0x4e487b71');
  });
});
