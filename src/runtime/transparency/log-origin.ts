import type { Config } from '../../platform/config/config.js';

const DEMO_ORIGIN = 'demo.chainproof.example/log';

/** Name of the log that the service keeps; undefined where it keeps none. */
export const logOrigin = ({ logOrigin: configured, rpcUrls }: Config): string | undefined =>
  configured ?? (rpcUrls.length === 0 ? DEMO_ORIGIN : undefined);
