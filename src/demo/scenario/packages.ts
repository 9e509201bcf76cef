import { packagedArtifact } from '../stage/artifact.js';

/** The contract `name` of OpenZeppelin 4.9. */
export const openzeppelin = (name: string) =>
  packagedArtifact(`@openzeppelin/contracts/build/contracts/${name}.json`);

/** The contract `name` of ERC-4337 version 0.8. */
export const accountAbstraction = (name: string) =>
  packagedArtifact(`@account-abstraction/contracts/artifacts/${name}.json`);

/** A contract of Safe 1.4.1. @param path with its name, for example `proxies/SafeProxyFactory` */
export const safeContract = (path: string) =>
  packagedArtifact(
    `@safe-global/safe-contracts/build/artifacts/contracts/${path}.sol/${path.split('/').at(-1)}.json`,
  );
