import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ArchiveFile } from './archive-file.js';
import { BadArchive } from './bad-archive.js';

const ARCHIVE = /\.(ere|era1)$/;
/** Files of the profile without receipts, which blocks need. */
const WITHOUT_RECEIPTS = /-noreceipts\.ere$/;

/** Opens an archive, or those of a directory, in the order of their blocks. @throws BadArchive, or Error when one cannot be read */
export function archivesAt(path: string): ArchiveFile[] {
  const names = statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => ARCHIVE.test(name) && !WITHOUT_RECEIPTS.test(name))
        .map((name) => join(path, name))
    : [path];
  if (names.length === 0) throw new BadArchive(`${path} has no .ere or .era1 file with receipts`);
  return names.map(ArchiveFile.open).sort((one, other) => one.range.fromBlock - other.range.fromBlock);
}
