/** File errors of the operating system, in words. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EDQUOT: 'the quota of this user is used up',
  EISDIR: 'it is a directory',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'there is no such file or directory',
  ENOSPC: 'its disk is full',
  ENOTDIR: 'a part of its path is not a directory',
  EROFS: 'its disk is read-only',
};

const DONE: Readonly<Record<string, string>> = {
  open: 'opened',
  read: 'read',
  scandir: 'read',
  write: 'written',
  fsync: 'written',
  mkdir: 'made',
  rename: 'replaced',
};

/** Why the system refused a file, in words that follow its name; the message of any other error. */
export function fileReason(error: Error): string {
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  return (DONE[syscall] !== undefined && REASONS[code]) || error.message;
}

/** Why the system refused a file, as a sentence that names the file; the message of any other error. */
export function fileFailure(error: Error): string {
  const { syscall = '', path } = error as NodeJS.ErrnoException;
  const reason = fileReason(error);
  return reason === error.message ? reason : `${path ?? 'the file'} cannot be ${DONE[syscall]}: ${reason}`;
}
