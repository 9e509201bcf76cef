import type { ComponentType } from 'preact';
import type { PageProps } from './app/props.js';
import { AddressPage } from './page/address.js';
import { ProofPage } from './page/proof.js';
import { SearchPage } from './page/search.js';
import { StartPage } from './page/start.js';
import { later } from './part/later.js';

/**
 * The component of each page, by the page's name in the service. Pages off the first walks are loaded when
 * they are opened.
 */
export const PAGES: Readonly<Record<string, ComponentType<PageProps>>> = {
  start: StartPage,
  search: SearchPage,
  address: AddressPage,
  addressTab: AddressPage,
  proofHash: ProofPage,
  attributeProof: ProofPage,
  relationProof: ProofPage,
  verify: later(() => import('./rest.js').then(({ VerifyPage }) => VerifyPage)),
  report: later(() => import('./rest.js').then(({ ReportPage }) => ReportPage)),
  control: later(() => import('./graphs.js').then(({ ControlPage }) => ControlPage)),
  compare: later(() => import('./rest.js').then(({ ComparePage }) => ComparePage)),
  definitions: later(() => import('./rest.js').then(({ DefinitionsPage }) => DefinitionsPage)),
  definition: later(() => import('./rest.js').then(({ DefinitionPage }) => DefinitionPage)),
  registries: later(() => import('./rest.js').then(({ RegistriesPage }) => RegistriesPage)),
  coverage: later(() => import('./rest.js').then(({ CoveragePage }) => CoveragePage)),
  block: later(() => import('./rest.js').then(({ BlockPage }) => BlockPage)),
  transaction: later(() => import('./rest.js').then(({ TransactionPage }) => TransactionPage)),
  screen: later(() => import('./rest.js').then(({ ScreenPage }) => ScreenPage)),
  validators: later(() => import('./page/validators.js').then(({ ValidatorsPage }) => ValidatorsPage)),
};
