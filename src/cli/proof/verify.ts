import { readBundleFile } from '../../verifier/bundle/bundle-file.js';
import { describeVerification, exitCodeOf } from '../../verifier/describe-verification.js';
import { publishedRules } from '../../verifier/published-rules.js';
import { verifyBundle } from '../../verifier/verify-bundle.js';

/** Runs `verify`. */
export async function run([file = '']: string[]): Promise<void> {
  const verification = verifyBundle(readBundleFile(file), publishedRules());
  console.log(describeVerification(verification));
  process.exitCode = exitCodeOf(verification);
}
