import { expect, it } from '@jest/globals';
import type { Frame, PrecompileCall } from './block.js';
import { callPaths } from './call-paths.js';

const framesAt = (...paths: string[]): Frame[] =>
  paths.map((path) => ({ path: Buffer.from(path, 'hex') }) as Frame);
const hex = (paths: readonly Buffer[]): string[] => paths.map((path) => path.toString('hex'));

it('counts calls to precompiles among their siblings, unlike the paths of frames', () => {
  const frames = framesAt('0000', '00000000', '000000000000', '00000001', '00000002');
  const calls: PrecompileCall[] = [
    { caller: 0, position: 0 },
    { caller: 0, position: 2 },
    { caller: 0, position: 3 },
    { caller: 1, position: 0 },
    { caller: 4, position: 0 },
  ];
  const { ofFrames, ofPrecompileCalls } = callPaths(frames, calls);
  expect(hex(ofFrames)).toEqual(['0000', '00000001', '000000010001', '00000004', '00000005']);
  expect(hex(ofPrecompileCalls)).toEqual([
    '00000000',
    '00000002',
    '00000003',
    '000000010000',
    '000000050000',
  ]);
});

it('are the paths of the frames where no precompile is called', () => {
  const frames = framesAt('0000', '00000000', '00000001', '000000010000');
  expect(hex(callPaths(frames, []).ofFrames)).toEqual(hex(frames.map(({ path }) => path)));
});
