import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { describeOnSmallDisk, fillDisk } from '../../../test/fixture/small-disk.js';
import { replaceFile } from './replace-file.js';

describeOnSmallDisk('a file that is replaced', '100k', (disk) => {
  const [file, link] = [join(disk, 'list.yaml'), join(disk, 'link.yaml')];
  const longer = 'later '.repeat(5_000);

  it('stays as it was where the disk is full, and nothing is left beside it', () => {
    writeFileSync(file, 'before');
    fillDisk(join(disk, 'ballast'));
    expect(() => replaceFile(file, longer)).toThrow('ENOSPC');
    expect(readFileSync(file, 'utf8')).toBe('before');
    rmSync(join(disk, 'ballast'));
    expect(readdirSync(disk)).toEqual(['list.yaml']);
  });

  it('has all of the other text, also where a link is named', () => {
    writeFileSync(file, 'before');
    symlinkSync(file, link);
    replaceFile(link, longer);
    expect(readFileSync(file, 'utf8')).toBe(longer);
  });
});
