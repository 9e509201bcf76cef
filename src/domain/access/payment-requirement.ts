/** One way to pay for a call, as x402 version 2 states it. */
export interface PaymentRequirement {
  readonly scheme: string;
  /** CAIP-2, such as `eip155:1`. */
  readonly network: `${string}:${string}`;
  /** Contract of the token. */
  readonly asset: string;
  /** In the smallest unit of the token, decimal. */
  readonly amount: string;
  readonly payTo: string;
  /** How long the payer's authorization lasts at most. */
  readonly maxTimeoutSeconds: number;
  /** Additional fields of the scheme. */
  readonly extra: Readonly<Record<string, unknown>>;
}
