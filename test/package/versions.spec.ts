import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { RELEASE } from '../../src/platform/release.js';

it('packages have the version of the release, and the image copies their manifests before it installs', () => {
  const names = readdirSync('packages');
  const versions = names.map(
    (name) => JSON.parse(readFileSync(join('packages', name, 'package.json'), 'utf8')).version,
  );
  expect(versions).toEqual(names.map(() => RELEASE));
  const image = readFileSync('Dockerfile', 'utf8');
  for (const name of names) expect(image).toContain(`COPY packages/${name}/package.json packages/${name}/\n`);
});
