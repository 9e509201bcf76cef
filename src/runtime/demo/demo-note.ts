import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../platform/config/config.js';
import { chainDirectory } from '../settings/chain-directory.js';

/** Notes where the running demo chain and its beacon chain listen, so that `status` can ask them from another process. Returns how to forget it. */
export function noteDemo(config: Config, url: string, beaconUrl: string): () => void {
  const notes = [
    [fileOf(config), url],
    [beaconFileOf(config), beaconUrl],
  ] as const;
  for (const [file, text] of notes) writeFileSync(file, text);
  return () => {
    for (const [file] of notes) rmSync(file, { force: true });
  };
}

/** The nodes of this service: those configured, or the demo chain if one is running. */
export function nodeUrls(config: Config): readonly string[] {
  return config.rpcUrls.length > 0 ? config.rpcUrls : noted(fileOf(config));
}

/** The beacon nodes of this service: those configured, or the demo's if it is running. */
export function beaconUrls(config: Config): readonly string[] {
  return config.rpcUrls.length > 0 ? config.beaconUrls : noted(beaconFileOf(config));
}

function noted(file: string): readonly string[] {
  try {
    return [readFileSync(file, 'utf8')];
  } catch {
    return [];
  }
}

const fileOf = (config: Config): string => join(chainDirectory(config), 'node-url');
const beaconFileOf = (config: Config): string => join(chainDirectory(config), 'beacon-url');
