import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

it('npm, the image and the systemd unit start Node.js with the same options, which it accepts', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const ofScripts = Object.values(scripts).flatMap(
    (script) => /NODE_OPTIONS:-([^}]+)}/.exec(script)?.[1] ?? [],
  );
  const ofFile = (file: string): string | undefined =>
    /NODE_OPTIONS="?((?:--[\w-]+=\d+ ?)+)/.exec(readFileSync(file, 'utf8'))?.[1];
  const options = ofFile('Dockerfile')!;
  expect(new Set([...ofScripts, options, ofFile('deploy/chainproof.service')])).toEqual(new Set([options]));
  expect(options).toContain('--max-semi-space-size');
  const env = { ...process.env, NODE_OPTIONS: options };
  expect(execFileSync(process.execPath, ['-p', '1'], { env, encoding: 'utf8' })).toBe('1\n');
});
