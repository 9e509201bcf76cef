import { SETTINGS } from './settings.js';

/** As on the reference page: kept in this tab only. */
const KEPT = 'chainproof-key';

export const apiKey = (): string => sessionStorage.getItem(KEPT) || SETTINGS.key || '';

export function keepKey(key: string): void {
  sessionStorage.setItem(KEPT, key);
}
