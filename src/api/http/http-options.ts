/** Node itself would refuse a request without `Host`, in its own words; targets are bounded by the checks. */
export const HTTP_OPTIONS = { requireHostHeader: false, maxHeaderSize: 64 * 1024 } as const;

/** For a request to arrive whole. */
export const REQUEST_TIMEOUT_MS = 30_000;
