import { packagedArtifact } from '../stage/artifact.js';

/** `name` of OpenZeppelin 4.9. */
export const openzeppelin = (name: string) =>
  packagedArtifact(`@openzeppelin/contracts/build/contracts/${name}.json`);

/** `name` of ERC-4337 version 0.8. */
export const accountAbstraction = (name: string) =>
  packagedArtifact(`@account-abstraction/contracts/artifacts/${name}.json`);

/** `path` and name of a Safe 1.4.1 contract, for example `proxies/SafeProxyFactory`. */
export const safeContract = (path: string) =>
  packagedArtifact(
    `@safe-global/safe-contracts/build/artifacts/contracts/${path}.sol/${path.split('/').at(-1)}.json`,
  );
