/** Whether an error says that a lock was not granted within `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean =>
  (error as { readonly code?: unknown }).code === '55P03';
