#!/usr/bin/env node
import { readBundleFile } from './verifier/bundle/bundle-file.js';
import { describeVerification, exitCodeOf } from './verifier/describe-verification.js';
import { published } from './verifier/published.js';
import { verifyText } from './verifier/verify-text.js';

const USAGE = `chainproof-verify <bundle>

Checks the bundle of a proof or of a view call with nothing but the bundle: no database, no network. Exits with 0 when every level holds, with 11 to 14 when V1 to V4
is the lowest that does not, with 10 for a file that is no bundle (a longer one than 16 MiB among them), and with 2 for one that cannot be read.
What the bundle does not show it lists as attested: read that before you rely on it.`;

const [file, ...more] = process.argv.slice(2);
if (file === undefined || more.length > 0 || file.startsWith('-')) {
  console.log(USAGE);
  process.exitCode = file === '--help' && more.length === 0 ? 0 : 2;
} else {
  const text = read(file);
  if (text === undefined) process.exitCode = 2;
  else {
    const verification = await verifyText(text, published());
    console.log(describeVerification(verification));
    process.exitCode = exitCodeOf(verification);
  }
}

function read(name: string): string | undefined {
  try {
    return readBundleFile(name);
  } catch (error) {
    console.error((error as Error).message);
    return undefined;
  }
}
