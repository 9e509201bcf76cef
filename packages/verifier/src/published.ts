import { files } from 'shipped:rules';
import { config } from 'zod';
import { readForkSchedule } from '../../../src/definition/binding/fork-schedule.js';
import { lockedRules } from '../../../src/definition/catalog/lock.js';
import type { Published } from '../../../src/verifier/level/published.js';
import { ship } from './shim/files.js';

// Under a strict policy no text is evaluated as code, which zod would try.
config({ jitless: true });

ship(files);
const forks = readForkSchedule('bindings/fork-schedule.yaml').schedule;
const rules = lockedRules('.');

/** What this release knows of rules and forks and, for a bundle that leads to them, the roots of the consensus layer. */
export async function publishedFor(text: string, isWhole = false): Promise<Published> {
  // The roots are a module of their own: most bundles do not need them, and they are a third of the package.
  const needsRoots = isWhole || text.includes('"canonicity":');
  return { rules, forks, ...(needsRoots && { roots: await loadRoots() }) };
}

export const loadRoots = async () => (await import('./roots.js')).rootsBy(forks);
