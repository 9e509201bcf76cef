import { readBundleFile } from '../verifier/bundle/bundle-file.js';
import { describeVerification, exitCodeOf } from '../verifier/describe-verification.js';
import { publishedRules } from '../verifier/published-rules.js';
import { verifyBundle } from '../verifier/verify-bundle.js';

/** What `verify` does. */
export async function run([file = '']: string[]): Promise<void> {
  const verification = verifyBundle(readBundleFile(file), publishedRules());
  console.log(describeVerification(verification));
  process.exitCode = exitCodeOf(verification);
}
