/** Whether a lock was not to be had within `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean =>
  (error as { readonly code?: unknown }).code === '55P03';
