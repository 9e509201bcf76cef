import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Coverage } from './chain.js';

/** The block that a page is about. */
export interface AsOf {
  /** `at=` as it is in the address; undefined for the newest block. */
  readonly at?: string | undefined;
  /** Undefined until it is known. */
  readonly block?: number | undefined;
  readonly coverage?: Coverage | undefined;
}

export const AsOfContext = createContext<AsOf>({});

export const useAsOf = (): AsOf => useContext(AsOfContext);
