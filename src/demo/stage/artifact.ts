import { createRequire } from 'node:module';
import type { Abi, Hex } from 'viem';

/** A contract ready to be deployed. */
export interface Artifact {
  readonly abi: Abi;
  /** Creation code without constructor arguments. */
  readonly bytecode: Hex;
}

const require = createRequire(import.meta.url);

/** The artifact in a JSON file of an npm package, for example `canonical-weth/build/contracts/WETH9.json`. */
export function packagedArtifact(file: string): Artifact {
  const { abi, bytecode } = require(file) as { abi: Abi; bytecode: string };
  return { abi, bytecode: (bytecode.startsWith('0x') ? bytecode : `0x${bytecode}`) as Hex };
}
