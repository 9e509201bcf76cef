import { readBundleFile } from '../../verifier/bundle/bundle-file.js';
import { describeVerification, exitCodeOf } from '../../verifier/describe-verification.js';
import { published } from '../../verifier/published.js';
import { verifyText } from '../../verifier/verify-text.js';

/** Runs `verify`. */
export async function run([file = '']: string[]): Promise<void> {
  const verification = await verifyText(readBundleFile(file), published());
  console.log(describeVerification(verification));
  process.exitCode = exitCodeOf(verification);
}
