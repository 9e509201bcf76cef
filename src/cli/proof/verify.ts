import { compareWithNodes, namedNodes, type OwnNodes } from '../../comparison/compare-with-nodes.js';
import { readBundleFile } from '../../verifier/bundle/bundle-file.js';
import { describeVerification, exitCodeOf } from '../../verifier/describe-verification.js';
import { published } from '../../verifier/published.js';
import { trustedCheckpoint } from '../../verifier/trusted-checkpoint.js';
import { trustedLog } from '../../verifier/trusted-log.js';
import { verifyText } from '../../verifier/verify-text.js';

export interface VerifyOptions extends OwnNodes {
  /** Root of a beacon block. */
  readonly checkpoint?: string;
  /** Public key of a log, or a file with the key or with a policy. */
  readonly log?: string;
}

/** Runs `verify`. */
export async function run(
  [file = '']: string[],
  { log, checkpoint, ...nodes }: VerifyOptions,
): Promise<void> {
  const known = {
    ...published(),
    ...(log !== undefined && { log: trustedLog(log) }),
    ...(checkpoint !== undefined && { checkpoint: trustedCheckpoint(checkpoint) }),
  };
  const named = namedNodes(nodes, known.roots?.gloasSlot);
  const verification = await verifyText(readBundleFile(file), known);
  console.log(describeVerification(verification));
  const { lines, exitCode } = await compareWithNodes(verification, named);
  for (const line of lines) console.log(line);
  process.exitCode = exitCodeOf(verification) || exitCode;
}
