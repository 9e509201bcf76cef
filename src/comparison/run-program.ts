import { parseArgs } from 'node:util';
import { fileFailure } from '../domain/text/file-failure.js';
import { readBundleFile } from '../verifier/bundle/bundle-file.js';
import { describeVerification, exitCodeOf } from '../verifier/describe-verification.js';
import type { Published } from '../verifier/level/published.js';
import { trustedCheckpoint } from '../verifier/trusted-checkpoint.js';
import { trustedLog } from '../verifier/trusted-log.js';
import { verifyText } from '../verifier/verify-text.js';
import type { Compared, OwnNodes } from './compare-with-nodes.js';

const USAGE = `chainproof-verify <bundle> [--log <key or file>] [--checkpoint <root>] [--rpc <url>] [--beacon <url>]

Checks the bundle of a proof or of a view call with nothing but the bundle: no database, no network. Exits with 0 when no level fails, with 11 to 16 when V1 to V6
is the lowest that does, with 10 for a file that is no bundle (a longer one than 16 MiB among them), and with 2 for one that cannot be read.
--log names the public key (name+hash+key) of a transparency log that must have the claim, or a file with it, or a policy (c2sp.org/tlog-policy).
--checkpoint names the root of a beacon block that you trust, by which sync committees show recent blocks: V6 fails unless it is shown.
--rpc and --beacon name an execution node and a beacon node of yours. They are asked for the blocks of the bundle: exits with 17 when one has another block, and
with 18 when a block could not be compared. Without them no connection is opened.
What the bundle does not show it lists as attested: read that before you rely on it.`;

const TEXT = { type: 'string', multiple: true } as const;

interface Asked extends OwnNodes {
  readonly file: string;
  readonly log?: string;
  readonly checkpoint?: string;
}

/**
 * Gives what the release publishes for checking a bundle.
 * @param isWhole whether to include parts that this text does not need
 */
export type PublishedFor = (text: string, isWhole: boolean) => Published | Promise<Published>;

/**
 * The program `chainproof-verify`.
 *
 * @returns the exit status
 */
export async function runProgram(parameters: readonly string[], publishedFor: PublishedFor): Promise<number> {
  if (parameters.length === 1 && parameters[0] === '--help') {
    console.log(USAGE);
    return 0;
  }
  const asked = await readable(async () => readParameters(parameters));
  if (asked !== undefined) return run(asked, publishedFor);
  console.log(`\n${USAGE}`);
  return 2;
}

/** @throws Error for parameters that the program does not take */
function readParameters(args: readonly string[]): Asked {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { log: TEXT, checkpoint: TEXT, rpc: TEXT, beacon: TEXT },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error('Name one bundle.');
  const named = Object.entries(values).map(([option, texts]) => {
    if (texts.length > 1) throw new Error(`Name --${option} once.`);
    return [option, texts[0]];
  });
  return { file, ...(Object.fromEntries(named) as Omit<Asked, 'file'>) };
}

async function run({ file, log, checkpoint, ...nodes }: Asked, publishedFor: PublishedFor): Promise<number> {
  const read = await readable(async () => {
    const text = readBundleFile(file);
    const trusted = {
      ...(log !== undefined && { log: trustedLog(log) }),
      ...(checkpoint !== undefined && { checkpoint: trustedCheckpoint(checkpoint) }),
    };
    const known = { ...(await publishedFor(text, nodes.beacon !== undefined)), ...trusted };
    return { text, known, compare: await comparison(nodes, known.roots?.gloasSlot) };
  });
  if (read === undefined) return 2;
  const verification = await verifyText(read.text, read.known);
  console.log(describeVerification(verification));
  const { lines, exitCode } = await read.compare(verification);
  for (const line of lines) console.log(line);
  return exitCodeOf(verification) || exitCode;
}

/** Loads the code that opens connections only if a node is named. */
async function comparison(
  nodes: OwnNodes,
  gloasSlot: number | undefined,
): Promise<(verification: Awaited<ReturnType<typeof verifyText>>) => Promise<Compared>> {
  if (nodes.rpc === undefined && nodes.beacon === undefined) return async () => ({ lines: [], exitCode: 0 });
  const { compareWithNodes, namedNodes } = await import('./compare-with-nodes.js');
  const named = namedNodes(nodes, gloasSlot);
  return (verification) => compareWithNodes(verification, named);
}

async function readable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    console.error(fileFailure(error as Error));
    return undefined;
  }
}
