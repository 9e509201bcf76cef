import { describe, expect, it } from '@jest/globals';
import { appendLeaves } from './append-leaves.js';
import {
  consistencyProof,
  inclusionProof,
  leafHash,
  nodeHash,
  rootOf,
  type TreeHash,
  verifyConsistency,
  verifyInclusion,
} from './merkle-tree.js';
import { bundleOf, entriesOf, nodesOfTiles, parseTilePath, tilePath, widthIn } from './tile.js';

const entry = (at: number): Buffer => Buffer.from(`entry ${at}`);

/** Tiles of a tree, in memory as the database keeps them in rows. */
class Tiles {
  size = 0;
  readonly tiles = new Map<string, Buffer>();
  readonly nodes = nodesOfTiles(async (level, index) => this.tiles.get(`${level}/${index}`)!);

  append(count: number): void {
    const leaves = Array.from({ length: count }, (_, at) => leafHash(entry(this.size + at)));
    const partial = Array.from({ length: 4 }, (_, level) => {
      const index = Math.floor(Math.floor(this.size / 256 ** level) / 256);
      return this.tiles.get(`${level}/${index}`) ?? Buffer.alloc(0);
    });
    for (const { level, index, hashes } of appendLeaves(this.size, partial, leaves))
      this.tiles.set(`${level}/${index}`, hashes);
    this.size += count;
  }

  reader() {
    return nodesOfTiles(async (level, index) => this.tiles.get(`${level}/${index}`)!);
  }
}

/** The recursive definition of RFC 6962, 2.1. */
function naiveRoot(leaves: readonly TreeHash[]): TreeHash {
  if (leaves.length === 1) return leaves[0]!;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split)));
}

describe('a tree of hashes', () => {
  it('has the roots of RFC 6962, however it grew', async () => {
    for (const steps of [[1, 1, 1, 1, 1, 1, 1], [255, 1, 1], [256, 256], [3, 600, 70, 1], [70_000]]) {
      const tiles = new Tiles();
      for (const count of steps) tiles.append(count);
      const leaves = Array.from({ length: tiles.size }, (_, at) => leafHash(entry(at)));
      expect((await rootOf(tiles.reader(), tiles.size)).toString('hex')).toBe(
        naiveRoot(leaves).toString('hex'),
      );
    }
  });

  it('has the known roots of the tests of certificate transparency', async () => {
    const inputs = [
      '',
      '00',
      '10',
      '2021',
      '3031',
      '40414243',
      '5051525354555657',
      '606162636465666768696a6b6c6d6e6f',
    ];
    const leaves = inputs.map((hex) => leafHash(Buffer.from(hex, 'hex')));
    const roots = [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ];
    for (const [at, root] of roots.entries())
      expect(naiveRoot(leaves.slice(0, at + 1)).toString('hex')).toBe(root);
  });

  it('proves that it contains each of its leaves, and no other', async () => {
    for (const size of [1, 2, 3, 7, 8, 255, 256, 257, 700]) {
      const tiles = new Tiles();
      tiles.append(size);
      const root = await rootOf(tiles.nodes, size);
      for (let index = 0; index < size; index += Math.ceil(size / 40)) {
        const proof = await inclusionProof(tiles.nodes, index, size);
        verifyInclusion(leafHash(entry(index)), { index, size, root }, proof);
        expect(() => verifyInclusion(leafHash(entry(size)), { index, size, root }, proof)).toThrow(
          /another root/,
        );
        if (size > 1) {
          const other = { index: (index + 1) % size, size, root };
          expect(() => verifyInclusion(leafHash(entry(index)), other, proof)).toThrow();
          expect(() =>
            verifyInclusion(leafHash(entry(index)), { index, size, root }, proof.slice(1)),
          ).toThrow();
        }
        expect(() =>
          verifyInclusion(leafHash(entry(index)), { index, size, root }, [...proof, root]),
        ).toThrow();
      }
    }
  });

  it('proves that it begins with an older tree, and with no other', async () => {
    const sizes = [1, 2, 3, 4, 6, 7, 8, 100, 255, 256, 257, 511, 512, 700];
    const tiles = new Tiles();
    const roots = new Map<number, TreeHash>();
    for (const size of sizes) {
      tiles.append(size - tiles.size);
      roots.set(size, await rootOf(tiles.reader(), size));
    }
    const nodes = tiles.reader();
    for (const older of sizes) {
      for (const size of sizes.filter((one) => one >= older)) {
        const proof = await consistencyProof(nodes, older, size);
        const [from, to] = [older, size].map((one) => ({ size: one, root: roots.get(one)! })) as [
          never,
          never,
        ];
        verifyConsistency(from, to, proof);
        const forked = { size: older, root: leafHash(entry(-1)) };
        expect(() => verifyConsistency(forked, to, proof)).toThrow();
        if (older < size) expect(() => verifyConsistency(to, from, proof)).toThrow(/smaller/);
        for (const at of proof.keys()) {
          const altered = proof.with(at, leafHash(entry(at)));
          expect(() => verifyConsistency(from, to, altered)).toThrow();
        }
      }
    }
  });
});

describe('a tile', () => {
  it.each([
    [{ level: 0, index: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 0, index: 0, width: 1 }, 'tile/0/000.p/1'],
    [{ level: 'entries' as const, index: 70_000, width: 255 }, 'tile/entries/x070/000.p/255'],
  ])('%j lies at %s', (ref, path) => {
    expect(tilePath(ref)).toBe(path);
    expect(parseTilePath(path)).toEqual(ref);
  });

  it.each([
    ...['tile/0/x000/001', 'tile/0/1', 'tile/00/001', 'tile/64/001', 'tile/0/001.p/0', 'tile/0/001.p/256'],
    ...[
      'tile/0/001.p/01',
      'tile/0/001/',
      'tile/-1/001',
      'tile/entries/x001',
      'tile/0/001.p/',
      'tile/0/../001',
    ],
  ])('has no path %s', (path) => expect(parseTilePath(path)).toBeUndefined());

  it('is as wide as the log is long', () => {
    expect([0, 1, 2].map((level) => widthIn(70_000, { level, index: 0 }))).toEqual([256, 256, 1]);
    expect(widthIn(70_000, { level: 0, index: 273 })).toBe(70_000 - 273 * 256);
    expect(widthIn(70_000, { level: 3, index: 0 })).toBe(0);
  });

  it('of entries gives back each entry', () => {
    const entries = [Buffer.from(''), Buffer.from('one'), Buffer.alloc(65_535, 7)];
    expect(entriesOf(bundleOf(entries))).toEqual(entries);
    expect(() => bundleOf([Buffer.alloc(65_536)])).toThrow(/too long/);
    expect(() => entriesOf(bundleOf(entries).subarray(0, -1))).toThrow(/within an entry/);
  });
});
