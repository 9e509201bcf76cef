import { readFileSync } from 'node:fs';
import type { Artifact } from './artifact.js';

/** Written by `scripts/compile-contracts.mjs` to `.cache/` of the checkout. */
const COMPILED = new URL('../../../../.cache/demo-contracts.json', import.meta.url);

let compiled: Readonly<Record<string, Artifact>> | undefined;

/** A contract of our own from `contracts/`, by its Solidity name. @throws Error when it is not compiled. */
export function ownArtifact(name: string): Artifact {
  compiled ??= readCompiled();
  const artifact = compiled[name];
  if (artifact === undefined)
    throw new Error(`contracts/ holds no contract ${name}, or it was not compiled since`);
  return artifact;
}

function readCompiled(): Readonly<Record<string, Artifact>> {
  try {
    return (JSON.parse(readFileSync(COMPILED, 'utf8')) as { contracts: Record<string, Artifact> }).contracts;
  } catch (error) {
    throw new Error('the demo contracts are not compiled: run node scripts/compile-contracts.mjs', {
      cause: error,
    });
  }
}
