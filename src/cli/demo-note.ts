import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../platform/config/config.js';
import { chainDirectory } from './chain-directory.js';

/** Notes where the running demo chain listens, so that `status` can ask it from another process. Returns how to forget it. */
export function noteDemo(config: Config, url: string): () => void {
  const file = fileOf(config);
  writeFileSync(file, url);
  return () => rmSync(file, { force: true });
}

/** The nodes of this service: those configured, or the demo chain if one is running. */
export function nodeUrls(config: Config): readonly string[] {
  if (config.rpcUrls.length > 0) return config.rpcUrls;
  try {
    return [readFileSync(fileOf(config), 'utf8')];
  } catch {
    return [];
  }
}

const fileOf = (config: Config): string => join(chainDirectory(config), 'node-url');
