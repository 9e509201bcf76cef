import { readFileSync } from 'node:fs';
import { BATCH_LENGTH, readRoots } from '../../domain/canonicity/canonical-roots.js';
import { timeOfSlot } from '../../domain/canonicity/mainnet-slots.js';
import { BeaconEndpoint } from '../../node/consensus/beacon-endpoint.js';
import { eraRootsOf, FIRST_SUMMARY_ERA } from '../../node/consensus/era-roots.js';
import { nodeName } from '../../node/rpc/node-name.js';
import { reasonOf } from '../../node/rpc/node-refusal.js';
import { replaceFile } from '../../platform/process/replace-file.js';

/** The roots of eras that one node states, in order from `FIRST_SUMMARY_ERA`. */
interface Stated {
  readonly node: string;
  readonly roots: readonly Buffer[];
}

/**
 * Appends the roots of eras that ended since the last line of a file, as all nodes state them. It writes nothing
 * unless every node answers, states each known root, and states the same new ones as the others.
 *
 * @returns what it did, in words
 */
export async function appendRoots(urls: readonly string[], file: string): Promise<string> {
  const before = readFileSync(file, 'latin1');
  const known = readRoots(before);
  const last = [...known.keys()].at(-1) ?? 0;
  const all: Stated[] = [];
  for (const url of urls) {
    const stated = await statedBy(url);
    requireKnown(stated, known);
    all.push(stated);
  }
  const added = agreed(all, last + 1);
  if (added.length > 0) {
    const lines = added.map((root, at) => `${last + 1 + at} ${root.toString('hex')}\n`);
    replaceFile(file, `${before}${lines.join('')}`);
  }
  const end = new Date(timeOfSlot((last + added.length + 1) * BATCH_LENGTH) * 1_000).toISOString();
  return `${file}: ${added.length} eras appended, as ${all.map(({ node }) => node).join(', ')} state them; the last is ${last + added.length}, which ended at ${end}`;
}

async function statedBy(url: string): Promise<Stated> {
  const endpoint = new BeaconEndpoint(url, nodeName(url));
  try {
    return { node: endpoint.name, roots: await eraRootsOf(endpoint) };
  } catch (error) {
    throw new Error(`${endpoint.name} gives no roots of eras: ${reasonOf(error)}`);
  } finally {
    await endpoint.close();
  }
}

/** @throws Error unless the node states every known root since Capella */
function requireKnown({ node, roots }: Stated, known: ReadonlyMap<number, Buffer>): void {
  for (const [era, root] of known) {
    if (era < FIRST_SUMMARY_ERA) continue;
    const stated = roots[era - FIRST_SUMMARY_ERA];
    if (stated === undefined) throw new Error(`${node} does not know era ${era}, which is in the list`);
    if (!stated.equals(root)) throw new Error(`${node} states another root of era ${era} than the list`);
  }
}

/** The roots from an era on that all nodes know. @throws Error if two differ */
function agreed([first, ...others]: readonly Stated[], era: number): readonly Buffer[] {
  const { node, roots } = first!;
  const common = Math.min(roots.length, ...others.map((other) => other.roots.length));
  const added = roots.slice(era - FIRST_SUMMARY_ERA, common);
  for (const other of others)
    for (const [at, root] of added.entries())
      if (!other.roots[era - FIRST_SUMMARY_ERA + at]!.equals(root))
        throw new Error(
          `${node} and ${other.node} state other roots of era ${era + at}: one of them is false`,
        );
  return added;
}
