/** Which part of the service's work a process does. */
export const ROLES = ['all', 'ingest', 'fetch', 'evaluate', 'api'] as const;
export type Role = (typeof ROLES)[number];

/** Whether a process follows the chain and may become the writer. */
export const follows = (role: Role): boolean => role === 'all' || role === 'ingest';

/** Whether a process answers requests for data. */
export const answers = (role: Role): boolean => role === 'all' || role === 'api';
