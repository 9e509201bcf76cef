import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createOnce } from '../../platform/process/create-once.js';
import { keptSecret } from './kept-secret.js';

const MODULE = new URL('../../platform/process/create-once.js', import.meta.url).href;

describe('a secret of a data directory', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'chainproof-secret-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('is made once, for its owner alone, and leaves nothing beside it', () => {
    const secret = keptSecret(directory, 'access');
    expect(secret).toHaveLength(32);
    expect(keptSecret(directory, 'access')).toEqual(secret);
    expect(keptSecret(directory, 'cursor')).not.toEqual(secret);
    expect(statSync(join(directory, 'access.key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(['access.key', 'cursor.key']);
  });

  it('is refused, with the name of its file, where a full disk left it empty', () => {
    writeFileSync(join(directory, 'access.key'), '');
    expect(() => keptSecret(directory, 'access')).toThrow(
      `${directory}/access.key holds no secret of 32 bytes`,
    );
  });

  it('is that of the process that was first', () => {
    const file = join(directory, 'a');
    expect([createOnce(file, 'first'), createOnce(file, 'second')]).toEqual([true, false]);
    expect(readdirSync(directory)).toEqual(['a']);
  });

  it('is not there at all where it cannot be written whole', () => {
    const file = join(directory, 'a');
    const program = `import(${JSON.stringify(MODULE)}).then(({ createOnce }) => createOnce(${JSON.stringify(file)}, 'text'))`;
    const { status } = spawnSync('sh', ['-c', 'ulimit -f 0; exec "$0" -e "$1"', process.execPath, program]);
    expect(status).not.toBe(0);
    expect(existsSync(file)).toBe(false);
  });
});
